-- When a deadline is shown to come, and comes, if that is later than `deadline_at`: rounded up, so that a short time
-- in which no process ran changes nothing that is shown.

ALTER TABLE tables ADD COLUMN due_at REAL;
