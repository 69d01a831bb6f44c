-- Who closed a table, or called one of its hands off, and why. The table itself is forgotten sooner.
CREATE TABLE closings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    hand INTEGER, -- the hand that was called off
    by_player INTEGER, -- none: it came about by itself
    reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 200),
    at REAL NOT NULL
) STRICT;

CREATE INDEX closings_server ON closings (server);
CREATE INDEX closings_by ON closings (by_player);

INSERT INTO closings (server, table_id, by_player, at)
SELECT server, table_id, by_player, max(at) FROM transfers
WHERE reason = 'closed' GROUP BY server, table_id, by_player ORDER BY max(id);

DROP INDEX transfers_audited;
CREATE INDEX transfers_audited ON transfers (server)
    WHERE reason IN ('grant', 'take', 'house_bank', 'prize', 'purse_added');
