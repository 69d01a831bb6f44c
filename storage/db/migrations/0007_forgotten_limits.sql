-- What a person has had or given on a day, as far as a limit counts it; one row a kind, of the latest day.
CREATE TABLE day_limits (
    server INTEGER NOT NULL,
    player INTEGER NOT NULL, -- 0: the server's organisers together
    kind TEXT NOT NULL CHECK (kind IN ('wages', 'pay', 'house', 'purses')),
    day INTEGER NOT NULL, -- counted in UTC from 1970
    amount INTEGER NOT NULL,
    PRIMARY KEY (server, player, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO day_limits SELECT server, player, 'wages', day, 0 FROM wages;
DROP TABLE wages;

INSERT INTO day_limits
SELECT a.server, a.owner, 'pay', CAST(t.at / 86400 AS INTEGER) AS day, sum(t.amount)
FROM transfers t JOIN accounts a ON a.id = t.debit
WHERE t.reason = 'pay' AND a.owner > 0
    AND CAST(t.at / 86400 AS INTEGER) = (SELECT CAST(max(at) / 86400 AS INTEGER) FROM transfers)
GROUP BY a.server, a.owner;

-- Secrets of this file, made once, each for one purpose.
CREATE TABLE keys (
    name TEXT PRIMARY KEY,
    secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT, WITHOUT ROWID;

-- Who had themselves forgotten and had a purse, by a keyed hash of their id in that server; and until the
-- day is over, what counts towards its limits. Ordered by the hash, so that nothing tells who came when.
CREATE TABLE forgotten_limits (
    server INTEGER NOT NULL,
    person BLOB NOT NULL CHECK (length(person) = 32),
    kind TEXT NOT NULL CHECK (kind IN ('purse', 'wages', 'pay', 'house')),
    day INTEGER NOT NULL, -- 0 for a purse
    amount INTEGER NOT NULL, -- 0 for a purse
    PRIMARY KEY (server, person, kind)
) STRICT, WITHOUT ROWID;
