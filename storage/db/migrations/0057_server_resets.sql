-- The reset of a server, beside the changes that 0042 knew.

CREATE TABLE more_server_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('setting', 'series', 'season', 'prize', 'deck', 'board', 'server')),
    what TEXT NOT NULL, -- a setting by its name, or what was done
    name TEXT NOT NULL DEFAULT '', -- of the series, season, prize, card or board
    before TEXT NOT NULL DEFAULT '', -- a setting's old value, as JSON
    after TEXT NOT NULL DEFAULT '', -- and its new one
    by_player INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT;

INSERT INTO more_server_changes (id, server, kind, what, name, before, after, by_player, at)
SELECT id, server, kind, what, name, before, after, by_player, at FROM server_changes ORDER BY id;
DROP TABLE server_changes;
ALTER TABLE more_server_changes RENAME TO server_changes;
CREATE INDEX server_changes_server ON server_changes (server);
CREATE INDEX server_changes_by ON server_changes (by_player);
