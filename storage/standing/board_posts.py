"""Boards that stand in a channel, each in a message of ours (TB-22)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from storage.db.transaction import Transaction, columns_of
from storage.errors import TooMany

POSTS_MAX = 5
"""How many boards a server may keep up to date."""
KEPT_SECONDS = 30 * 24 * 3600
"""For so long it is known that one has stopped, and why."""

Why: TypeAlias = Literal["", "gone", "forbidden"]
"""Why a board is no longer kept up to date: its message is gone, or out of reach."""


@dataclass(frozen=True, slots=True)
class BoardPost:
    """A message with a board: what it goes by, of which game and days, and a digest of what it shows."""

    id: int
    server: int
    channel: int
    message: int
    measure: str
    game: str
    period: str
    looks: str
    why: Why = ""


def require_room(tx: Transaction, server: int) -> None:
    """Refuse one board more than a server may have."""
    if len([each for each in of_server(tx, server) if not each.why]) >= POSTS_MAX:
        raise TooMany(POSTS_MAX)


def add(tx: Transaction, post: BoardPost) -> None:
    """Keep a new message; its number is given here."""
    row = asdict(post)
    del row["id"]
    tx.add("board_posts", row)


def standing(tx: Transaction) -> tuple[BoardPost, ...]:
    """All boards that are kept up to date, in every server."""
    return _found(tx, "stopped_at IS NULL ORDER BY id", ())


def of_server(tx: Transaction, server: int) -> tuple[BoardPost, ...]:
    """A server's boards, also those that have stopped."""
    return _found(tx, "server = ? ORDER BY id", (server,))


def note_looks(tx: Transaction, number: int, looks: str) -> None:
    """Note what a message shows now."""
    tx.execute("UPDATE board_posts SET looks = ? WHERE id = ?", (looks, number))


def stop(tx: Transaction, messages: Collection[int], why: Why, at: float) -> None:
    """Keep these messages up to date no more."""
    tx.execute_each(
        "UPDATE board_posts SET stopped_at = ?, why = ? WHERE message = ? AND stopped_at IS NULL",
        [(at, why, message) for message in messages],
    )


def prune(tx: Transaction, before: float) -> None:
    """Forget those that stopped before then."""
    tx.execute("DELETE FROM board_posts WHERE stopped_at < ?", (before,))


def _found(tx: Transaction, which: str, parameters: tuple[int, ...]) -> tuple[BoardPost, ...]:
    rows = tx.all(f"SELECT {columns_of(BoardPost)} FROM board_posts WHERE {which}", parameters)  # noqa: S608  (our own words)
    return tuple(BoardPost(**row) for row in rows)
