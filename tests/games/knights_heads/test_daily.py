"""Knights' Heads' deal of the day: which three of nine to give away."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.core.game import graded
from games.knights_heads import game
from games.knights_heads.game import DAILY
from games.knights_heads.house import yardstick

NINE = ("K04", "K05", "K06", "N03", "N04", "N05", "S07", "D05", "B06")
NEIGHBOUR = ("Q05", "Q06", "A01", "A05", "M04", "J02", "J08", "B02", "B09")
LUCK = "K07"


class Written:
    """Chance that always deals the same."""

    def __init__(self, _seed: str) -> None:
        """Whatever the seed."""

    def sample(self, unknown: list[str], count: int) -> list[str]:
        """The neighbour's nine and the luck card."""
        assert count == 10
        assert {*NEIGHBOUR, LUCK} <= {*unknown}
        assert {*NINE}.isdisjoint(unknown)
        return [*NEIGHBOUR, LUCK]


def test_ten_cards_are_laid_beside_hands_that_were_laid_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """KH-7, TB-8: the neighbour gives the lowest three: two Blacksmiths, and the Juggler without a star."""
    monkeypatch.setattr(game, "Random", Written)
    monkeypatch.setattr(game, "DEALS", 2)
    monkeypatch.setattr(game, "PIECE", 1)
    *pieces, worths = DAILY.grading(NINE)
    answers = DAILY.answers(NINE)

    kept = ("K04", "K05", "K06", "N03", "N04", "N05", "B09", "B02", "J08", "K07")
    assert worths is not None
    assert worths[answers.index("S07 D05 B06")] == round(100 * yardstick(triplet_counts=True).worth(kept))
    # Four Kings and three Knights are more than three Kings, a Blacksmith and so on.
    assert worths.index(max(worths)) != answers.index("K04 K05 K06")
    assert pieces == [None, None]


def test_the_same_cards_are_worth_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is imagined follows from the cards; every worth is so many in 100."""
    monkeypatch.setattr(game, "DEALS", 100)
    worths = graded(each for each in DAILY.grading(NINE))

    assert graded(DAILY.grading(NINE)) == worths
    assert len(worths) == 84
    assert all(0 <= each <= 100 for each in worths)


def test_a_deal_is_nine_cards() -> None:
    """Different ones, and every answer names three of them."""
    deal = DAILY.deal(Random(3).randrange)

    assert len({*deal}) == 9
    assert DAILY.told(deal) == " ".join(deal)
    assert all({*answer.split()} < {*deal} and len(answer.split()) == 3 for answer in DAILY.answers(deal))
