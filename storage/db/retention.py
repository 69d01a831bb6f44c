"""Data of tables about people, or for a time only: each declares it (`PERSONAL`, `EXPIRING`).

It is told of in people's exports, forgotten with them, or goes once its time is over. Whoever writes waits
for the transaction that deletes: so none deletes more than a piece.

A clock can be wrong, and what is deleted does not come back when it is set right. So rows go only once they
have been over for a day, and nothing is deleted on the first day after the clock jumped (F-16).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from storage.db.transaction import Fields, Transaction

KEPT_UNDER_HASH = ()
"""Empty: `forgotten.remember` has taken such data away."""
DELETED = "DELETE FROM {rows} WHERE {whose} = :player"
UNNAMED = "UPDATE {rows} SET {whose} = :nobody WHERE {whose} = :player"
SILENCED = "UPDATE {rows} SET reason = '', {whose} = :nobody WHERE {whose} = :player"
DAY_SECONDS = 86_400
PIECE = 500
"""The number of rows deleted at once, in a few milliseconds."""
JUMP_SECONDS = 3600.0
"""Smaller jumps of the clock end well within the day that rows are kept longer."""
JUMPED = "clock_jumped"
"""The note of when the clock last jumped, in unix seconds as it said afterwards."""


def note_jump(tx: Transaction, set_by: float, at: float) -> None:
    """Note that the clock was set by these seconds."""
    if abs(set_by) >= JUMP_SECONDS:
        tx.set_note(JUMPED, str(at))


def note_away(tx: Transaction, away: float, at: float) -> None:
    """Note that the bot was away: by the clock alone, which may have been set meanwhile."""
    if away >= DAY_SECONDS:
        note_jump(tx, away, at)


def is_steady(tx: Transaction, at: float) -> bool:
    """Return True if the clock has not jumped for a day, so that what is over by it is over."""
    jumped_at = tx.get_note(JUMPED)
    return jumped_at is None or at - float(jumped_at) >= DAY_SECONDS


def day_of(at: float) -> int:
    """The day of a time in unix seconds, counted in UTC from 1970."""
    return int(at // DAY_SECONDS)


def next_week_at(at: float) -> float:
    """When the week after that of a time begins, on Monday at midnight in UTC."""
    # The first day of 1970 was a Thursday.
    return float((day_of(at) + 3) // 7 * 7 + 4) * DAY_SECONDS


@dataclass(frozen=True, slots=True)
class PersonalColumns:
    """The data about the people whom a column of a table names."""

    rows: str
    """The table."""
    columns: str = ""
    """The columns of the export, in SQL; empty: they are exported elsewhere."""
    order: str = ""
    whose: str = "player"
    """The column with their ids."""
    told: str = ""
    """The name in an export, if not that of the table."""
    source: str = ""
    """The table and what is joined to it, in SQL."""
    which: str = ""
    """The rows that are told, if not all of theirs; the parameter is the person's id."""
    forgetting: tuple[str, ...] = (DELETED,)
    """The SQL that makes it nobody's: `:player` was the person's id, `:nobody` takes its place."""
    read: Callable[[Any], Any] = dict
    """Makes of a row what is told, ready for JSON."""

    def export(self, tx: Transaction, player: int) -> list[Any]:
        """Return the data about a player."""
        order = f" ORDER BY {self.order}" if self.order else ""
        which = f"{self.source or self.rows} WHERE {self.which or f'{self.whose} = ?'}{order}"
        return [self.read(row) for row in tx.all(f"SELECT {self.columns} FROM {which}", (player,))]  # noqa: S608  (our own words)

    def forget(self, tx: Transaction, player: int, nobody: int) -> None:
        """Make it nobody's."""
        for each in self.forgetting:
            tx.execute(each.format(rows=self.rows, whose=self.whose), {"player": player, "nobody": nobody})


@dataclass(frozen=True, slots=True)
class ExpiringRows:
    """The rows of a table that will not be read again."""

    rows: str
    """The table."""
    key: str
    """The columns by which one of its rows is known."""
    over: str
    """The SQL condition of expired rows, served by an index; `:at` is a day ago, `:day` that day in UTC."""

    def delete(self, tx: Transaction, at: float) -> int:
        """Delete a piece of the rows that expired a day ago; return their number, 0 once none is left."""
        some = f"SELECT {self.key} FROM {self.rows} WHERE {self.over} LIMIT {PIECE}"  # noqa: S608  (our own words)
        then: Fields = {"at": at - DAY_SECONDS, "day": day_of(at - DAY_SECONDS)}
        return tx.execute(f"DELETE FROM {self.rows} WHERE ({self.key}) IN ({some})", then).rowcount  # noqa: S608
