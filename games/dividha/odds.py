"""How many of all sets of five cards make which hand."""

from __future__ import annotations

FIVES_TOTAL = 3_819_816
"""The ways to choose five of 56 cards."""

ODDS: dict[int, int] = {
    1: 3,
    2: 45,
    3: 95,
    4: 306,
    5: 10_360,
    6: 13_188,
    7: 4_815,
    8: 39_961,
    9: 299_753,
    10: 176_001,
    11: 1_926_674,
    12: 1_348_615,
}
"""How many sets of five cards make each hand, by its number (DV-1), where God and Satan keep apart.

Counted one by one (`tests/judges/test_dividha.py`); those of five cards of a value, and of a suit in
a row, were also reckoned by hand:

Pure Five-of-a-Kind: The Three with two of three mortal sixes, 3. Pureblood Straight: 5 suits;
with a wild card, which fits one immortal suit and all mortal ones, 5 gaps in 4 suits, twice:
5 + 2 * 20. Five-of-a-Kind: of 3, 4, 5, 7, J, Q, K the three mortals, an immortal and its wild
card, 7 * 2; Twos, 1 + 5 + 5; sixes, 21 of seven cards on each side without the Pure ones,
21 + 18; Aces, on each side 21 of seven without the 5 where its own Deuce is not beside the
other, and the one with both Deuces and no other immortal counted once: 16 + 16 - 1. Pure
Straight: a mortal suit has 6 besides the Pureblood one, and 24 sets of four that a wild card
completes, for two wild cards: 3 * 54; an immortal suit has three sixes and one wild card:
5 * 3 + 1, and 16 * 3 + 8: 2 * 72.
"""
