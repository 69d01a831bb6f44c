"""Copies know what they are: whoever starts from one begins afresh, for cards were seen since then (F-59)."""

from __future__ import annotations

import sqlite3

from storage import notes
from storage.transaction import Transaction

COPY = "copy"
"""Under this name stands in a copy that it is one, until a bot has started from it."""
NUMBERS_SKIPPED = 1000
"""More tables than were opened after the copy was made: no button of theirs leads to one of ours."""


def mark(copied: sqlite3.Connection) -> None:
    """Note in a fresh copy that it is one."""
    tx = Transaction(copied)
    # A file that is empty, or was never brought up to date, has no hands that could be dealt on.
    if tx.one("SELECT 1 FROM sqlite_schema WHERE name = 'notes'") is not None:
        notes.put(tx, COPY, "1")


def is_copy(tx: Transaction) -> bool:
    """Whether this is a copy from which no bot has started yet."""
    return bool(notes.get(tx, COPY))


def adopt(tx: Transaction) -> None:
    """Go on with a copy as the database that it now is: what it has numbers for gets others than before."""
    notes.put(tx, COPY, "")
    tx.execute(
        "UPDATE sqlite_sequence SET seq = seq + ? WHERE name IN ('tables', 'tournaments')", (NUMBERS_SKIPPED,)
    )
    for name in ("tables", "tournaments"):
        tx.execute(
            "INSERT INTO sqlite_sequence SELECT ?, ?"
            " WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)",
            (name, NUMBERS_SKIPPED, name),
        )
