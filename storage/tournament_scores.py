"""Court scores of an event, by player (KH-12): what a hand brought is added, wherever it was played.

Every tournament is an event, by its number; the points of a race stand here too. Whoever goes
to another table takes the score along.
"""

from __future__ import annotations

from storage.ledger import AMOUNT_MAX
from storage.transaction import Transaction


def add(tx: Transaction, event: int, player: int, points: int) -> None:
    """Add what a hand brought, up to the largest number there is."""
    tx.execute(
        "INSERT INTO courts VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET points = min(points + excluded.points, ?)",
        (event, player, points, AMOUNT_MAX),
    )


def of_event(tx: Transaction, event: int) -> dict[int, int]:
    """Everybody's score, by player, the highest first."""
    rows = tx.all("SELECT player, points FROM courts WHERE event = ? ORDER BY points DESC, player", (event,))
    return dict(rows)


def best(tx: Transaction, event: int) -> tuple[tuple[int, int], ...]:
    """The players with the highest score, who share the house prize, and that score; nobody without one."""
    rows = tx.all(
        "SELECT player, points FROM courts WHERE event = ?1 AND points > 0"
        " AND points = (SELECT max(points) FROM courts WHERE event = ?1) ORDER BY player",
        (event,),
    )
    return tuple((player, points) for player, points in rows)
