-- A day's deeds are known to be what was written: a number made of the row's key and its count, by which a
-- flipped byte is found. None: an earlier version wrote the row.

ALTER TABLE deeds ADD COLUMN proof INTEGER;
