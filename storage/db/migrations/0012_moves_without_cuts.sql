-- Presses cut nothing any more: what is mixed into a hand's chance stands in its seal alone.

DROP TRIGGER moves_stay;

ALTER TABLE moves DROP COLUMN cut;

CREATE TRIGGER moves_stay BEFORE UPDATE OF revision, number, hand, seat, move ON moves
BEGIN
    SELECT RAISE(ABORT, 'moves are only ever added');
END;
