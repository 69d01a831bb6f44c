-- Boards of large servers: the days of a board lie side by side, and what there was since the beginning is added up.

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
    best TEXT NOT NULL, -- the best hand that all saw: its rank, kind and cards, and mostly @table.hand
    luck INTEGER NOT NULL, -- by how much it was better than on average what chance alone decided, in millionths
    spread INTEGER NOT NULL, -- the variance of that
    PRIMARY KEY (server, money, day, game, player)
) STRICT, WITHOUT ROWID;

INSERT INTO kept_records SELECT * FROM records;
DROP TABLE records;
ALTER TABLE kept_records RENAME TO records;
CREATE INDEX records_player ON records (player, money, day);

CREATE TABLE record_totals (
    server INTEGER NOT NULL,
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    money TEXT NOT NULL,
    hands INTEGER NOT NULL,
    won INTEGER NOT NULL,
    net INTEGER NOT NULL,
    best TEXT NOT NULL,
    PRIMARY KEY (server, money, game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX record_totals_player ON record_totals (player, game);

INSERT INTO record_totals
SELECT server, player, game, money, sum(hands), sum(won), sum(net), max(best) FROM records
GROUP BY server, player, game, money;

CREATE INDEX deeds_courts ON deeds (server, money, day, player, game, count) WHERE deed = 'courts';
