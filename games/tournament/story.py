"""The facts for a tournament's story (TN-40).

Entrants appear by their numbers, which do not identify people whose data is erased.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from games.engine.core.hand_stats import BestHand

FALLS_KEPT = 6
"""The number of latest eliminations that keep their hand and its winner."""


@dataclass(frozen=True, slots=True)
class Leading:
    """The number of hands after which a player was the sole chip leader."""

    number: int
    hands: int


@dataclass(frozen=True, slots=True)
class BestResult:
    """A player's best result in a hand of a table: an amount won, or cards shown."""

    number: int
    table: int
    hand: int
    amount: int = 0
    cards: BestHand | None = None


@dataclass(frozen=True, slots=True)
class Elimination:
    """An elimination: the entrant, the biggest winner of that hand, and the cards that the winner showed."""

    number: int
    by: int | None = None
    cards: BestHand | None = None


@dataclass(frozen=True, slots=True)
class StoryHand:
    """A hand for the story: each entrant's gain or loss, the shown cards, the winners and eliminations.

    `leader` is the sole chip leader after it, if there is one.
    """

    table: int
    hand: int
    gains: Mapping[int, int]
    shown: Mapping[int, BestHand]
    won: tuple[int, ...]
    out: tuple[int, ...]
    leader: int | None


@dataclass(frozen=True, slots=True)
class Story:
    """The facts of a tournament so far, told once it has ended; of equal results the first is kept."""

    hands: int = 0
    led: tuple[Leading, ...] = ()
    most: BestResult | None = None
    best: BestResult | None = None
    falls: tuple[Elimination, ...] = ()
    last: BestResult | None = None
    """The winner of the latest hand."""

    def after(self, hand: StoryHand) -> Story:
        """Return the story with one more hand."""
        led = Counter({each.number: each.hands for each in self.led})
        led.update([] if hand.leader is None else [hand.leader])
        winner = max(hand.gains, key=lambda number: hand.gains[number], default=None)
        if winner is None or hand.gains[winner] <= 0:
            winner = next(iter(hand.won), None)
        cards = None if winner is None else hand.shown.get(winner)
        gains = (BestResult(who, hand.table, hand.hand, won) for who, won in hand.gains.items() if won > 0)
        shown = (BestResult(number, hand.table, hand.hand, 0, each) for number, each in hand.shown.items())
        return Story(
            self.hands + 1,
            tuple(Leading(*each) for each in led.items()),
            max(filter(None, (self.most, *gains)), key=lambda result: result.amount, default=None),
            max(
                filter(None, (self.best, *shown)),
                key=lambda result: result.cards.key if result.cards else (),
                default=None,
            ),
            (*self.falls, *(Elimination(number, winner, cards) for number in hand.out))[-FALLS_KEPT:],
            self.last if winner is None else BestResult(winner, hand.table, hand.hand, 0, cards),
        )

    def without(self, numbers: Collection[int]) -> Story:
        """Return the story without the cards of these entrants, which may contain typed text (SH-3)."""
        best, last = self.best, self.last
        return replace(
            self,
            best=None if best is not None and best.number in numbers else best,
            falls=tuple(replace(each, cards=None) if each.by in numbers else each for each in self.falls),
            last=replace(last, cards=None) if last is not None and last.number in numbers else last,
        )
