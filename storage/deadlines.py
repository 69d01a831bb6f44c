"""When time runs out at the open tables."""

from __future__ import annotations

from storage.transaction import Transaction


def of_tables(tx: Transaction) -> list[tuple[int, float]]:
    """The open tables on which somebody's time runs, and when it runs out."""
    rows = tx.all(
        "SELECT id, deadline_at FROM tables WHERE settled = 0 AND phase <> 'closed'"
        " AND deadline_at IS NOT NULL"
    )
    return [(table_id, at) for table_id, at in rows]


def move(tx: Transaction, by_seconds: float, clock_set_by: float) -> None:
    """Put off the open tables' times, so that nobody at them has lost or gained any (TB-8, F-16, F-17).

    Messages grow old while the bot is away: theirs are moved only by what the clock was set by.
    """
    tx.execute(
        "UPDATE tables SET deadline_at = deadline_at + ?, acted_at = acted_at + ?, posted_at = posted_at + ?"
        " WHERE settled = 0",
        (by_seconds, by_seconds, clock_set_by),
    )


def put(tx: Transaction, table_id: int, deadline_at: float | None) -> None:
    """Set a table's deadline, and nothing else of it."""
    tx.execute("UPDATE tables SET deadline_at = ? WHERE id = ?", (deadline_at, table_id))
