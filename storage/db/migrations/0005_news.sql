-- What is still to be told of tournaments: written with the change it comes from, gone once it was said.

CREATE TABLE news (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: messages are known again by it
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    orders TEXT NOT NULL,
    reminder TEXT NOT NULL
) STRICT;
