"""The application's emojis that the bot has uploaded: which sprite, and which version of its picture.

An emoji is recorded before it is uploaded, so that after a kill in between it is known by its name.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from storage.db.transaction import Transaction


@dataclass(frozen=True, slots=True)
class KeptEmoji:
    """An emoji: its name, its sprite, the beginning of its picture's SHA-256, and Discord's id, if known."""

    name: str
    sprite: str
    picture: str
    id: int | None = None


def kept(tx: Transaction) -> list[KeptEmoji]:
    """Return all recorded emojis."""
    rows = tx.all("SELECT name, sprite, picture, id FROM emojis ORDER BY name")
    return [KeptEmoji(**row) for row in rows]


def record(tx: Transaction, emoji: KeptEmoji) -> None:
    """Record an emoji, in place of another one of its name or id."""
    tx.execute("DELETE FROM emojis WHERE name = ? OR id = ?", (emoji.name, emoji.id))
    tx.add("emojis", asdict(emoji))


def forget(tx: Transaction, name: str) -> None:
    """Delete the record of an emoji."""
    tx.execute("DELETE FROM emojis WHERE name = ?", (name,))
