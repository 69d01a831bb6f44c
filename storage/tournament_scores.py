"""Points of a tournament by player: court scores (KH-12), or a race's points.

What a hand brought is added wherever it was played; players who change tables keep their score.
"""

from __future__ import annotations

from storage.ledger import AMOUNT_MAX
from storage.transaction import Transaction


def add(tx: Transaction, tournament: int, player: int, points: int) -> None:
    """Add a hand's points, up to the largest number there is."""
    tx.execute(
        "INSERT INTO courts VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET points = min(points + excluded.points, ?)",
        (tournament, player, points, AMOUNT_MAX),
    )


def of_tournament(tx: Transaction, tournament: int) -> dict[int, int]:
    """Everybody's score, by player, the highest first."""
    query = "SELECT player, points FROM courts WHERE tournament = ? ORDER BY points DESC, player"
    return {row["player"]: row["points"] for row in tx.all(query, (tournament,))}


def best(tx: Transaction, tournament: int) -> tuple[tuple[int, int], ...]:
    """The players who share the prize for the highest score, and that score; empty without points."""
    rows = tx.all(
        "SELECT player, points FROM courts WHERE tournament = ?1 AND points > 0"
        " AND points = (SELECT max(points) FROM courts WHERE tournament = ?1) ORDER BY player",
        (tournament,),
    )
    return tuple((row["player"], row["points"]) for row in rows)
