"""Dividha's deal of the day: which card to leave out, and on which column."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from games.dividha import game
from games.dividha.cards import DECK
from games.dividha.game import DAILY, beside
from games.engine.core.game import graded
from tests.games.dividha import judge


def judged(six: tuple[str, ...], others: tuple[str, ...]) -> list[int]:
    """The worths by the plain judge, hand by hand, in hundredths rounded half up."""
    fives = [judge.best(five).key for five in combinations(others, 5)]
    shares = []
    for left_out in six:
        own = judge.best(tuple(card for card in six if card != left_out)).key
        shares.append(sum((own > each) + (own == each) / 2 for each in fives) / len(fives))
    return [int(100 * each + 0.5) for each in (*shares, *(1 - share for share in shares))]


def test_each_answer_is_laid_beside_all_others() -> None:
    """DV-7, DV-8, DV-20: the higher hand on Win, the lower on Lose, equal ones share, as the judge says."""
    chance = Random(8)
    for _ in range(6):
        cards = chance.sample(DECK, 16)
        six, others = tuple(cards[:6]), tuple(cards[6:])

        assert list(graded(beside(six, others))) == judged(six, others)


def test_a_hand_that_is_as_good_shares() -> None:
    """Two fives of one kind: the only other hand is equal, so that each column is worth 50 in 100."""
    worths = graded(beside(("KH", "QH", "JH", "5D", "3B", "2D"), ("KD", "QD", "JD", "5B", "3H")))

    assert worths[5] == worths[11] == 50


def test_the_work_is_done_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others think in the same thread: 21 hands in pieces of four take six."""
    monkeypatch.setattr(game, "PIECE", 4)
    *pieces, worths = beside(tuple(DECK[:6]), DECK[10:17])

    assert pieces == [None] * 6
    assert worths is not None
    assert len(worths) == 12


def test_a_deal_is_six_cards() -> None:
    """Different ones, and every answer names one of them and a column."""
    deal = DAILY.deal(Random(3).randrange)

    assert len({*deal}) == 6
    assert DAILY.told(deal) == " ".join(deal)
    assert DAILY.answers(deal) == tuple(f"{card} {column}" for column in ("win", "lose") for card in deal)


def test_it_is_laid_beside_the_whole_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """All fifty cards that are not among the six."""
    monkeypatch.setattr(game, "beside", lambda six, others: iter(((len(others), len({*six, *others})),)))

    assert graded(DAILY.grading(DAILY.deal(Random(4).randrange))) == (50, len(DECK))
