"""The strength of six cards, worked out by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.dividha.cards import read
from games.dividha.hands import (
    BROKEN,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    PURE,
    PUREBLOOD_STRAIGHT,
    STRAIGHT,
    TWO_PAIR,
    best,
)
from games.dividha.strength import RANK_UNIT, pack, strength


@pytest.mark.parametrize(
    ("six", "number"),
    [
        ("2V 4H SATAN 5D AD 5H", FULL_HOUSE),  # the Deuce as a Two makes a Straight, as an Ace more
        ("2L 3H 4D 5D 6B 6V1", STRAIGHT),
        ("2H 3H 4D 5D 5B 2L", TWO_PAIR),  # nothing of Heaven makes the Deuce an Ace
        ("2L 3V 4D 5D AH KB", STRAIGHT),
        ("2L 3V 4D 5D 7H KB", HIGH_CARD),
        ("2L 7V JD QD KH 3B", STRAIGHT),
        ("6V1 6V2 6V3 KH 3D 2B", HIGH_CARD),
        ("6V1 6V2 6V3 GOD 3D 2B", FOUR_OF_A_KIND),
        ("GOD SATAN KH 7H 3H 2D", ONE_PAIR),  # neither Heaven nor Hell makes a Pure of three
        ("GOD KH 7H 3H 2H 5D", PURE),
        ("SATAN KL 7L JL AL QL", PUREBLOOD_STRAIGHT),
        ("6L1 6L2 6L3 KH KD 7B", PURE),
        ("6L1 6L2 6L3 6H KD KB", FOUR_OF_A_KIND),
    ],
)
def test_six_cards_by_hand(six: str, number: int) -> None:
    """DV-1 to DV-5, DV-8: the hands of six cards, where a part of them decides."""
    cards = read(six)

    assert BROKEN - strength(cards) // RANK_UNIT == number
    assert strength(cards) == max(pack(best(five).key) for five in combinations(cards, 5))
