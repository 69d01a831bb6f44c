-- Tables that are closed, the newest last: which was played at here, and which are old enough to be deleted.
-- Partial as that of open ones: an action writes no page of them.

CREATE INDEX tables_closed ON tables (server, channel, acted_at) WHERE phase = 'closed';
CREATE INDEX tables_old ON tables (server, acted_at) WHERE phase = 'closed';
