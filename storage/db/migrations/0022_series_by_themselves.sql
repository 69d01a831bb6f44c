-- Series that announce their tournaments by themselves.

ALTER TABLE series ADD COLUMN plan TEXT NOT NULL DEFAULT ''; -- of every tournament, as JSON
ALTER TABLE series ADD COLUMN schedule TEXT; -- as JSON
ALTER TABLE series ADD COLUMN channel INTEGER;
ALTER TABLE series ADD COLUMN start_at INTEGER; -- of the next one that is not announced yet
ALTER TABLE series ADD COLUMN due_at REAL; -- when that one is to be announced
ALTER TABLE series ADD COLUMN trouble TEXT NOT NULL DEFAULT ''; -- what the organiser is told of
ALTER TABLE series ADD COLUMN is_told INTEGER NOT NULL DEFAULT 1 CHECK (is_told IN (0, 1));

CREATE INDEX series_due ON series (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX series_untold ON series (id) WHERE is_told = 0;
