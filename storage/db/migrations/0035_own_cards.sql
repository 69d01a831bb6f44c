-- What a server calls cards of a game, in its own words: the latest word about a card counts, an empty one is the game's.

CREATE TABLE own_cards (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    game TEXT NOT NULL,
    card TEXT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) <= 24),
    line TEXT NOT NULL CHECK (length(line) <= 90),
    at REAL NOT NULL -- a hand that had begun by then keeps what was said before
) STRICT;

CREATE INDEX own_cards_server ON own_cards (server, game);
