"""The number of sets of five cards for each hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

from games.dividha.cards import DECK, THE_THREE
from games.dividha.hands import FIVES_TOTAL, ODDS, best


def test_all_fives_are_counted() -> None:
    """DV-1: every five of 56 cards is one of the twelve."""
    assert comb(56, 5) == FIVES_TOTAL == sum(ODDS.values())
    assert list(ODDS) == list(range(1, 13))


def test_hands_that_can_be_counted_by_hand() -> None:
    """DV-1, DV-4, DV-5: all fives that hold The Three, and all of Humans alone, one by one."""
    others = [card for card in DECK if card not in THE_THREE]
    corrupted = Counter(best((*THE_THREE, *two)).number for two in combinations(others, 2))
    humans = Counter(best(five).number for five in combinations([c for c in DECK if c[-1] == "H"], 5))

    assert corrupted[1] == ODDS[1] == comb(3, 2)
    assert (humans[2], humans[4], humans[7]) == (1, 6, comb(10, 5) - 7)
