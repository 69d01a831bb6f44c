-- Tables whose turns last for half a day or longer have limits of their own, and rounded deadlines.

ALTER TABLE tables ADD COLUMN is_slow INTEGER NOT NULL DEFAULT 0 CHECK (is_slow IN (0, 1));
