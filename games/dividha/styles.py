"""Ways to bet: from what worth on a player bets, what it pays for, and how often it bluffs.

Which of these styles a house player has in a hand, and how often, was learned in self-play
(`training/dividha_table.py`): no style gains much on that mixture, neither one that bets always nor one that
always pays.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import NamedTuple

from games.dividha.prospects import Prospect

FOLD, STAY, HALF, POT, ALL_IN = range(5)
"""What may be done: give up, check or match, bet or raise by half the pot, by the pot, or by all there is."""
SIZES = {HALF: 0.5, POT: 1.0}
"""By how much of the pot, once matched, a raise goes up."""
NEAREST = {ALL_IN: (POT, HALF), POT: (ALL_IN, HALF), HALF: (POT, ALL_IN)}
"""What is done where that is not possible; else the seat stays in."""
RAISES_MAX = 3
"""After so many raises of a round only what is next to sure raises."""
RIVALS_MAX = 3
"""So many rivals are told apart."""
FAIR = 1.0
"""What a coin brings where it is worth what it costs."""
RESPECT = 0.1
"""How much less a coin is thought to bring for each raise of the round."""
TO_RAISE = 0.2
"""How much more it has to bring for a raise than for a bet."""


class Style(NamedTuple):
    """A way to bet, for a whole hand."""

    bets_from: float
    """What a coin has to bring for a bet."""
    pays_from: float
    """What a coin has to bring to be paid, with the part of the pot that it may win."""
    bluffs: float
    """In which share of chances it bets without that."""


STYLES = tuple(Style(*each) for each in product((0.0, 0.9, 1.05, 1.2), (0.5, 0.8, 1.1, 1.4), (0.05, 0.2)))


def wishes(style: Style, prospect: Prospect, owed: int, pot: int, raises: int) -> list[float]:
    """How often to do each thing, as shares of one."""
    gain = prospect.gain - RESPECT * raises
    if not owed:
        bets = 1.0 if gain > style.bets_from else style.bluffs
        return [0.0, 1 - bets, bets / 2, bets / 2, 0.0]
    if gain > style.bets_from + TO_RAISE:
        return [0.0, 0.0, 0.0, 1.0, 0.0]
    # Of what lies there half is on this column.
    is_paid = gain * owed + prospect.best * pot / 2 >= style.pays_from * owed
    return [0.0, 1.0, 0.0, 0.0, 0.0] if is_paid else [1.0, 0.0, 0.0, 0.0, 0.0]


def made_possible(shares: list[float], possible: Collection[int]) -> list[float]:
    """The same where only some of the raises are possible."""
    found = shares.copy()
    for action, others in NEAREST.items():
        if action not in possible:
            nearest = next((each for each in others if each in possible), STAY)
            found[nearest] += found[action]
            found[action] = 0.0
    return found
