"""Declarations of personal data and of expiring rows; each module declares its own (`PERSONAL`, `EXPIRING`).

Personal data is exported and erased on a user's request. Expired rows are deleted in small pieces, since
writers wait for the deleting transaction.

The clock can be wrong, and deleted rows do not come back when it is set right. So rows are deleted a day
after they expire, and not at all on the day after the clock has jumped (F-16).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from storage.db.transaction import Fields, Transaction

KEPT_UNDER_HASH = ()
"""No SQL for erasure, because `erased_people.remember` moves these rows."""
DELETED = "DELETE FROM {rows} WHERE {whose} = :player"
UNNAMED = "UPDATE {rows} SET {whose} = :nobody WHERE {whose} = :player"
SILENCED = "UPDATE {rows} SET reason = '', {whose} = :nobody WHERE {whose} = :player"
DAY_SECONDS = 86_400
PIECE = 500
"""The number of rows deleted at once, in a few milliseconds."""
JUMP_SECONDS = 3600.0
"""The smallest jump of the clock that counts; the extra day covers smaller ones."""
JUMPED = "clock_jumped"
"""The name of the note with the time of the clock's last jump, in unix seconds after the jump."""


def note_jump(tx: Transaction, set_by: float, at: float) -> None:
    """Record a change of the clock by `set_by` seconds, if it is a jump."""
    if abs(set_by) >= JUMP_SECONDS:
        tx.set_note(JUMPED, str(at))


def note_away(tx: Transaction, away: float, at: float) -> None:
    """Record downtime of a day or more as a jump, because the clock may have been set meanwhile."""
    if away >= DAY_SECONDS:
        note_jump(tx, away, at)


def is_steady(tx: Transaction, at: float) -> bool:
    """Return True if the clock has not jumped for a day, so that expired rows may be deleted."""
    jumped_at = tx.get_note(JUMPED)
    return jumped_at is None or at - float(jumped_at) >= DAY_SECONDS


def day_of(at: float) -> int:
    """Return the day of a time in unix seconds: the number of days since 1970 in UTC."""
    return int(at // DAY_SECONDS)


def next_week_at(at: float) -> float:
    """Return the beginning of the week after a time: Monday at midnight in UTC, in unix seconds."""
    # The first day of 1970 was a Thursday.
    return float((day_of(at) + 3) // 7 * 7 + 4) * DAY_SECONDS


@dataclass(frozen=True, slots=True)
class PersonalColumns:
    """The personal data in the rows of a table, and the column with the ids of the people concerned."""

    rows: str
    """The table."""
    columns: str = ""
    """The columns of the export, in SQL; empty if another declaration exports them."""
    order: str = ""
    whose: str = "player"
    """The column with the people's ids."""
    told: str = ""
    """The name in an export; empty: the table's name."""
    source: str = ""
    """The FROM clause of the export, in SQL; empty: the table."""
    which: str = ""
    """The WHERE condition of the export, in SQL, with the person's id as its parameter."""
    forgetting: tuple[str, ...] = (DELETED,)
    """The SQL of the erasure; `:player` is the person's id, `:nobody` the number that replaces it."""
    read: Callable[[Any], Any] = dict
    """Converts a row for the export, ready for JSON."""

    def export(self, tx: Transaction, player: int) -> list[Any]:
        """Return the exported data of a person."""
        order = f" ORDER BY {self.order}" if self.order else ""
        which = f"{self.source or self.rows} WHERE {self.which or f'{self.whose} = ?'}{order}"
        return [self.read(row) for row in tx.all(f"SELECT {self.columns} FROM {which}", (player,))]  # noqa: S608  (our own words)

    def forget(self, tx: Transaction, player: int, nobody: int) -> None:
        """Erase a person's data."""
        for each in self.forgetting:
            tx.execute(each.format(rows=self.rows, whose=self.whose), {"player": player, "nobody": nobody})


@dataclass(frozen=True, slots=True)
class ExpiringRows:
    """The rows of a table that expire."""

    rows: str
    """The table."""
    key: str
    """The columns of the table's key."""
    over: str
    """The SQL condition of expired rows, served by an index; `:at` is a day ago, `:day` that day in UTC."""

    def delete(self, tx: Transaction, at: float) -> int:
        """Delete a piece of the rows that expired a day ago; return their number, 0 once none is left."""
        expired = f"SELECT {self.key} FROM {self.rows} WHERE {self.over} LIMIT {PIECE}"  # noqa: S608  (our own words)
        day_ago: Fields = {"at": at - DAY_SECONDS, "day": day_of(at - DAY_SECONDS)}
        return tx.execute(f"DELETE FROM {self.rows} WHERE ({self.key}) IN ({expired})", day_ago).rowcount  # noqa: S608
