-- What people are called for what they once did in a server.

CREATE TABLE titles (
    server INTEGER NOT NULL,
    player INTEGER NOT NULL,
    title TEXT NOT NULL,
    at REAL NOT NULL,
    table_id INTEGER, -- where it was earned; a title outlasts its table
    hand INTEGER,
    PRIMARY KEY (server, player, title)
) STRICT, WITHOUT ROWID;

CREATE INDEX titles_player ON titles (player);
CREATE INDEX titles_table ON titles (table_id, hand) WHERE table_id IS NOT NULL;

-- The next start works out those of what is recorded already, for which it has to know the games.
INSERT INTO notes VALUES ('titles', 'due');
