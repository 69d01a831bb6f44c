-- A table may stand in a thread: the channel above it, and whether the thread is the table's own.

ALTER TABLE tables ADD COLUMN parent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN thread TEXT NOT NULL DEFAULT '' CHECK (thread IN ('', 'own', 'archived'));

CREATE INDEX tables_threads ON tables (server, channel) WHERE thread = 'own';
