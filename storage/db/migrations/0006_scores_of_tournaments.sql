-- A tournament is an event: its scores stand in courts, hand by hand, and nowhere else.
INSERT OR IGNORE INTO courts SELECT tournament, player, score FROM results WHERE score IS NOT NULL;
ALTER TABLE results DROP COLUMN score;
