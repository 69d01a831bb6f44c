"""Luck with dice: by how much a throw is better than throws are on average (TB-19).

A throw is worth the share of all 512 that it beats, less the share that beats it: between -1 and 1, and on
average exactly 0. Show-ups are no hands, neither beat nor are beaten, and are worth nothing. Every throw
counts, also one that is thrown again: who throws again chooses when, and not what the dice will show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from games.stone_hand.hands import RAISES, Dice, all_throws, key, read_dice

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Luck:
    """What each throw is worth, and the variance of that; both in millionths."""

    worths: Mapping[Dice, int]
    spread: int


@cache
def luck(homes: frozenset[Dice], *, inverted_junk: bool) -> Luck:
    """What throws are worth to a player for whom these home throws count (SH-3, SH-9)."""
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
    # Of those that are not alike, how many are worse, less how many are better.
    margins = {dice: 2 * below[mine] + times[mine] - lower for dice, mine in keys.items()}
    squares = sum(margins.get(dice, 0) ** 2 for dice in throws)
    count = len(throws)
    worths = {dice: round(MILLION * margins.get(dice, 0) / count) for dice in read}
    return Luck(worths, round(MILLION * squares / count**3))
