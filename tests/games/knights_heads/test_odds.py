"""The number of card sets for each hand."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt
from pathlib import Path
from random import Random

import pytest

from benchmarks import knights_odds
from games.knights_heads.cards import DECK
from games.knights_heads.hands import HANDS, HANDS_TOTAL, ODDS, RABBLE, beaten, key, odds

DEALS = 3_000_000
SIGMAS = 4


def test_all_hands_are_counted() -> None:
    """KH-1: every choice of ten cards is one of the 27."""
    assert comb(104, 10) == HANDS_TOTAL == sum(ODDS.values())
    assert list(ODDS) == list(range(1, 28))


@pytest.mark.parametrize(
    ("number", "count"),
    [
        (1, 8 * comb(12, 10)),  # any face but Kings
        (2, comb(96, 2)),  # eight Kings and any two others
        (3, 8 * (comb(12, 8) * comb(92, 2) + comb(12, 9) * 92)),  # eight or nine
        (4, 8 * comb(12, 3) * 12 * 6 * 12 * 1 * 6 * 11),  # the men of each face
        # All choices of Kings, Queens and Knights but Dynasties, Councils of Kings and Twin Courts.
        (5, comb(32, 10) - 2 * 66 - comb(24, 2) - 2 * (495 * comb(20, 2) + 220 * 20)),
        (6, 8 * 12 * comb(12, 2) * 12**6),
        (8, 8 * 12 * comb(12, 4) ** 2),
        # Two faces of eight, or Kings and another; those of Kings, Queens and Knights are Royal Houses.
        (9, (comb(8, 2) - 1) * comb(12, 5) ** 2 + 6 * comb(8, 5) * comb(12, 5)),
        (10, comb(12, 4) ** 2 * comb(12, 2)),
        (11, comb(9, 5)),
        (13, comb(12, 4) ** 2 * comb(12, 2)),
    ],
)
def test_counts_that_can_be_done_by_hand(number: int, count: int) -> None:
    """KH-1: the rarest hands, by the number of cards to choose from."""
    assert ODDS[number] == count


def test_odds_where_a_triplet_does_not_count() -> None:
    """KH-4: its hands are Rabble then."""
    assert odds(26) == ODDS[26]
    assert odds(26, triplet_counts=False) == 0
    assert odds(27, triplet_counts=False) == ODDS[26] + ODDS[27]
    assert odds(1, triplet_counts=False) == odds(1) == 528


@pytest.mark.parametrize(
    ("number", "counts", "tenths"),
    # Rabble is 25 % of all hands, a Triplet 29 %, a Court 9.2 %, and all below a Court 63.8 %.
    [(27, True, 1.25), (26, True, 3.94), (22, True, 6.84), (20, True, 8.0), (1, True, 10), (27, False, 2.69)],
)
def test_which_share_a_hand_beats(number: int, *, counts: bool, tenths: float) -> None:
    """KH-1, KH-4: all hands of lower kinds, and half of its own."""
    assert float(10 * beaten(HANDS[number - 1], triplet_counts=counts)) == pytest.approx(tenths, abs=0.01)


def test_the_page_shows_the_odds() -> None:
    """The page shows the counted odds."""
    page = Path(__file__).parents[3] / "docs" / "play" / "knights-heads-odds.md"

    assert page.read_text(encoding="utf-8") == knights_odds.page()


@pytest.mark.soak
def test_the_odds_counted_anew() -> None:
    """KH-1: the plain judge and the multiplied choices of cards lead to the same numbers."""
    assert knights_odds.count() == ODDS


@pytest.mark.soak
def test_the_odds_tried() -> None:
    """KH-1: three million deals, ranked as the game ranks them, are as the numbers say."""
    random = Random(7)
    deck = list(DECK)
    found = Counter(RABBLE.number - key(random.sample(deck, 10))[0] for _ in range(DEALS))

    for number, count in ODDS.items():
        share = count / HANDS_TOTAL
        sigma = sqrt(DEALS * share * (1 - share))
        assert abs(found[number] - DEALS * share) <= SIGMAS * sigma + 1, number
