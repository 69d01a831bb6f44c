-- Discord's scheduled events for tournaments of a series.

ALTER TABLE series ADD COLUMN has_events INTEGER NOT NULL DEFAULT 0 CHECK (has_events IN (0, 1));

CREATE TABLE scheduled_events (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (id),
    event INTEGER, -- Discord's id of it; none: it is not there, or not known to be
    status TEXT NOT NULL CHECK (status IN ('wanted', 'creating', 'scheduled', 'active', 'done')),
    print TEXT NOT NULL DEFAULT '' -- of what Discord was told last
) STRICT;

CREATE INDEX scheduled_events_kept ON scheduled_events (tournament) WHERE status <> 'done';
