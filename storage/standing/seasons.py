"""A server's seasons: one at a time, by days in UTC; how they stood at their end is kept (TB-22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from games.engine.core.titles import SEASON_FIRST, SEASON_FIRST_OF_GAME, SEASONS
from storage.db.kept import UNNAMED, Personal, day_of
from storage.db.transaction import Transaction, columns_of
from storage.errors import NoSeason, SeasonOver, SeasonRuns
from storage.standing import boards, titles
from storage.standing.boards import Measure, Placed

NAME_LENGTH = 40
ROWS = 15
"""How many places of each board are kept of a season that is over, and how many people are shown of it."""
PEOPLE_MIN = 2
"""Being first of fewer is no title."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season; while it runs it has no last day. A last day before the first: it was ended the same day."""

    id: int
    server: int
    name: str
    first_day: int
    last_day: int | None = None


def asked_of(games: Iterable[str]) -> Iterator[tuple[Measure, str | None]]:
    """All boards that there are: hands of several games are not compared, and courts are of one game."""
    yield from (("net", None), ("won", None), ("courts", None))
    for game in games:
        yield from (("net", game), ("won", game), ("best", game))


def begin(tx: Transaction, server: int, name: str, at: float) -> Season:
    """Begin a season today, or tomorrow if one ended today; `SeasonRuns` while another goes on."""
    running = current(tx, server)
    if running is not None:
        raise SeasonRuns(running.name)
    latest = tx.number("SELECT max(last_day) FROM seasons WHERE server = ?", (server,))
    first_day = day_of(at) if latest is None else max(day_of(at), latest + 1)
    made = tx.insert("seasons", {"server": server, "name": name, "first_day": first_day})
    return Season(made, server, name, first_day)


def end(tx: Transaction, server: int, number: int, games: Iterable[str], at: float) -> Season:
    """End a season as it stands, keep its boards, and give its champions their titles."""
    season = of_number(tx, server, number)
    if season.last_day is not None:
        raise SeasonOver(season.name)
    for by, game in asked_of(games):
        stood = boards.ranked(tx, server, by, game, season.first_day, None)
        placed = [each for each in stood if each.place <= ROWS]
        board = {"season": number, "measure": by, "game": game or ""}
        places = [{"player": each.player, "place": each.place, "value": each.value} for each in placed]
        tx.add_each("season_places", [{**board, **each} for each in places])
        word = SEASON_FIRST if game is None else SEASON_FIRST_OF_GAME
        for each in placed if by == "net" and len(placed) >= PEOPLE_MIN else ():
            if each.place == 1:
                earned = [title for title in SEASONS if word in title.words]
                titles.give(tx, server, each.player, earned, at)
    last_day = max(day_of(at), season.first_day - 1)
    tx.execute("UPDATE seasons SET last_day = ? WHERE id = ?", (last_day, number))
    return replace(season, last_day=last_day)


def current(tx: Transaction, server: int) -> Season | None:
    """The season that runs in a server, if one does."""
    return next(iter(_found(tx, "server = ? AND last_day IS NULL", server)), None)


def latest(tx: Transaction, server: int, limit: int, until: int | None = None) -> tuple[Season, ...]:
    """A server's seasons, the newest first, or from one on; the one that runs is the first."""
    newest = f" AND id <= {int(until)}" if until is not None else ""
    return _found(tx, f"server = ?{newest} ORDER BY id DESC LIMIT {int(limit)}", server)


def of_number(tx: Transaction, server: int, number: int) -> Season:
    """A season of a server; `NoSeason` if it has none of that number."""
    for season in _found(tx, f"server = ? AND id = {int(number)}", server):
        return season
    raise NoSeason


def worth(by: str, value: str | int) -> str | int:
    """What a place was taken with: PostgreSQL, whose columns have one type, keeps numbers as text."""
    return value if by == "best" else int(value)


def standings(tx: Transaction, season: Season, by: Measure, game: str | None) -> list[Placed]:
    """Who is first in a season: as it stands now, or as it stood when it ended.

    Who keeps their record to themselves by now is not told of.
    """
    if season.last_day is None:
        return boards.ranked(tx, season.server, by, game, season.first_day, ROWS)
    rows = tx.all(
        "SELECT place, player, value, count(*) OVER (PARTITION BY place) AS equals"
        " FROM season_places LEFT JOIN preferences USING (player)"
        " WHERE season = ? AND measure = ? AND game = ? AND coalesce(record, 'shown') = 'shown'"
        " ORDER BY place, player LIMIT ?",
        (season.id, by, game or "", ROWS),
    )
    return [Placed(row["place"], row["player"], worth(by, row["value"]), row["equals"]) for row in rows]


def place_of(tx: Transaction, season: Season, by: Measure, game: str | None, player: int) -> Placed | None:
    """Somebody's place in a season, on its board or below; None if they have none.

    Once it has ended, only the places on its board are known.
    """
    if season.last_day is not None:
        found = (each for each in standings(tx, season, by, game) if each.player == player)
        return next(found, None)
    return boards.place_of(tx, season.server, by, game, season.first_day, player)


def _found(tx: Transaction, which: str, server: int) -> tuple[Season, ...]:
    rows = tx.all(f"SELECT {columns_of(Season)} FROM seasons WHERE {which}", (server,))  # noqa: S608  (our own words)
    return tuple(Season(**row) for row in rows)


PERSONAL = (
    Personal(
        "season_places",
        "season, server, name, measure, game, place, value",
        "season, measure, game",
        source="season_places JOIN seasons ON seasons.id = season",
        forgetting=(UNNAMED,),
        read=lambda row: {**row, "value": worth(row["measure"], row["value"])},
    ),
)
