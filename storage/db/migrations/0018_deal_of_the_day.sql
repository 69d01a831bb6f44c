-- The deal of the day: who answered what, once a game and day, in all servers together; and what answers were worth.
-- Days are counted in UTC from 1970. The seeds follow from the key 'daily', which nobody sees.

CREATE TABLE daily_goes (
    player INTEGER NOT NULL,
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    answer TEXT NOT NULL,
    at REAL NOT NULL,
    shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    PRIMARY KEY (player, day, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_worths (
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    worths TEXT NOT NULL, -- whole numbers as JSON, in the order of the game's answers
    PRIMARY KEY (day, game)
) STRICT, WITHOUT ROWID;
