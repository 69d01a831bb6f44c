"""The boards of a server: people ranked by their records, and other lists of who has most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from storage.db.transaction import Transaction, Value

Measure: TypeAlias = Literal["net", "won", "best", "courts"]
"""What a board goes by."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody's place on a board: with how much, or with which hand as it is kept."""

    place: int
    player: int
    value: Any
    equals: int
    """How many share the place, whether they are on the list or not."""


_VALUES = {"net": "sum(net)", "won": "sum(won)", "best": "max(best)", "courts": "sum(count)"}


def placed(
    tx: Transaction, people: str, parameters: tuple[Value, ...], limit: int | None, worth: str = "value"
) -> list[Placed]:
    """The first of the players that a query finds, each with a value; equal ones share a place."""
    rows = tx.all(
        f"SELECT player, value, rank() OVER (ORDER BY {worth} DESC) AS place,"  # noqa: S608  (our own words)
        f" count(*) OVER (PARTITION BY {worth}) AS equals FROM ({people}) AS people"
        f" ORDER BY place, player{'' if limit is None else f' LIMIT {limit:d}'}",
        parameters,
    )
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
    nothing = "''" if by == "best" else "0"
    # Hands with the same rank are equally good, whatever their cards and where they were played.
    worth = "substr(value, 1, instr(value, ' '))" if by == "best" else "value"
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
    return placed(tx, people, (server, *((since,) if "?" in days else ()), game, game), limit, worth)
