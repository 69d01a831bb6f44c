"""Court scores of a tournament, by player (KH-12): what a hand brought is added, wherever it was played.

The points of a race stand here too. Whoever goes to another table takes the score along.
"""

from __future__ import annotations

from storage.ledger import AMOUNT_MAX
from storage.transaction import Transaction


def add(tx: Transaction, tournament: int, player: int, points: int) -> None:
    """Add what a hand brought, up to the largest number there is."""
    tx.execute(
        "INSERT INTO courts VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET points = min(points + excluded.points, ?)",
        (tournament, player, points, AMOUNT_MAX),
    )


def of_tournament(tx: Transaction, tournament: int) -> dict[int, int]:
    """Everybody's score, by player, the highest first."""
    query = "SELECT player, points FROM courts WHERE tournament = ? ORDER BY points DESC, player"
    return dict(tx.all(query, (tournament,)))


def best(tx: Transaction, tournament: int) -> tuple[tuple[int, int], ...]:
    """The players with the highest score, who share the house prize, and that score; nobody without one."""
    rows = tx.all(
        "SELECT player, points FROM courts WHERE tournament = ?1 AND points > 0"
        " AND points = (SELECT max(points) FROM courts WHERE tournament = ?1) ORDER BY player",
        (tournament,),
    )
    return tuple((player, points) for player, points in rows)
