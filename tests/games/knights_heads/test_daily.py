"""Knights' Heads' deal of the day: which three of nine to give away."""

from __future__ import annotations

from itertools import repeat
from random import Random

import pytest

from games.engine.core.game import graded, stars
from games.knights_heads import game
from games.knights_heads.bot_player import PROSPECTS, before_exchange, yardstick
from games.knights_heads.game import DAILY

NINE = ("K04", "K05", "K06", "N03", "N04", "N05", "S07", "D05", "B06")
COMING = ("B09", "B02", "J08", "K07")
"""Three for those that are given, and a luck card."""


def test_ten_cards_are_laid_beside_hands_that_were_laid_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """KH-7, TB-20: two Blacksmiths, a Juggler and a King come for the three that are given away."""
    monkeypatch.setattr(game, "random_draws", lambda *_: repeat(COMING))
    monkeypatch.setattr(game, "DEALS", 2)
    monkeypatch.setattr(game, "PIECE", 1)
    *pieces, worths = DAILY.grading(NINE)
    answers = DAILY.answers(NINE)

    kept = ("K04", "K05", "K06", "N03", "N04", "N05", *COMING)
    assert worths is not None
    assert worths[answers.index("S07 D05 B06")] == round(100 * yardstick(triplet_counts=True).worth(kept))
    # Four Kings and three Knights are more than three Kings, a Blacksmith and so on.
    assert worths.index(max(worths)) != answers.index("K04 K05 K06")
    assert pieces == [None, None]


def test_a_master_reckons_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12, TB-20: the three that a coach passes are worth what it says, and hardly any are worth more."""
    monkeypatch.setattr(game, "DEALS", 400)
    chance = Random(5)
    for _ in range(2):
        nine = DAILY.deal(chance.randrange)
        kept, worth = before_exchange(nine, triplet_counts=True)
        worths = graded(DAILY.grading(nine))
        given = " ".join(card for card in nine if card not in kept)
        mine = worths[DAILY.answers(nine).index(given)]

        # A master deals sixty times; what cards are worth spreads by a third at most.
        assert abs(mine / 100 - worth) < 4 * 0.33 / PROSPECTS**0.5
        assert stars(worths, DAILY.answers(nine).index(given)) >= 4


def test_the_same_cards_are_worth_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The imagined hands follow from the cards; every worth is in parts of 100."""
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
