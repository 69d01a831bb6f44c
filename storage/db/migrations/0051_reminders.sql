-- A question at a slow table has a second call, the reminder, or is told with others once a day.

CREATE TABLE more_turn_calls (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    question INTEGER NOT NULL,
    player INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('turn', 'reminder', 'daily')),
    server INTEGER NOT NULL,
    call_at REAL, -- none: not to be called, or called already
    way TEXT CHECK (way IN ('channel', 'dm')), -- from just before the message is sent
    channel INTEGER, -- where the message stands
    message INTEGER,
    ending TEXT CHECK (ending IN ('answered', 'over')), -- the message has yet to be taken back
    PRIMARY KEY (table_id, seat, question, player, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO more_turn_calls
    SELECT table_id, seat, question, player, 'turn', server, call_at, way, channel, message, ending FROM turn_calls;

DROP TABLE turn_calls;
ALTER TABLE more_turn_calls RENAME TO turn_calls;

CREATE INDEX turn_calls_due ON turn_calls (call_at) WHERE call_at IS NOT NULL;
CREATE INDEX turn_calls_ended ON turn_calls (table_id) WHERE ending IS NOT NULL;
CREATE INDEX turn_calls_player ON turn_calls (player);

-- When somebody wants to be called to slow tables, and when they were last told of all that wait for them.

ALTER TABLE preferences ADD COLUMN slow_pings TEXT NOT NULL DEFAULT 'turn' CHECK (slow_pings IN ('turn', 'daily', 'never'));
ALTER TABLE preferences ADD COLUMN told_at REAL;
