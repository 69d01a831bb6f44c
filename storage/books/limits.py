"""Amounts that count towards a day's limits: wages, gifts, winnings from the house, purses, and losses.

Days are in UTC. When the clock is set, today's counts move to the new today: no wage is paid twice,
and a clock that was once ten years ahead keeps nobody waiting ten years (F-16).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from storage.db.kept import DAY_SECONDS, KEPT_UNDER_HASH, Personal
from storage.db.transaction import GREATER, Transaction, merged

SMALL_SECONDS = 1800
"""Smaller corrections of the clock change no day: what was counted just after midnight stays."""

Kind: TypeAlias = Literal["wages", "pay", "house", "purses", "lost"]


def day_of(at: float) -> int:
    """The day of a time in unix seconds, counted in UTC from 1970."""
    return int(at // DAY_SECONDS)


def next_week_at(at: float) -> float:
    """When the week after that of a time begins, on Monday at midnight in UTC."""
    # The first day of 1970 was a Thursday.
    return float((day_of(at) + 3) // 7 * 7 + 4) * DAY_SECONDS


def last_day(tx: Transaction, server: int, player: int, kind: Kind) -> int | None:
    """The latest day on which an amount of this kind was counted, or None; held until the commit."""
    tx.hold_books(server)
    return tx.number(
        "SELECT day FROM day_limits WHERE server = ? AND player = ? AND kind = ?", (server, player, kind)
    )


def counted(tx: Transaction, server: int, player: int, kind: Kind, at: float) -> int:
    """The amount counted on the day of `at`; nobody else counts there until the commit."""
    tx.hold_books(server)
    amount = tx.number(
        "SELECT amount FROM day_limits WHERE server = ? AND player = ? AND kind = ? AND day >= ?",
        (server, player, kind, day_of(at)),
    )
    return amount or 0


def count(tx: Transaction, server: int, player: int, kind: Kind, amount: int, at: float) -> None:
    """Add to the amount counted on the day of `at`, in the transaction that moves the money."""
    row = {"server": server, "player": player, "kind": kind, "day": day_of(at), "amount": amount}
    tx.add("day_limits", row, _COUNTED_ON)


_COUNTED_ON = merged(
    "day_limits",
    ("server", "player", "kind"),
    {
        "amount": (
            "excluded.amount + CASE WHEN day_limits.day >= excluded.day THEN day_limits.amount ELSE 0 END"
        ),
        "day": GREATER,
    },
)


def set_clock(tx: Transaction, before: float, after: float) -> None:
    """Move the counts when the clock is set from one time to another."""
    old, new = day_of(before), day_of(after)
    if abs(after - before) < SMALL_SECONDS or old == new:
        return
    for name in ("day_limits", "forgotten_limits"):
        # A count of an earlier day moves to yesterday, even if the new clock has not reached that day yet.
        tx.execute(
            f"UPDATE {name} SET day = CASE WHEN day >= :old THEN :new ELSE :new - 1 END"  # noqa: S608  # our own words
            " WHERE (day >= :old OR day >= :new) AND kind <> 'purse'",
            {"old": old, "new": new},
        )


PERSONAL = (Personal("day_limits", "server, kind, day, amount", "server, kind", forgetting=KEPT_UNDER_HASH),)
