"""How a tournament went, noted hand by hand, and of what everybody saw alone (TN-40).

Entrants stand here by their numbers, which say nothing of whoever has been forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from games.engine.core.deeds import BestHand

FALLS_KEPT = 6
"""Of so many who went out last is kept on whose hand."""


@dataclass(frozen=True, slots=True)
class Leading:
    """After how many hands somebody alone had most."""

    number: int
    hands: int


@dataclass(frozen=True, slots=True)
class Feat:
    """What somebody won, or showed, in a hand of a table."""

    number: int
    table: int
    hand: int
    amount: int = 0
    cards: BestHand | None = None


@dataclass(frozen=True, slots=True)
class Fall:
    """Somebody who went out, who won most in that hand, and what the winner showed."""

    number: int
    by: int | None = None
    cards: BestHand | None = None


@dataclass(frozen=True, slots=True)
class StoryHand:
    """A hand as the story takes it in: what each entrant won or lost, who showed what, won, or went out.

    `leader` alone has most after it.
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
    """What is told when it is over; of equal feats the first."""

    hands: int = 0
    led: tuple[Leading, ...] = ()
    most: Feat | None = None
    best: Feat | None = None
    falls: tuple[Fall, ...] = ()
    last: Feat | None = None
    """Who won the latest hand."""

    def after(self, hand: StoryHand) -> Story:
        """The story with one more hand."""
        led = Counter({each.number: each.hands for each in self.led})
        led.update([] if hand.leader is None else [hand.leader])
        winner = max(hand.gains, key=lambda number: hand.gains[number], default=None)
        if winner is None or hand.gains[winner] <= 0:
            winner = next(iter(hand.won), None)
        falls = [Fall(number, winner, _of(hand, winner)) for number in hand.out]
        return Story(
            self.hands + 1,
            tuple(Leading(*each) for each in led.items()),
            self._most(hand),
            self._best(hand),
            (*self.falls, *falls)[-FALLS_KEPT:],
            self.last if winner is None else Feat(winner, hand.table, hand.hand, 0, _of(hand, winner)),
        )

    def without(self, numbers: Collection[int]) -> Story:
        """The story without the hands that these entrants showed: they may be what somebody typed (SH-3)."""
        return replace(
            self,
            best=None if self.best is not None and self.best.number in numbers else self.best,
            falls=tuple(replace(each, cards=None) if each.by in numbers else each for each in self.falls),
            last=None if self.last is None else _unshown(self.last, numbers),
        )

    def _most(self, hand: StoryHand) -> Feat | None:
        feats = [Feat(number, hand.table, hand.hand, gain) for number, gain in hand.gains.items() if gain > 0]
        known = [] if self.most is None else [self.most]
        return max((*known, *feats), key=lambda feat: feat.amount, default=None)

    def _best(self, hand: StoryHand) -> Feat | None:
        feats = [Feat(number, hand.table, hand.hand, 0, cards) for number, cards in hand.shown.items()]
        known = [] if self.best is None else [self.best]
        return max((*known, *feats), key=_rank, default=None)


def _rank(feat: Feat) -> tuple[int, ...]:
    return () if feat.cards is None else feat.cards.key


def _of(hand: StoryHand, number: int | None) -> BestHand | None:
    return None if number is None else hand.shown.get(number)


def _unshown(feat: Feat, numbers: Collection[int]) -> Feat:
    return replace(feat, cards=None) if feat.number in numbers else feat
