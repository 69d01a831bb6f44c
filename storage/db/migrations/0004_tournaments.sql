-- Tournaments: what the director's snapshot says, and which of our tables are theirs.

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: buttons and accounts name it
    server INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,
    posted_at REAL,
    phase TEXT NOT NULL CHECK (phase IN ('open', 'running', 'over', 'called_off')),
    settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)), -- at an end, and its notice shows it
    revision INTEGER NOT NULL,
    shown_revision INTEGER NOT NULL,
    format INTEGER NOT NULL,
    announced_at REAL NOT NULL,
    acted_at REAL NOT NULL,
    deadline_at REAL,
    reminded TEXT NOT NULL DEFAULT '', -- the last reminder that was given
    plan TEXT NOT NULL,
    seal TEXT NOT NULL, -- of the lots: secret until it is over
    snapshot TEXT NOT NULL
) STRICT;

CREATE INDEX tournaments_unsettled ON tournaments (server, channel) WHERE settled = 0;

CREATE TABLE tournament_tables (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL, -- the director's, from 1 in each tournament
    table_id INTEGER NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Whom a tournament's snapshot names.
CREATE TABLE entrants (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    player INTEGER NOT NULL,
    PRIMARY KEY (player, tournament)
) STRICT, WITHOUT ROWID;

CREATE INDEX entrants_tournament ON entrants (tournament);

-- How tournaments ended; house players, whose numbers count for one tournament only, are left out.
CREATE TABLE results (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    server INTEGER NOT NULL,
    player INTEGER NOT NULL,
    place INTEGER NOT NULL,
    players INTEGER NOT NULL, -- how many there were
    money INTEGER NOT NULL,
    words TEXT NOT NULL, -- prizes in words, a line each
    score INTEGER, -- courts of Knights, or the points of a race
    PRIMARY KEY (player, tournament)
) STRICT, WITHOUT ROWID;

-- As before, with what managers add to a tournament's fund.
DROP INDEX transfers_audited;
CREATE INDEX transfers_audited ON transfers (server)
    WHERE reason IN ('grant', 'take', 'house_bank', 'prize', 'closed', 'purse_added');
