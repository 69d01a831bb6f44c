-- Each open question of a person, when to call them to it, and the message that did: a call outlives the process.

CREATE TABLE turn_calls (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    question INTEGER NOT NULL,
    player INTEGER NOT NULL,
    server INTEGER NOT NULL,
    call_at REAL, -- none: not to be called, or called already
    way TEXT CHECK (way IN ('channel', 'dm')), -- from just before the message is sent
    channel INTEGER, -- where the message stands
    message INTEGER,
    ending TEXT CHECK (ending IN ('answered', 'over')), -- the message has yet to be taken back
    PRIMARY KEY (table_id, seat, question, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX turn_calls_due ON turn_calls (call_at) WHERE call_at IS NOT NULL;
CREATE INDEX turn_calls_ended ON turn_calls (table_id) WHERE ending IS NOT NULL;
CREATE INDEX turn_calls_player ON turn_calls (player);

-- When each person last pressed something at a table: they are called later than others.

ALTER TABLE sitters ADD COLUMN pressed_at REAL;
