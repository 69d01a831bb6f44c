"""What a person prefers, in every server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from storage.transaction import Transaction

Cards: TypeAlias = Literal["panel", "dm"]
"""Where private cards are shown: on the panel, or in direct messages."""
Pings: TypeAlias = Literal["never", "late", "at_once", "dm"]
"""How to ping players on their turn: never, after some seconds, at once, or by direct message."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's preferences."""

    cards: Cards = "panel"
    pings: Pings = "late"


def save(tx: Transaction, player: int, preferences: Preferences) -> None:
    """Keep a person's preferences."""
    tx.execute(
        "INSERT INTO preferences VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET cards = excluded.cards, pings = excluded.pings",
        (player, preferences.cards, preferences.pings),
    )


def of_table(tx: Transaction, table_id: int) -> dict[int, Preferences]:
    """Those of everybody at a table who does not prefer the usual ones."""
    rows = tx.all(
        "SELECT player, cards, pings FROM sitters JOIN preferences USING (player) WHERE table_id = ?",
        (table_id,),
    )
    return {player: Preferences(cards, pings) for player, cards, pings in rows}


def load(tx: Transaction, player: int) -> Preferences:
    """A person's preferences, or the usual ones."""
    row = tx.one("SELECT cards, pings FROM preferences WHERE player = ?", (player,))
    return Preferences() if row is None else Preferences(**row)
