-- Tables and what was played at them.

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: buttons and accounts name it
    server INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,
    game TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('lobby', 'playing', 'closed')),
    settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)), -- closed, and its message shows it
    revision INTEGER NOT NULL,
    shown_revision INTEGER NOT NULL,
    format INTEGER NOT NULL,
    opened_at REAL NOT NULL,
    acted_at REAL NOT NULL,
    posted_at REAL,
    deadline_at REAL,
    snapshot TEXT NOT NULL
) STRICT;

-- Partial, and over columns that play does not change: an action writes no page of it.
CREATE INDEX tables_unsettled ON tables (server, channel) WHERE settled = 0;

CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    number INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    move TEXT NOT NULL,
    cut TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, revision, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER moves_stay BEFORE UPDATE OF revision, number, hand, seat, move, cut ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves are only ever added');
END;

-- Whom a table's snapshot names: who sits there, and who once sat, opened it or was invited.
CREATE TABLE sitters (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    present INTEGER NOT NULL CHECK (present IN (0, 1)),
    PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX sitters_table ON sitters (table_id);

CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    done TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    alive_at REAL NOT NULL
) STRICT;

-- Money. 9007199254740991 is 2**53 - 1, the largest number that JSON readers agree about.

CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('bank', 'wallet', 'house', 'table', 'fund')),
    owner INTEGER NOT NULL,
    balance INTEGER NOT NULL DEFAULT 0,
    opened_at REAL, -- when a wallet was given its starting purse
    UNIQUE (server, kind, owner),
    CHECK (kind = 'bank' OR balance >= 0),
    CHECK (balance BETWEEN -9007199254740991 AND 9007199254740991)
) STRICT;

CREATE TABLE transfers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    debit INTEGER NOT NULL REFERENCES accounts (id), -- who pays
    credit INTEGER NOT NULL REFERENCES accounts (id), -- who is paid
    amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
    reason TEXT NOT NULL,
    table_id INTEGER,
    at REAL NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    by_player INTEGER,
    note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 200),
    CHECK (debit <> credit)
) STRICT;

CREATE INDEX transfers_server ON transfers (server);
CREATE INDEX transfers_debit ON transfers (debit);
CREATE INDEX transfers_credit ON transfers (credit);
CREATE INDEX transfers_audited ON transfers (server)
    WHERE reason IN ('grant', 'take', 'house_bank', 'prize', 'closed');

CREATE TRIGGER transfers_stay
BEFORE UPDATE OF id, server, debit, credit, amount, reason, table_id, at, hash ON transfers
BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;

CREATE TRIGGER transfers_last BEFORE DELETE ON transfers
BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;

CREATE TABLE wages (
    server INTEGER NOT NULL,
    player INTEGER NOT NULL,
    day INTEGER NOT NULL, -- the last day, counted in UTC from 1970, for which wages were paid
    PRIMARY KEY (server, player)
) STRICT, WITHOUT ROWID;

-- Servers and people.

CREATE TABLE settings (
    server INTEGER PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE preferences (
    player INTEGER PRIMARY KEY,
    cards TEXT NOT NULL CHECK (cards IN ('panel', 'dm')),
    pings TEXT NOT NULL CHECK (pings IN ('never', 'late', 'at_once', 'dm'))
) STRICT;

CREATE TABLE keepsakes (
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    player INTEGER NOT NULL, -- 0: the server's own
    body TEXT NOT NULL,
    PRIMARY KEY (server, game, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE scores (
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    player INTEGER NOT NULL,
    points INTEGER NOT NULL CHECK (points BETWEEN 0 AND 9007199254740991),
    PRIMARY KEY (server, game, player)
) STRICT, WITHOUT ROWID;

CREATE TABLE prizes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    threshold INTEGER NOT NULL CHECK (threshold BETWEEN 1 AND 9007199254740991),
    gift TEXT NOT NULL CHECK (gift IN ('text', 'role', 'money')),
    value TEXT NOT NULL,
    UNIQUE (server, game, name)
) STRICT;

CREATE TABLE claims (
    prize_id INTEGER NOT NULL REFERENCES prizes (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (prize_id, player)
) STRICT, WITHOUT ROWID;

-- One row for everybody who had themselves forgotten; minus its number stands where their id stood.
CREATE TABLE forgotten (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at REAL NOT NULL
) STRICT;

-- What the program itself has to remember, such as the commands that Discord was last told of.
CREATE TABLE notes (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
