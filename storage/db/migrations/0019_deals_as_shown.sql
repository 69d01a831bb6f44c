-- Each deal of the day as it was first shown, which an upgrade in the middle of a day may deal otherwise.

CREATE TABLE daily_deals (
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    print TEXT NOT NULL, -- of the deal and its answers
    worths TEXT, -- whole numbers as JSON, in the order of the game's answers; NULL until reckoned
    PRIMARY KEY (day, game)
) STRICT, WITHOUT ROWID;

-- What answers are worth is reckoned again for those who ask.
DROP TABLE daily_worths;

-- Until the day is over: who has answered and then had themselves forgotten, by a keyed hash of their id.
CREATE TABLE forgotten_goes (
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    person BLOB NOT NULL CHECK (length(person) = 32),
    PRIMARY KEY (day, game, person)
) STRICT, WITHOUT ROWID;
