-- Whether others may read somebody's record.

ALTER TABLE preferences ADD COLUMN record TEXT NOT NULL DEFAULT 'shown' CHECK (record IN ('shown', 'hidden'));
