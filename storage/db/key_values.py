"""Small texts that the program keeps for itself, by name."""

from __future__ import annotations

from storage.db.transaction import Transaction


def put(tx: Transaction, name: str, text: str) -> None:
    """Store a text under a name, replacing the old one."""
    tx.put("notes", {"name": name}, {"body": text})


def remove(tx: Transaction, name: str) -> None:
    """Leave nothing under a name."""
    tx.execute("DELETE FROM notes WHERE name = ?", (name,))


def get(tx: Transaction, name: str) -> str | None:
    """The text under a name, or None."""
    text: str | None = tx.value("SELECT body FROM notes WHERE name = ?", (name,))
    return text
