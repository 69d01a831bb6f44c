-- The language that a person has chosen to be spoken to in, whatever their Discord says.

ALTER TABLE preferences ADD COLUMN own_language TEXT NOT NULL DEFAULT 'discord';
