"""What a player keeps for one game in one server, such as a home throw and why (SH-3)."""

from __future__ import annotations

from typing import Any, Final

from games.engine.core.game import AnyGame
from storage.db.codec import codec_of
from storage.db.transaction import Transaction

SERVER: Final = 0
"""Stands for the server itself instead of a player."""


def put(tx: Transaction, server: int, player: int, game: AnyGame, keepsake: Any) -> None:
    """Store a value, replacing the old one."""
    tx.execute(
        "INSERT INTO keepsakes VALUES (?, ?, ?, ?)"
        " ON CONFLICT (server, game, player) DO UPDATE SET body = excluded.body",
        (server, game.key, player, codec_of(game).keepsake.encode(keepsake)),
    )


def get(tx: Transaction, server: int, player: int, game: AnyGame) -> Any | None:
    """What is kept, or None."""
    body = tx.value(
        "SELECT body FROM keepsakes WHERE server = ? AND game = ? AND player = ?", (server, game.key, player)
    )
    return None if body is None else codec_of(game).keepsake.decode(body)


def clear(tx: Transaction, server: int, player: int, game: AnyGame) -> bool:
    """Keep nothing any more; False if nothing was kept."""
    gone = tx.execute(
        "DELETE FROM keepsakes WHERE server = ? AND game = ? AND player = ?", (server, game.key, player)
    )
    return gone.rowcount == 1


def everybody(
    tx: Transaction, server: int, game: AnyGame, limit: int = 100, after: int = SERVER
) -> tuple[tuple[int, Any], ...]:
    """Players' values in order of their ids, starting after one; without the server's own."""
    rows = tx.all(
        "SELECT player, body FROM keepsakes WHERE server = ? AND game = ? AND player > ?"
        " ORDER BY player LIMIT ?",
        (server, game.key, after, limit),
    )
    return tuple((row["player"], codec_of(game).keepsake.decode(row["body"])) for row in rows)
