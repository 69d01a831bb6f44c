-- Who may not play in a server, in the words of its managers: the latest word about somebody counts.

CREATE TABLE bars (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    player INTEGER NOT NULL,
    is_lifted INTEGER NOT NULL CHECK (is_lifted IN (0, 1)), -- 1: from now on they may play again
    until REAL, -- none: until it is lifted
    by_player INTEGER NOT NULL,
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 200),
    at REAL NOT NULL
) STRICT;

CREATE INDEX bars_player ON bars (player, server);
CREATE INDEX bars_server ON bars (server);
CREATE INDEX bars_by ON bars (by_player);

-- Who had themselves forgotten while they were barred, by the hash of `forgotten_limits`.
CREATE TABLE forgotten_bars (
    server INTEGER NOT NULL,
    person BLOB NOT NULL CHECK (length(person) = 32),
    until REAL,
    PRIMARY KEY (server, person)
) STRICT, WITHOUT ROWID;
