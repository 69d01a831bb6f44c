-- Series: several tournaments that count together.

CREATE TABLE series (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: buttons name it
    server INTEGER NOT NULL,
    organiser INTEGER NOT NULL,
    title TEXT NOT NULL,
    terms TEXT NOT NULL, -- as JSON
    opened_at REAL NOT NULL,
    closed_at REAL
) STRICT;

CREATE INDEX series_server ON series (server);

CREATE TABLE series_tournaments (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (id),
    series INTEGER NOT NULL REFERENCES series (id)
) STRICT;

CREATE INDEX series_tournaments_series ON series_tournaments (series);

-- What a series needs of a result: the name that somebody had then, and whether they were removed.
ALTER TABLE results ADD COLUMN name TEXT NOT NULL DEFAULT '?';
ALTER TABLE results ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
CREATE INDEX results_tournament ON results (tournament);
