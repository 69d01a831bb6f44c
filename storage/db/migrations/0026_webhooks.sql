-- Where organisers have the standings of a series sent. The address is a secret.

CREATE TABLE webhooks (
    series INTEGER PRIMARY KEY REFERENCES series (id),
    player INTEGER NOT NULL, -- who named it
    address TEXT NOT NULL
) STRICT;

CREATE INDEX webhooks_player ON webhooks (player);

-- What is yet to be sent: the standings after a tournament.
CREATE TABLE webhook_posts (
    tournament INTEGER PRIMARY KEY REFERENCES tournaments (id),
    series INTEGER NOT NULL REFERENCES series (id),
    tries INTEGER NOT NULL DEFAULT 0,
    due_at REAL NOT NULL
) STRICT;

CREATE INDEX webhook_posts_series ON webhook_posts (series);
