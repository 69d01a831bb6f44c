"""Small things that the program itself has to remember, by name."""

from __future__ import annotations

from storage.transaction import Transaction


def put(tx: Transaction, name: str, text: str) -> None:
    """Remember a text under a name, in place of what stood there."""
    tx.execute("INSERT INTO notes VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body", (name, text))


def get(tx: Transaction, name: str) -> str | None:
    """What stands under a name, or None."""
    text: str | None = tx.value("SELECT body FROM notes WHERE name = ?", (name,))
    return text
