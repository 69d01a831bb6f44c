-- What people keep themselves from: the games until then, and losing more than so much in a day.

CREATE TABLE keep_outs (
    server INTEGER NOT NULL, -- 0: everywhere
    player INTEGER NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (player, server)
) STRICT, WITHOUT ROWID;

CREATE TABLE loss_limits (
    server INTEGER NOT NULL,
    player INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    later INTEGER CHECK (later >= 0), -- what counts from `later_at` on; none: no limit
    later_at REAL, -- none: the amount stays
    PRIMARY KEY (player, server)
) STRICT, WITHOUT ROWID;

-- The same of who had themselves forgotten, by the hash of `forgotten_limits`.
CREATE TABLE forgotten_keep_outs (
    server INTEGER NOT NULL,
    person BLOB NOT NULL CHECK (length(person) = 32),
    until REAL NOT NULL,
    PRIMARY KEY (server, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE forgotten_loss_limits (
    server INTEGER NOT NULL,
    person BLOB NOT NULL CHECK (length(person) = 32),
    amount INTEGER NOT NULL CHECK (amount >= 0),
    until REAL NOT NULL,
    PRIMARY KEY (server, person)
) STRICT, WITHOUT ROWID;

-- What somebody lost on a day counts, too.
CREATE TABLE kept_day_limits (
    server INTEGER NOT NULL,
    player INTEGER NOT NULL, -- 0: the server's organisers together
    kind TEXT NOT NULL CHECK (kind IN ('wages', 'pay', 'house', 'purses', 'lost')),
    day INTEGER NOT NULL, -- counted in UTC from 1970
    amount INTEGER NOT NULL,
    PRIMARY KEY (server, player, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO kept_day_limits (server, player, kind, day, amount)
SELECT server, player, kind, day, amount FROM day_limits;
DROP TABLE day_limits;
ALTER TABLE kept_day_limits RENAME TO day_limits;

CREATE TABLE kept_forgotten_limits (
    server INTEGER NOT NULL,
    person BLOB NOT NULL CHECK (length(person) = 32),
    kind TEXT NOT NULL CHECK (kind IN ('purse', 'wages', 'pay', 'house', 'lost')),
    day INTEGER NOT NULL, -- 0 for a purse
    amount INTEGER NOT NULL, -- 0 for a purse
    PRIMARY KEY (server, person, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO kept_forgotten_limits (server, person, kind, day, amount)
SELECT server, person, kind, day, amount FROM forgotten_limits ORDER BY person;
DROP TABLE forgotten_limits;
ALTER TABLE kept_forgotten_limits RENAME TO forgotten_limits;
