"""How many of all possible ten cards make each hand; ten cards count as the highest hand in them (KH-1).

Counted by benchmarks/knights_odds.py; for readers they stand in docs/knights-heads-odds.md.
"""

from __future__ import annotations

HANDS_TOTAL = 26_100_986_351_440
"""The ways to choose ten of 104 cards."""

ODDS: dict[int, int] = {
    1: 528,
    2: 4_560,
    3: 16_738_480,
    4: 100_362_240,
    5: 64_314_932,
    6: 18_919_194_624,
    7: 49_415_751,
    8: 23_522_400,
    9: 17_202_240,
    10: 16_171_650,
    11: 126,
    12: 2_794_774_752,
    13: 16_171_650,
    14: 24_407_955_000,
    15: 573_660,
    16: 107_321_068_400,
    17: 523_959_081_084,
    18: 2_756_033_500_794,
    19: 255_234_555,
    20: 3_576_885_642_906,
    21: 34_820_589_442,
    22: 2_409_920_658_182,
    23: 24_079_956_581,
    24: 1_634_726_344_952,
    25: 929_107_393_039,
    26: 7_544_313_734_514,
    27: 6_513_136_744_398,
}
"""Ways to make each hand, by the hand's number in the rulebook's table; Rabble is 27."""


def odds(number: int, *, triplet_counts: bool = True) -> int:
    """How many hands there are of each kind; if Triplets do not count, they are Rabble (KH-4)."""
    if triplet_counts:
        return ODDS[number]
    return {26: 0, 27: ODDS[26] + ODDS[27]}.get(number, ODDS[number])
