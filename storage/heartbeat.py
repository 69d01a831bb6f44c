"""When the bot was last alive, so that its downtime does not count (TB-8, F-17)."""

from __future__ import annotations

from storage.transaction import Transaction


def touch(tx: Transaction, at: float) -> None:
    """Note that the bot is alive."""
    tx.execute(
        "INSERT INTO pulse VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at", (at,)
    )


def last(tx: Transaction) -> float | None:
    """When the bot was last alive, or None if it never was."""
    at: float | None = tx.value("SELECT alive_at FROM pulse")
    return at
