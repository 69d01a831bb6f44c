"""What is told of a table's hands when it closes: noted hand by hand, and of what everybody saw alone.

A hand that was called off is not among them. Seats stand for the players who had them in that hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from games.engine.core.deeds import BestHand, Deeds
from games.engine.core.game import Coins, Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Take:
    """How much a seat won in the hand of that number."""

    hand: int
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class BestShown:
    """What a seat showed to all in the hand of that number."""

    hand: int
    seat: Seat
    cards: BestHand


@dataclass(frozen=True, slots=True)
class Evening:
    """The hands that were played to their end; of equal ones the first stays the most, or the best."""

    hands: int = 0
    won: tuple[Coins, ...] = ()
    """How many hands each seat won."""
    most: Take | None = None
    best: BestShown | None = None

    def after(self, hand: int, gains: Mapping[Seat, int], deeds: Mapping[Seat, Deeds]) -> Evening:
        """The evening with one more hand."""
        won = Counter({each.seat: each.amount for each in self.won})
        won.update(seat for seat, each in deeds.items() if each.has_won)
        takes = [Take(hand, seat, amount) for seat, amount in gains.items() if amount > 0]
        shown = [BestShown(hand, seat, each.shown) for seat, each in deeds.items() if each.shown is not None]
        most = max((*_known(self.most), *takes), key=lambda take: take.amount, default=None)
        best = max((*_known(self.best), *shown), key=lambda each: each.cards.key, default=None)
        return Evening(self.hands + 1, tuple(Coins(seat, won[seat]) for seat in sorted(won)), most, best)

    def without(self, seats: Collection[Seat]) -> Evening:
        """The evening without the best hand if these seats held it: it may be what somebody typed (SH-3)."""
        return self if self.best is None or self.best.seat not in seats else replace(self, best=None)


def _known(found: T | None) -> tuple[T, ...]:
    return () if found is None else (found,)
