-- Messages of tables and tournaments that others have replaced, until they are deleted: a kill in between leaves none.

CREATE TABLE replaced_messages (
    message INTEGER PRIMARY KEY,
    server INTEGER NOT NULL,
    channel INTEGER NOT NULL
) STRICT;
