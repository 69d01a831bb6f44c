-- Who wants to be called when a table wants players, and who was called or invited to which.

CREATE TABLE call_wishes (
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (server, game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX call_wishes_player ON call_wishes (player);

-- How and when somebody is called, in every server.
CREATE TABLE call_hours (
    player INTEGER PRIMARY KEY,
    way TEXT NOT NULL CHECK (way IN ('ping', 'dm')),
    zone TEXT NOT NULL,
    first INTEGER NOT NULL, -- in minutes after midnight
    last INTEGER NOT NULL, -- the same as the first: at any hour
    unreachable_at REAL -- since when direct messages are refused
) STRICT;

-- Nobody is called twice to a table.
CREATE TABLE calls (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('invited', 'ping', 'dm')),
    outcome TEXT NOT NULL CHECK (outcome IN ('due', 'taken', 'missed')),
    at REAL NOT NULL,
    PRIMARY KEY (table_id, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX calls_player ON calls (player, at);

-- What counts towards the limits of a day.
CREATE TABLE callings (
    server INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('call', 'invite')),
    at REAL NOT NULL,
    host INTEGER NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (server, kind, at, host)
) STRICT, WITHOUT ROWID;

CREATE INDEX callings_host ON callings (host);
