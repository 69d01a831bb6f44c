-- How a person's own panel shows dice and cards: as the server does, as emojis, or in words.

ALTER TABLE preferences ADD COLUMN faces TEXT NOT NULL DEFAULT 'server'
    CHECK (faces IN ('server', 'emojis', 'words'));
