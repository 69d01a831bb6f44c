-- Records: what was won of the house's coins stands apart from what people won from each other, and luck is kept.

CREATE TABLE kept_records (
    server INTEGER NOT NULL,
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    money TEXT NOT NULL CHECK (money IN ('coins', 'house', 'practice', 'chips')), -- house: coins, with a house player
    day INTEGER NOT NULL, -- counted in UTC from 1970
    hands INTEGER NOT NULL,
    won INTEGER NOT NULL,
    folds INTEGER NOT NULL,
    showdowns INTEGER NOT NULL,
    net INTEGER NOT NULL,
    staked INTEGER NOT NULL,
    best TEXT NOT NULL, -- the best hand that all saw: its rank, kind and cards, and since this version @table.hand
    luck INTEGER NOT NULL, -- by how much it was better than on average what chance alone decided, in millionths
    spread INTEGER NOT NULL, -- the variance of that
    PRIMARY KEY (server, player, game, money, day)
) STRICT, WITHOUT ROWID;

INSERT INTO kept_records SELECT *, 0, 0 FROM records;
DROP TABLE records;
ALTER TABLE kept_records RENAME TO records;
CREATE INDEX records_player ON records (player, game);

-- The next start counts the hands that are still there again.
UPDATE notes SET body = 'again' WHERE name = 'records' AND body <> 'due';
