"""The boards of a server: people ranked by their records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from storage.transaction import Transaction

Measure: TypeAlias = Literal["net", "won", "best", "courts"]
"""What a board goes by."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody's place on a board: with how much, or with which hand as it is kept."""

    place: int
    player: int
    value: Any


_VALUES = {"net": "sum(net)", "won": "sum(won)", "best": "max(best)", "courts": "sum(count)"}


def ranked(
    tx: Transaction, server: int, by: Measure, game: str | None, since: int, limit: int
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
    rows = tx.all(
        f"SELECT player, value, rank() OVER (ORDER BY {worth} DESC) AS place FROM"  # noqa: S608  (our own words)
        f" (SELECT player, {_VALUES[by]} AS value FROM {kept}"
        f" WHERE server = ? AND money = 'coins'{days} AND (? IS NULL OR game = ?) GROUP BY player) AS ranked"
        " LEFT JOIN preferences USING (player)"
        f" WHERE value > {nothing} AND coalesce(record, 'shown') = 'shown' ORDER BY place, player LIMIT ?",
        (server, *((since,) if "?" in days else ()), game, game, limit),
    )
    return [Placed(row["place"], row["player"], row["value"]) for row in rows]
