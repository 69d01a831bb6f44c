-- What is kept of finished hands for good: by person, server, game, day (UTC), and what it was played for.

CREATE TABLE records (
    server INTEGER NOT NULL,
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    money TEXT NOT NULL CHECK (money IN ('coins', 'practice', 'chips')),
    day INTEGER NOT NULL, -- counted in UTC from 1970
    hands INTEGER NOT NULL,
    won INTEGER NOT NULL,
    folds INTEGER NOT NULL,
    showdowns INTEGER NOT NULL,
    net INTEGER NOT NULL,
    staked INTEGER NOT NULL,
    best TEXT NOT NULL, -- the best hand that all saw: its rank, kind and cards, so written that a better one is greater
    PRIMARY KEY (server, player, game, money, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX records_player ON records (player, game);

-- What each game turns on, by its own words: throws of a kind, looks, columns taken.
CREATE TABLE deeds (
    server INTEGER NOT NULL,
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    money TEXT NOT NULL,
    day INTEGER NOT NULL,
    deed TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (server, player, game, money, day, deed)
) STRICT, WITHOUT ROWID;

CREATE INDEX deeds_player ON deeds (player);

-- How many hands somebody has played, the record says by now.
DROP TABLE hands_played;

-- The next start counts the hands that are still there, for which it has to know the games.
INSERT INTO notes VALUES ('records', 'due');
