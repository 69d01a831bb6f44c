-- How many commits there were. Beside the file stands how many were acknowledged: a log that was lost is found by it.

CREATE TABLE commits (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
) STRICT;

INSERT INTO commits VALUES (1, 0);
