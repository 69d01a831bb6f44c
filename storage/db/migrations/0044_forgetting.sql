-- Who is forgotten already, and not yet at all closed tables that named them.

CREATE TABLE forgetting (
    player INTEGER PRIMARY KEY,
    nobody INTEGER NOT NULL, -- the number that takes their place
    last_table INTEGER NOT NULL, -- the latest of these tables
    last_hand INTEGER NOT NULL -- up to which hand the first of them is done
) STRICT;

-- The plans that somebody saved are found among other notes.

CREATE INDEX notes_drafts ON notes (name) WHERE substr(name, 1, 6) = 'draft:';
