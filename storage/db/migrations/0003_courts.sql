-- Court scores (KH-12) by event; what is scored outside of one stands in scores.

CREATE TABLE courts (
    event INTEGER NOT NULL,
    player INTEGER NOT NULL,
    points INTEGER NOT NULL CHECK (points BETWEEN 0 AND 9007199254740991),
    PRIMARY KEY (event, player)
) STRICT, WITHOUT ROWID;
