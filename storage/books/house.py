"""What the house has won and lost by each game in a server."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from storage.db.transaction import Transaction


@dataclass(frozen=True, slots=True)
class HouseResult:
    """What the house has won and lost by one game, hand by hand."""

    game: str
    won: int
    lost: int


def count(tx: Transaction, server: int, game: str, lost: Iterable[int]) -> None:
    """Add what a hand cost the house; below zero, what it brought."""
    amounts = tuple(lost)
    lost_now, won_now = sum(max(0, each) for each in amounts), sum(max(0, -each) for each in amounts)
    if lost_now or won_now:
        tx.execute(
            "INSERT INTO house_results VALUES (?, ?, ?, ?) ON CONFLICT (server, game) DO UPDATE"
            " SET won = house_results.won + excluded.won, lost = house_results.lost + excluded.lost",
            (server, game, won_now, lost_now),
        )


def of_server(tx: Transaction, server: int) -> tuple[HouseResult, ...]:
    """The results of every game that the house has played for coins."""
    rows = tx.all("SELECT game, won, lost FROM house_results WHERE server = ? ORDER BY game", (server,))
    return tuple(HouseResult(**row) for row in rows)
