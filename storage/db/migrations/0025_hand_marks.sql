-- Hands that their players keep for good, and those that they have shown to a channel.

CREATE TABLE hand_marks (
    player INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('kept', 'shown')),
    table_id INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (player, kind, table_id, hand),
    FOREIGN KEY (table_id, hand) REFERENCES hands (table_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX hand_marks_hand ON hand_marks (table_id, hand, kind);
