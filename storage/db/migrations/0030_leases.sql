-- Which process serves which of Discord's shards, until when by this database's own clock. A process that takes
-- shards over makes a row anew: its number is what a late writer of the process before fails on.
CREATE TABLE leases (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    first_shard INTEGER NOT NULL,
    last_shard INTEGER NOT NULL CHECK (last_shard >= first_shard),
    shard_count INTEGER NOT NULL,  -- 0: all that there are, however many
    holder TEXT NOT NULL,
    until REAL NOT NULL,
    heir TEXT NOT NULL DEFAULT '',
    is_ready INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Number 1, whose pulse there is already: a file's one process, or the one that had PostgreSQL to itself.
INSERT INTO leases (first_shard, last_shard, shard_count, holder, until) VALUES (0, 0, 0, '', 0);

-- One row for each lease, as it was one for all.
CREATE TABLE pulses (
    lease INTEGER PRIMARY KEY,
    alive_at REAL NOT NULL
) STRICT;
INSERT INTO pulses SELECT id, alive_at FROM pulse;
DROP TABLE pulse;

-- Processes that wait for shards to serve.
CREATE TABLE standbys (
    name TEXT PRIMARY KEY,
    until REAL NOT NULL
) STRICT;

-- When a bucket of shards may identify again.
CREATE TABLE identifies (
    bucket INTEGER PRIMARY KEY,
    until REAL NOT NULL
) STRICT;

-- Interactions that one of two processes has accepted, while both are told of them.
CREATE TABLE acceptances (
    interaction INTEGER PRIMARY KEY,
    at REAL NOT NULL
) STRICT;
