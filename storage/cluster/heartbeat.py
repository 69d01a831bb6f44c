"""When the bot was last alive, so that its downtime does not count (TB-8, F-17).

Each process notes it for the shards that it serves, by the number of their lease.
"""

from __future__ import annotations

from storage.db.transaction import Transaction

ONLY = 1
"""The lease of a file's one process."""


def touch(tx: Transaction, at: float, lease: int = ONLY) -> None:
    """Note that the bot is alive."""
    tx.put("pulses", {"lease": lease}, {"alive_at": at})


def last(tx: Transaction, lease: int = ONLY) -> float | None:
    """When the bot was last alive, or None if it never was."""
    at = _noted(tx, lease)
    if at is None and lease == ONLY:
        # What was moved here from where several processes were: who stopped first counts (TB-8).
        at = tx.value("SELECT min(alive_at) FROM pulses")
    return at


def latest(tx: Transaction) -> float | None:
    """When any process was last alive."""
    at: float | None = tx.value("SELECT max(alive_at) FROM pulses")
    return at


def forget(tx: Transaction, lease: int) -> float | None:
    """Drop a lease's; returns it."""
    at = _noted(tx, lease)
    tx.execute("DELETE FROM pulses WHERE lease = ?", (lease,))
    return at


def _noted(tx: Transaction, lease: int) -> float | None:
    at: float | None = tx.value("SELECT alive_at FROM pulses WHERE lease = ?", (lease,))
    return at
