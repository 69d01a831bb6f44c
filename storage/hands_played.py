"""How many hands of a game somebody has played, in all servers, as long as the coach asks."""

from __future__ import annotations

from collections.abc import Iterable

from storage.transaction import Transaction

LEARNED_HANDS = 10
"""After so many the coach says no more; further hands are not counted."""


def count(tx: Transaction, game: str, players: Iterable[int]) -> None:
    """Count a hand for each of these people."""
    for player in players:
        tx.execute(
            "INSERT INTO hands_played VALUES (?, ?, 1) ON CONFLICT (player, game) DO UPDATE"
            " SET hands = hands + 1 WHERE hands < ?",
            (player, game, LEARNED_HANDS),
        )


def learners(tx: Transaction, table_id: int, game: str) -> frozenset[int]:
    """Who at a table is still learning its game, and wants to be told what matters."""
    return frozenset(
        tx.column(
            "SELECT sitters.player FROM sitters"
            " LEFT JOIN hands_played AS played ON played.player = sitters.player AND played.game = ?"
            " LEFT JOIN preferences AS chosen ON chosen.player = sitters.player"
            " WHERE table_id = ? AND present = 1 AND coalesce(hands, 0) < ? AND coalesce(coach, 'on') = 'on'",
            (game, table_id, LEARNED_HANDS),
        )
    )
