-- Where a server has it told what its managers do, and what is yet to be told there.

CREATE TABLE audit_channels (
    server INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    status INTEGER NOT NULL DEFAULT 0, -- how Discord refused the line that is next: HTTP status and error code
    code INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A line is told from the row of that number in `transfers`, `closings` or `bars`, and nothing is kept of it twice.
CREATE TABLE audit_lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: by it Discord knows a line that it has had
    server INTEGER NOT NULL REFERENCES audit_channels (server) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('transfer', 'closing', 'bar')),
    number INTEGER NOT NULL
) STRICT;

CREATE INDEX audit_lines_server ON audit_lines (server);
