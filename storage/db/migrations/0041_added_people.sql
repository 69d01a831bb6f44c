-- Whom organisers added to a tournament, or asked to enter, beside what 0039 knew.

CREATE TABLE more_tournament_acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    act TEXT NOT NULL CHECK (
        act IN (
            'started', 'paused', 'resumed', 'added', 'invited', 'removed', 'restored', 'filled_up',
            'called_off', 'edited', 'dealt', 'chips', 'moved', 'struck', 'counted'
        )
    ),
    player INTEGER, -- to whom it was done
    count INTEGER NOT NULL DEFAULT 0, -- how many house players entered, how many chips, or which table
    by_player INTEGER, -- none: it came about by itself
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 200),
    at REAL NOT NULL,
    what TEXT NOT NULL DEFAULT '' -- names of what was laid down anew, with blanks between
) STRICT;

INSERT INTO more_tournament_acts (id, server, tournament, act, player, count, by_player, reason, at, what)
SELECT id, server, tournament, act, player, count, by_player, reason, at, what FROM tournament_acts ORDER BY id;
DROP TABLE tournament_acts;
ALTER TABLE more_tournament_acts RENAME TO tournament_acts;
CREATE INDEX tournament_acts_tournament ON tournament_acts (tournament);
CREATE INDEX tournament_acts_server ON tournament_acts (server);
CREATE INDEX tournament_acts_player ON tournament_acts (player);
CREATE INDEX tournament_acts_by ON tournament_acts (by_player);
