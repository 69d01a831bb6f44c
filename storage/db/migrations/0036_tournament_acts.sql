-- What organisers did at tournaments, and why; what came about by itself, too.

CREATE TABLE tournament_acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    act TEXT NOT NULL CHECK (
        act IN ('started', 'paused', 'resumed', 'removed', 'restored', 'filled_up', 'called_off')
    ),
    player INTEGER, -- who was removed or restored
    count INTEGER NOT NULL DEFAULT 0, -- how many house players entered
    by_player INTEGER, -- none: it came about by itself
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 200),
    at REAL NOT NULL
) STRICT;

CREATE INDEX tournament_acts_tournament ON tournament_acts (tournament);
CREATE INDEX tournament_acts_server ON tournament_acts (server);
CREATE INDEX tournament_acts_player ON tournament_acts (player);
CREATE INDEX tournament_acts_by ON tournament_acts (by_player);

-- A line of the audit's channel may tell of one of them.
CREATE TABLE kept_audit_lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: by it Discord knows a line that it has had
    server INTEGER NOT NULL REFERENCES audit_channels (server) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('transfer', 'closing', 'bar', 'tournament')),
    number INTEGER NOT NULL
) STRICT;

INSERT INTO kept_audit_lines (server, kind, number) SELECT server, kind, number FROM audit_lines ORDER BY id;
DROP TABLE audit_lines;
ALTER TABLE kept_audit_lines RENAME TO audit_lines;
CREATE INDEX audit_lines_server ON audit_lines (server);
