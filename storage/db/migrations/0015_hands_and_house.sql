-- How many hands somebody has played of a game, counted as long as the coach asks; whether there is to be a coach.

CREATE TABLE hands_played (
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    hands INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

ALTER TABLE preferences ADD COLUMN coach TEXT NOT NULL DEFAULT 'on' CHECK (coach IN ('on', 'off'));

-- What the house has won and lost by each game, since it was first counted.
CREATE TABLE house_results (
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY (server, game)
) STRICT, WITHOUT ROWID;
