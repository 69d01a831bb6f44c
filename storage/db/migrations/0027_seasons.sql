-- Seasons of a server, and how the boards of those that are over stood at their end.

CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: buttons name it
    server INTEGER NOT NULL,
    name TEXT NOT NULL,
    first_day INTEGER NOT NULL, -- counted in UTC from 1970
    last_day INTEGER -- none while it runs
) STRICT;

CREATE UNIQUE INDEX seasons_running ON seasons (server) WHERE last_day IS NULL;
CREATE INDEX seasons_server ON seasons (server);

CREATE TABLE season_places (
    season INTEGER NOT NULL REFERENCES seasons (id),
    measure TEXT NOT NULL,
    game TEXT NOT NULL, -- empty: all games
    player INTEGER NOT NULL,
    place INTEGER NOT NULL,
    value ANY NOT NULL, -- a number, or a hand as records keep it
    PRIMARY KEY (season, measure, game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX season_places_player ON season_places (player);
