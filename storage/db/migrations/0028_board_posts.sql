-- Boards that stand in a channel, and are kept up to date there.

CREATE TABLE board_posts (
    id INTEGER PRIMARY KEY,
    server INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL UNIQUE,
    measure TEXT NOT NULL,
    game TEXT NOT NULL,
    period TEXT NOT NULL,
    looks TEXT NOT NULL, -- a digest of what the message shows
    stopped_at REAL, -- since when it is no longer kept up to date
    why TEXT NOT NULL DEFAULT '' CHECK (why IN ('', 'gone', 'forbidden'))
) STRICT;

CREATE INDEX board_posts_server ON board_posts (server);
