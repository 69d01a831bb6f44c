-- Every hand as it began; its moves lead on from there. Secret until it is over, and cut for whoever asks even then.

CREATE TABLE hands (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    beginning TEXT NOT NULL,
    seals TEXT, -- what was drawn and dealt in it: known when it is over
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
