-- Over what a row says, so that damage is found in it and not played on; rows from before have none.

ALTER TABLE tables ADD COLUMN checksum BLOB;
ALTER TABLE moves ADD COLUMN checksum BLOB;
ALTER TABLE hands ADD COLUMN checksum BLOB;
ALTER TABLE tournaments ADD COLUMN checksum BLOB;
