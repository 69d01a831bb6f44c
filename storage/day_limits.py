"""What counts towards the limits of a day: wages, coins paid to others or won from the house, and purses.

Days are UTC's. A day that has been counted stays counted when the clock goes back (F-16).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from storage.transaction import Transaction

DAY_SECONDS = 86_400

Kind: TypeAlias = Literal["wages", "pay", "house", "purses"]


def day_of(at: float) -> int:
    """The day of a time in unix seconds, counted in UTC from 1970."""
    return int(at // DAY_SECONDS)


def last_day(tx: Transaction, server: int, player: int, kind: Kind) -> int | None:
    """The latest day on which something was counted, or None."""
    day: int | None = tx.value(
        "SELECT day FROM day_limits WHERE server = ? AND player = ? AND kind = ?", (server, player, kind)
    )
    return day


def counted(tx: Transaction, server: int, player: int, kind: Kind, at: float) -> int:
    """What has been counted on that day."""
    amount: int | None = tx.value(
        "SELECT amount FROM day_limits WHERE server = ? AND player = ? AND kind = ? AND day >= ?",
        (server, player, kind, day_of(at)),
    )
    return amount or 0


def count(tx: Transaction, server: int, player: int, kind: Kind, amount: int, at: float) -> None:
    """Count an amount on that day, in the transaction that moves it."""
    tx.execute(
        "INSERT INTO day_limits VALUES (?, ?, ?, ?, ?) ON CONFLICT (server, player, kind) DO UPDATE SET"
        " amount = excluded.amount + CASE WHEN day >= excluded.day THEN amount ELSE 0 END,"
        " day = CASE WHEN day >= excluded.day THEN day ELSE excluded.day END",
        (server, player, kind, day_of(at), amount),
    )
