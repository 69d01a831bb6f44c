"""The ranking of three dice, and the luck of a throw compared with the average.

Luck (TB-19): the value of a throw is the share of 512 throws that it beats, minus the share that beats it. It
is between -1 and 1, and on average exactly 0. Show-ups are no hands, so their value is 0. Every throw
counts, even if it is rethrown: players choose when to rethrow, but not the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import cache
from itertools import product
from typing import Literal, TypeAlias

from games.engine.core.values import dataclass

SIDES = 8
Dice: TypeAlias = tuple[int, int, int]
"""Three dice, lowest first."""

HandKind: TypeAlias = Literal["home", "triple", "run", "pair", "junk", "empty", "show_up", "double_show_up"]
NAMED: dict[Dice, HandKind] = {
    (1, 4, 7): "empty",
    (2, 5, 8): "empty",
    (2, 4, 6): "show_up",
    (4, 6, 8): "double_show_up",
}
RAISES: dict[HandKind, int] = {"show_up": 1, "double_show_up": 2}
"""Throws that are no hands: they are thrown again, and raise the pay by this amount (SH-5)."""
RANKS: dict[HandKind, int] = {
    "home": 5,
    "triple": 4,
    "run": 3,
    "pair": 2,
    "junk": 1,
    "empty": 0,
    "show_up": -1,
    "double_show_up": -1,
}


@dataclass(frozen=True, slots=True)
class DiceHand:
    """Three dice, and the hand that they were when thrown."""

    dice: Dice
    kind: HandKind
    score: int | None


def in_order(first: int, second: int, third: int) -> Dice:
    """Return three numbers as dice, lowest first."""
    low, middle, high = sorted((first, second, third))
    return low, middle, high


def throw(below: Callable[[int], int]) -> Dice:
    """Return three thrown dice; `below` draws a number from 0 to its bound - 1."""
    return in_order(1 + below(SIDES), 1 + below(SIDES), 1 + below(SIDES))


def read_dice(dice: Dice, homes: Collection[Dice] = ()) -> DiceHand:
    """Return the hand of these dice; `homes` are the home throws that count (SH-3)."""
    if dice in homes:
        return DiceHand(dice, "home", None)
    if dice in NAMED:
        return DiceHand(dice, NAMED[dice], None)
    low, middle, high = dice
    if low == high:
        return DiceHand(dice, "triple", low)
    if (middle, high) == (low + 1, low + 2):
        return DiceHand(dice, "run", middle)
    if middle in (low, high):
        # The third die is the score of a pair.
        return DiceHand(dice, "pair", high if middle == low else low)
    return DiceHand(dice, "junk", middle)


def key(hand: DiceHand, *, inverted_junk: bool) -> tuple[int, int]:
    """Return the hand's key: the larger key is the better hand; equal keys tie (SH-7, SH-9)."""
    if hand.score is None:
        return RANKS[hand.kind], 0
    is_higher_better = inverted_junk and hand.kind == "junk"
    return RANKS[hand.kind], hand.score if is_higher_better else SIDES - hand.score


def lowered(pay: int, hand: DiceHand) -> int:
    """Return the pay once this hand stands (SH-2)."""
    return pay if hand.score is None else min(pay, hand.score)


def odds(hand: DiceHand) -> int:
    """Return the number of throws of this kind, without home throws; for a home throw, of its dice."""
    if hand.kind == "home":
        return all_throws().count(hand.dice)
    return sum(read_dice(dice).kind == hand.kind for dice in all_throws())


@cache
def all_throws() -> tuple[Dice, ...]:
    """Return all 512 equally likely throws of three dice."""
    faces = range(1, SIDES + 1)
    return tuple(in_order(*dice) for dice in product(faces, faces, faces))


MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Luck:
    """The value of each throw, and the variance of the values; both in millionths."""

    worths: Mapping[Dice, int]
    spread: int


@cache
def luck(homes: frozenset[Dice], *, inverted_junk: bool) -> Luck:
    """Return the luck of throws for a player with these home throws (SH-3, SH-9)."""
    throws = all_throws()
    read = {dice: read_dice(dice, homes) for dice in throws}
    keys = {
        dice: key(hand, inverted_junk=inverted_junk) for dice, hand in read.items() if hand.kind not in RAISES
    }
    times = Counter(keys[dice] for dice in throws if dice in keys)
    below: dict[tuple[int, int], int] = {}
    lower = 0
    for each in sorted(times):
        below[each] = lower
        lower += times[each]
    # The margin of a throw is the number of worse throws minus the number of better throws.
    margins = {dice: 2 * below[own] + times[own] - lower for dice, own in keys.items()}
    squares = sum(margins.get(dice, 0) ** 2 for dice in throws)
    count = len(throws)
    worths = {dice: round(MILLION * margins.get(dice, 0) / count) for dice in read}
    return Luck(worths, round(MILLION * squares / count**3))
