"""Who closed a table or called a hand off, and why (TB-10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.table.table import Closing
from storage.books import audit_lines
from storage.db.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Closed:
    """A closing as recorded; if it names a hand, that hand was called off."""

    id: int
    table: int
    closing: Closing
    at: float


def write(tx: Transaction, server: int, table_id: int, closings: Sequence[Closing], at: float) -> None:
    """Record that a table was closed, or a hand called off."""
    for each in closings:
        number = tx.insert(
            "INSERT INTO closings (server, table_id, hand, by_player, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
            (server, table_id, each.hand, each.by, each.reason, at),
        )
        audit_lines.add(tx, server, "closing", number)


def latest(tx: Transaction, server: int, limit: int, before: int | None = None) -> tuple[Closed, ...]:
    """A server's closings, the latest first; `before` one's id, to turn the page."""
    return _found(tx, "server = ? AND (? IS NULL OR id < ?)", (server, before, before), limit)


def closing(tx: Transaction, number: int) -> Closed | None:
    """A closing by its number."""
    return next(iter(_found(tx, "id = ?", (number,), 1)), None)


def _found(tx: Transaction, which: str, parameters: tuple[int | None, ...], limit: int) -> tuple[Closed, ...]:
    rows = tx.all(
        "SELECT id, table_id, by_player, reason, hand, at FROM closings"  # noqa: S608  (our own words)
        f" WHERE {which} ORDER BY id DESC LIMIT {int(limit)}",
        parameters,
    )
    return tuple(
        Closed(row["id"], row["table_id"], Closing(row["by_player"], row["reason"], row["hand"]), row["at"])
        for row in rows
    )
