-- What managers and organisers changed that is neither coins nor a tournament: settings, series, seasons and prizes.

CREATE TABLE server_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('setting', 'series', 'season', 'prize')),
    what TEXT NOT NULL, -- a setting by its name, or what was done
    name TEXT NOT NULL DEFAULT '', -- of the series, season or prize
    before TEXT NOT NULL DEFAULT '', -- a setting's old value, as JSON
    after TEXT NOT NULL DEFAULT '', -- and its new one
    by_player INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT;

CREATE INDEX server_changes_server ON server_changes (server);
CREATE INDEX server_changes_by ON server_changes (by_player);

-- A line of the audit's channel may tell of one of them.
CREATE TABLE kept_audit_lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: by it Discord knows a line that it has had
    server INTEGER NOT NULL REFERENCES audit_channels (server) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('transfer', 'closing', 'bar', 'tournament', 'change')),
    number INTEGER NOT NULL
) STRICT;

INSERT INTO kept_audit_lines (server, kind, number) SELECT server, kind, number FROM audit_lines ORDER BY id;
DROP TABLE audit_lines;
ALTER TABLE kept_audit_lines RENAME TO audit_lines;
CREATE INDEX audit_lines_server ON audit_lines (server);
