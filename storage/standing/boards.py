"""The boards of a server: people ranked by their records, and other lists of who has most.

Some stand in a channel, each in a message of ours that is kept up to date (TB-22).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from storage.db.kept import Fleeting
from storage.db.transaction import Transaction, Value, columns_of
from storage.errors import TooMany

Measure: TypeAlias = Literal["net", "won", "best", "courts"]
"""What a board goes by."""
Why: TypeAlias = Literal["", "gone", "forbidden"]
"""Why a message is no longer kept up to date: it is gone, or out of reach."""

POSTS_MAX = 5
"""How many boards a server may keep up to date."""
STOPPED_SECONDS = 30 * 24 * 3600
"""For so long it is known that one has stopped, and why."""

_VALUES = {"net": "sum(net)", "won": "sum(won)", "best": "max(best)", "courts": "sum(count)"}


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody's place on a board: with how much, or with which hand as it is kept."""

    place: int
    player: int
    value: Any
    equals: int
    """How many share the place, whether they are on the list or not."""


@dataclass(frozen=True, slots=True)
class BoardPost:
    """A message with a board: what it goes by, of which game and days, and a digest of what it shows."""

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
    """The first of the players that a query finds, each with a value; equal ones share a place."""
    until = "" if limit is None else f" LIMIT {limit:d}"
    return read_places(tx.all(f"{_places(people, worth)} ORDER BY place, player{until}", parameters))


def _places(people: str, worth: str) -> str:
    return (
        f"SELECT player, value, rank() OVER (ORDER BY {worth} DESC) AS place,"  # noqa: S608  (our own words)
        f" count(*) OVER (PARTITION BY {worth}) AS equals FROM ({people}) AS people"
    )


def read_places(rows: Sequence[Any]) -> list[Placed]:
    """Places as they were read."""
    return [Placed(row["place"], row["player"], row["value"], row["equals"]) for row in rows]


def left_out(placed: Sequence[Placed]) -> int:
    """How many share the last place of a list, and are not on it."""
    if not placed:
        return 0
    last = placed[-1]
    return last.equals - sum(each.place == last.place for each in placed)


def ranked(
    tx: Transaction, server: int, by: Measure, game: str | None, since: int, limit: int | None
) -> list[Placed]:
    """Who has most for coins since a day, at most so many people; equal ones share a place.

    Who keeps their record to themselves is on no board, nor who has nothing to show.
    """
    return placed(tx, *_people(server, by, game, since), limit, _worth(by))


def place_of(
    tx: Transaction, server: int, by: Measure, game: str | None, since: int, player: int
) -> Placed | None:
    """Somebody's place among all of these; None if they are on no board."""
    people, parameters = _people(server, by, game, since)
    query = f"SELECT * FROM ({_places(people, _worth(by))}) AS places WHERE player = ?"  # noqa: S608  (our own words)
    return next(iter(read_places(tx.all(query, (*parameters, player)))), None)


def _worth(by: Measure) -> str:
    # Hands with the same rank are equally good, whatever their cards and where they were played.
    return "substr(value, 1, instr(value, ' '))" if by == "best" else "value"


def _people(server: int, by: Measure, game: str | None, since: int) -> tuple[str, tuple[Value, ...]]:
    nothing = "''" if by == "best" else "0"
    days = " AND day >= ?" if since else ""
    kept = "records" if since else "record_totals"
    if by == "courts":
        kept, days = "deeds", " AND deed = 'courts' AND day >= ?"
    people = (
        f"SELECT player, value FROM (SELECT player, {_VALUES[by]} AS value FROM {kept}"  # noqa: S608  (our own words)
        f" WHERE server = ? AND money = 'coins'{days} AND (? IS NULL OR game = ?) GROUP BY player) AS kept"
        " LEFT JOIN preferences USING (player)"
        f" WHERE value > {nothing} AND coalesce(record, 'shown') = 'shown'"
    )
    return people, (server, *((since,) if "?" in days else ()), game, game)


def require_room(tx: Transaction, server: int) -> None:
    """Refuse one board more than a server may have."""
    if len([each for each in posts_of_server(tx, server) if not each.why]) >= POSTS_MAX:
        raise TooMany(POSTS_MAX)


def add_post(tx: Transaction, post: BoardPost) -> None:
    """Keep a new message; its number is given here."""
    row = asdict(post)
    del row["id"]
    tx.add("board_posts", row)


def standing_posts(tx: Transaction) -> tuple[BoardPost, ...]:
    """All boards that are kept up to date, in every server."""
    return _posts(tx, "stopped_at IS NULL ORDER BY id", ())


def posts_of_server(tx: Transaction, server: int) -> tuple[BoardPost, ...]:
    """A server's boards, also those that have stopped."""
    return _posts(tx, "server = ? ORDER BY id", (server,))


def note_looks(tx: Transaction, number: int, looks: str) -> None:
    """Note what a message shows now."""
    tx.execute("UPDATE board_posts SET looks = ? WHERE id = ?", (looks, number))


def stop_posts(tx: Transaction, messages: Collection[int], why: Why, at: float) -> None:
    """Keep these messages up to date no more."""
    tx.execute_each(
        "UPDATE board_posts SET stopped_at = ?, why = ? WHERE message = ? AND stopped_at IS NULL",
        [(at, why, message) for message in messages],
    )


def _posts(tx: Transaction, which: str, parameters: tuple[int, ...]) -> tuple[BoardPost, ...]:
    rows = tx.all(f"SELECT {columns_of(BoardPost)} FROM board_posts WHERE {which}", parameters)  # noqa: S608  (our own words)
    return tuple(BoardPost(**row) for row in rows)


FLEETING = (Fleeting("board_posts", "id", f"stopped_at < :at - {STOPPED_SECONDS}"),)
