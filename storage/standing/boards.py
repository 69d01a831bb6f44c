"""The boards of a server and its seasons: players ranked by their records, and other top lists.

A board can be posted in a channel, in a message that is kept up to date (TB-22). A server has one season at a
time, counted in days in UTC, whose final standings are kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

from games.engine.core.hand_stats import SEASON_FIRST, SEASON_FIRST_OF_GAME, SEASONS
from storage.db.retention import UNNAMED, ExpiringRows, PersonalColumns, day_of
from storage.db.transaction import Transaction, Value, columns_of
from storage.errors import NoSeason, SeasonOver, SeasonRuns, TooMany
from storage.standing import titles

Measure: TypeAlias = Literal["net", "won", "best", "courts"]
"""The measure of a board."""
Why: TypeAlias = Literal["", "gone", "forbidden"]
"""The reason why a message is no longer kept up to date: it was deleted, or is not accessible."""

POSTS_MAX = 5
"""The maximum number of a server's boards that are kept up to date."""
STOPPED_SECONDS = 30 * 24 * 3600
"""The seconds for which a stopped board is kept."""
SEASON_NAME_LENGTH = 40
SEASON_PLACES = 15
"""The number of places kept and of players shown of an ended season's board."""
PEOPLE_MIN = 2
"""The minimum number of players on a board for a title."""

_VALUES = {"net": "sum(net)", "won": "sum(won)", "best": "max(best)", "courts": "sum(count)"}


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's place on a board, with an amount, or a hand in its stored form."""

    place: int
    player: int
    value: Any
    equals: int
    """The number of players who share the place, including players cut off by the limit."""


@dataclass(frozen=True, slots=True)
class BoardPost:
    """A message with a board: its measure, game and days, and a digest of its content."""

    id: int
    server: int
    channel: int
    message: int
    measure: str
    game: str
    period: str
    looks: str
    why: Why = ""


def placed(
    tx: Transaction, people: str, parameters: tuple[Value, ...], limit: int | None, worth: str = "value"
) -> list[Placed]:
    """Return the places of the players in a query with their values; equal players share a place."""
    until = "" if limit is None else f" LIMIT {limit:d}"
    return read_places(tx.all(f"{_places(people, worth)} ORDER BY place, player{until}", parameters))


def _places(people: str, worth: str) -> str:
    return (
        f"SELECT player, value, rank() OVER (ORDER BY {worth} DESC) AS place,"  # noqa: S608  (our own words)
        f" count(*) OVER (PARTITION BY {worth}) AS equals FROM ({people}) AS people"
    )


def read_places(rows: Sequence[Any]) -> list[Placed]:
    """Return places from their rows."""
    return [Placed(row["place"], row["player"], row["value"], row["equals"]) for row in rows]


def left_out(placed: Sequence[Placed]) -> int:
    """Return the number of players who share the last place of a list but were cut off."""
    if not placed:
        return 0
    last = placed[-1]
    return last.equals - sum(each.place == last.place for each in placed)


def ranked(
    tx: Transaction, server: int, by: Measure, game: str | None, since: int, limit: int | None
) -> list[Placed]:
    """Return the places by a measure since a day, up to `limit`; equal players share a place.

    Players with hidden records, and players without a positive value, are left out.
    """
    return placed(tx, *_people(server, by, game, since), limit, _worth(by))


def place_of(
    tx: Transaction, server: int, by: Measure, game: str | None, since: int, player: int
) -> Placed | None:
    """Return a player's place by a measure since a day; None if they have none."""
    people, parameters = _people(server, by, game, since)
    query = f"SELECT * FROM ({_places(people, _worth(by))}) AS places WHERE player = ?"  # noqa: S608  (our own words)
    return next(iter(read_places(tx.all(query, (*parameters, player)))), None)


def _worth(by: Measure) -> str:
    # Hands are compared by their rank alone, without the rest of the stored text.
    return "substr(value, 1, instr(value, ' '))" if by == "best" else "value"


def _people(server: int, by: Measure, game: str | None, since: int) -> tuple[str, tuple[Value, ...]]:
    zero = "''" if by == "best" else "0"
    days = " AND day >= ?" if since else ""
    source = "records" if since else "record_totals"
    if by == "courts":
        source, days = "deeds", " AND deed = 'courts' AND day >= ?"
    people = (
        f"SELECT player, value FROM (SELECT player, {_VALUES[by]} AS value FROM {source}"  # noqa: S608  (our own words)
        f" WHERE server = ? AND money = 'coins'{days} AND (? IS NULL OR game = ?) GROUP BY player) AS kept"
        " LEFT JOIN preferences USING (player)"
        f" WHERE value > {zero} AND coalesce(record, 'shown') = 'shown'"
    )
    return people, (server, *((since,) if "?" in days else ()), game, game)


def require_room(tx: Transaction, server: int) -> None:
    """Raise if a server has the maximum number of boards."""
    if len([each for each in posts_of_server(tx, server) if not each.why]) >= POSTS_MAX:
        raise TooMany(POSTS_MAX)


def add_post(tx: Transaction, post: BoardPost) -> None:
    """Store a new message with a new id."""
    row = asdict(post)
    del row["id"]
    tx.add("board_posts", row)


def standing_posts(tx: Transaction) -> tuple[BoardPost, ...]:
    """Return all boards that are kept up to date, in all servers."""
    return _posts(tx, "stopped_at IS NULL ORDER BY id", ())


def posts_of_server(tx: Transaction, server: int) -> tuple[BoardPost, ...]:
    """Return a server's boards, including stopped boards."""
    return _posts(tx, "server = ? ORDER BY id", (server,))


def note_looks(tx: Transaction, number: int, looks: str) -> None:
    """Record a digest of a message's current content."""
    tx.execute("UPDATE board_posts SET looks = ? WHERE id = ?", (looks, number))


def stop_posts(tx: Transaction, messages: Collection[int], why: Why, at: float) -> None:
    """Stop keeping these messages up to date."""
    tx.execute_each(
        "UPDATE board_posts SET stopped_at = ?, why = ? WHERE message = ? AND stopped_at IS NULL",
        [(at, why, message) for message in messages],
    )


def _posts(tx: Transaction, condition: str, parameters: tuple[int, ...]) -> tuple[BoardPost, ...]:
    rows = tx.all(f"SELECT {columns_of(BoardPost)} FROM board_posts WHERE {condition}", parameters)  # noqa: S608  (our own words)
    return tuple(BoardPost(**row) for row in rows)


@dataclass(frozen=True, slots=True)
class Season:
    """A season; `last_day` is None while it runs.

    If the last day is before the first day, the season was ended before it began.
    """

    id: int
    server: int
    name: str
    first_day: int
    last_day: int | None = None


def asked_of(games: Iterable[str]) -> Iterator[tuple[Measure, str | None]]:
    """Yield the measure and game of all boards; None stands for all games."""
    yield from (("net", None), ("won", None), ("courts", None))
    for game in games:
        yield from (("net", game), ("won", game), ("best", game))


def begin_season(tx: Transaction, server: int, name: str, at: float) -> Season:
    """Begin a season today, or tomorrow if one ended today. Raises `SeasonRuns` while another goes on."""
    running = current_season(tx, server)
    if running is not None:
        raise SeasonRuns(running.name)
    latest = tx.scalar_int("SELECT max(last_day) FROM seasons WHERE server = ?", (server,))
    first_day = day_of(at) if latest is None else max(day_of(at), latest + 1)
    number = tx.insert("seasons", {"server": server, "name": name, "first_day": first_day})
    return Season(number, server, name, first_day)


def end_season(tx: Transaction, server: int, number: int, games: Iterable[str], at: float) -> Season:
    """End a season, store its final boards, and give its champions their titles."""
    season = season_numbered(tx, server, number)
    if season.last_day is not None:
        raise SeasonOver(season.name)
    for by, game in asked_of(games):
        final = ranked(tx, server, by, game, season.first_day, None)
        kept = [each for each in final if each.place <= SEASON_PLACES]
        board = {"season": number, "measure": by, "game": game or ""}
        places = [{"player": each.player, "place": each.place, "value": each.value} for each in kept]
        tx.insert_many("season_places", [{**board, **each} for each in places])
        word = SEASON_FIRST if game is None else SEASON_FIRST_OF_GAME
        for each in kept if by == "net" and len(kept) >= PEOPLE_MIN else ():
            if each.place == 1:
                earned = [title for title in SEASONS if word in title.words]
                titles.give(tx, server, each.player, earned, at)
    last_day = max(day_of(at), season.first_day - 1)
    tx.execute("UPDATE seasons SET last_day = ? WHERE id = ?", (last_day, number))
    return replace(season, last_day=last_day)


def current_season(tx: Transaction, server: int) -> Season | None:
    """Return a server's running season, or None."""
    return next(iter(_seasons(tx, "server = ? AND last_day IS NULL", server)), None)


def latest_seasons(tx: Transaction, server: int, limit: int, until: int | None = None) -> tuple[Season, ...]:
    """Return a server's seasons, the newest first, from the id `until` on."""
    newest = f" AND id <= {int(until)}" if until is not None else ""
    return _seasons(tx, f"server = ?{newest} ORDER BY id DESC LIMIT {int(limit)}", server)


def season_numbered(tx: Transaction, server: int, number: int) -> Season:
    """Return a season of a server by its id. Raises `NoSeason`."""
    for season in _seasons(tx, f"server = ? AND id = {int(number)}", server):
        return season
    raise NoSeason


def season_worth(by: str, value: str | int) -> str | int:
    """Return the stored value of a place as a number, or a hand as text; PostgreSQL stores both as text."""
    return value if by == "best" else int(value)


def season_standings(tx: Transaction, season: Season, by: Measure, game: str | None) -> list[Placed]:
    """Return the first places of a season: the current places, or the final places of an ended season.

    Players with hidden records are left out.
    """
    if season.last_day is None:
        return ranked(tx, season.server, by, game, season.first_day, SEASON_PLACES)
    rows = tx.all(
        "SELECT place, player, value, count(*) OVER (PARTITION BY place) AS equals"
        " FROM season_places LEFT JOIN preferences USING (player)"
        " WHERE season = ? AND measure = ? AND game = ? AND coalesce(record, 'shown') = 'shown'"
        " ORDER BY place, player LIMIT ?",
        (season.id, by, game or "", SEASON_PLACES),
    )
    return [
        Placed(row["place"], row["player"], season_worth(by, row["value"]), row["equals"]) for row in rows
    ]


def season_place_of(
    tx: Transaction, season: Season, by: Measure, game: str | None, player: int
) -> Placed | None:
    """Return a player's place in a season, or None; of an ended season, only the stored places are known."""
    if season.last_day is not None:
        found = (each for each in season_standings(tx, season, by, game) if each.player == player)
        return next(found, None)
    return place_of(tx, season.server, by, game, season.first_day, player)


def _seasons(tx: Transaction, condition: str, server: int) -> tuple[Season, ...]:
    rows = tx.all(f"SELECT {columns_of(Season)} FROM seasons WHERE {condition}", (server,))  # noqa: S608  (our own words)
    return tuple(Season(**row) for row in rows)


PERSONAL = (
    PersonalColumns(
        "season_places",
        "season, server, name, measure, game, place, value",
        "season, measure, game",
        source="season_places JOIN seasons ON seasons.id = season",
        forgetting=(UNNAMED,),
        read=lambda row: {**row, "value": season_worth(row["measure"], row["value"])},
    ),
)
EXPIRING = (ExpiringRows("board_posts", "id", f"stopped_at < :at - {STOPPED_SECONDS}"),)
