-- The number of the error under which Discord refused it; '' while it is to be told.
ALTER TABLE news ADD COLUMN refused TEXT NOT NULL DEFAULT '';
