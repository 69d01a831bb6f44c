"""Answers by number: all that a game may ever offer, laid out in a row of slots that is always the same.

A press is one slot, and a pick one for each set of choices. Amounts are spread over a few slots from the
least to the most, closer together where they are small; of coins that are split, some shares can be laid on
the first side. Two slots of one action that would come to the same are one: the later stands empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, assert_never

from games.engine.core.offers import (
    Action,
    Answer,
    Number,
    Offer,
    Pick,
    Press,
    Split,
    ToNumber,
    ToPick,
    ToPress,
    ToSplit,
)

AMOUNTS, SHARES = 9, 5
"""So many amounts there are in a range, and so many ways to split one."""


class Slots:
    """The slots of a game's actions."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.count = 0
        self._blocks: dict[str, tuple[int, Action]] = {}
        for action in actions:
            self._blocks[action.key] = self.count, action
            self.count += _width(action)

    def answers(self, offers: Iterable[Offer[Any]]) -> tuple[Answer | None, ...]:
        """What each slot answers to what is offered; None where nothing."""
        found: list[Answer | None] = [None] * self.count
        for offer in offers:
            start, action = self._blocks[offer.key]
            for slot, numbers in enumerate(_numbers(action, offer), start):
                if numbers is not None:
                    found[slot] = Answer(offer.key, numbers)
        return tuple(found)


def _width(action: Action) -> int:
    match action:
        case ToPress():
            return 1
        case ToNumber():
            return AMOUNTS
        case ToPick(count=count, most=most):
            return comb(most, count)
        case ToSplit(is_ranged=is_ranged):
            return SHARES * (AMOUNTS if is_ranged else 1)
        case _:
            assert_never(action)


def _numbers(action: Action, offer: Offer[Any]) -> Iterator[tuple[int, ...] | None]:
    """The numbers that go with each slot of an action."""
    match offer:
        case Press():
            yield ()
        case Number(numbers=numbers):
            yield from (None if each is None else (each,) for each in _spread(numbers, AMOUNTS, 2))
        case Pick(choices=choices):
            assert isinstance(action, ToPick)
            for chosen in _picks(action.most, action.count):
                yield chosen if chosen[-1] < len(choices) else None
        case Split(least=least, most=most):
            for amount in _spread(range(least, most + 1), AMOUNTS, 2) if least < most else (least,):
                parts = (None,) * SHARES if amount is None else _spread(offer.parts(amount), SHARES, 1)
                yield from (None if amount is None or part is None else (amount, part) for part in parts)
        case _:
            assert_never(offer)


def _spread(numbers: range, count: int, bend: int) -> tuple[int | None, ...]:
    """So many of these numbers, from the first to the last; None for one that is there already.

    The larger the bend, the more of them are near the first.
    """
    places = [round((len(numbers) - 1) * (at / (count - 1)) ** bend) for at in range(count)]
    return tuple(
        None if at and place == places[at - 1] else numbers[place] for at, place in enumerate(places)
    )


@cache
def _picks(most: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(most), count))
