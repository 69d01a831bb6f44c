-- The application's emojis that are ours: Discord has no room for a picture's version but in the name, which is read aloud.

CREATE TABLE emojis (
    name TEXT PRIMARY KEY,
    sprite TEXT NOT NULL,
    picture TEXT NOT NULL, -- the beginning of its SHA-256
    id INTEGER UNIQUE -- NULL until Discord has answered that it has it
) STRICT;
