-- What managers and organisers write for the books alone, beside the reason that everybody may read.

CREATE TABLE private_notes (
    kind TEXT NOT NULL CHECK (kind IN ('transfer', 'tournament')),
    number INTEGER NOT NULL, -- of the transfer, or of the organiser's act
    server INTEGER NOT NULL,
    by_player INTEGER NOT NULL,
    player INTEGER, -- the person whom it is about
    note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
    PRIMARY KEY (kind, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX private_notes_by ON private_notes (by_player);
CREATE INDEX private_notes_player ON private_notes (player);
