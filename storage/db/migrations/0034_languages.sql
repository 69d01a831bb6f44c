-- The language that somebody last spoke with the bot, as Discord writes it; empty if it never heard them.

ALTER TABLE preferences ADD COLUMN language TEXT NOT NULL DEFAULT '';
