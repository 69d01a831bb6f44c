"""What is still to be told of tournaments.

Written with the change that it comes from and taken away once it has been said, so that it is
told even when the bot is killed in between. What Discord refuses is laid aside under the number
of the error: it is not told again, and not forgotten either.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from games.tournament.orders import Order
from storage.codec import Codec
from storage.errors import Unreadable
from storage.transaction import Transaction


@dataclass(frozen=True, slots=True)
class News:
    """What a change led to: the director's orders, or the reminder that was due."""

    id: int
    tournament: int
    orders: tuple[Order, ...]
    reminder: str


def add(tx: Transaction, tournament: int, orders: tuple[Order, ...], reminder: str) -> int:
    """Keep something that is to be told; its number."""
    return tx.insert(
        "INSERT INTO news (tournament, orders, reminder) VALUES (?, ?, ?)",
        (tournament, _codec().encode(orders), reminder),
    )


def untold(tx: Transaction) -> tuple[News, ...]:
    """All that is still to be told, the oldest first; what this version cannot read is left out."""
    rows = tx.all("SELECT id, tournament, orders, reminder FROM news WHERE refused = '' ORDER BY id")
    found = []
    for number, tournament, orders, reminder in rows:
        with suppress(Unreadable):
            found.append(News(number, tournament, _codec().decode(orders), reminder))
    return tuple(found)


def told(tx: Transaction, number: int) -> None:
    """It has been told."""
    tx.execute("DELETE FROM news WHERE id = ?", (number,))


def lay_aside(tx: Transaction, number: int, error: str) -> None:
    """Discord takes it in no way: it stays under the number of an error, and is not told again."""
    tx.execute("UPDATE news SET refused = ? WHERE id = ?", (error, number))


def drop(tx: Transaction, tournament: int) -> None:
    """Nothing more is to be told of a tournament."""
    tx.execute("DELETE FROM news WHERE tournament = ?", (tournament,))


@cache
def _codec() -> Codec[tuple[Order, ...]]:
    return Codec(tuple[Order, ...])
