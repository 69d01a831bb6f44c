-- The roles that players have won at tournaments, until Discord has given them.

CREATE TABLE role_prizes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    player INTEGER NOT NULL,
    role INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'refused', 'given', 'gone')),
    at REAL NOT NULL
) STRICT;

CREATE INDEX role_prizes_waiting ON role_prizes (server, id) WHERE state IN ('due', 'refused');
CREATE INDEX role_prizes_tournament ON role_prizes (tournament);
CREATE INDEX role_prizes_player ON role_prizes (player);
