"""Dividha's deal of the day: which card to leave out, and on which column."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

import pytest

from games.dividha import game
from games.dividha.cards import DECK
from games.dividha.equity import LIKELY, LikelyHand, column_odds, extremes, rival_range
from games.dividha.game import DAILY
from games.dividha.strength import strength
from games.engine.core.game import graded

STRAIGHT = ("2H", "3D", "4B", "5H", "6D", "KB")
"""A Straight without the King, and King high without the six."""


def rivals(*shown: tuple[str, ...]) -> Iterator[LikelyHand]:
    """Rivals who show these fives, again and again."""
    likely = cycle(LikelyHand(strength(each), is_for_lose=False) for each in shown)
    return islice(likely, game.DEALS)


def test_each_answer_is_laid_beside_what_rivals_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """DV-7, DV-8, DV-20: the higher hand takes Win, the lower Lose, equal ones share."""
    low, alike, high = (
        ("2B", "3H", "4H", "5B", "7H"),
        ("2D", "3B", "4D", "5D", "6B"),
        ("AH", "AD", "AB", "KH", "KD"),
    )
    monkeypatch.setattr(game, "sample_likely_hands", lambda *_, **__: rivals(low, alike, high, high))
    monkeypatch.setattr(game, "DEALS", 8)
    worths = graded(DAILY.grading(STRAIGHT))
    king, six = STRAIGHT.index("KB"), STRAIGHT.index("6D")

    # A Straight with it beats one of four and shares with one; King high beats one of four.
    assert (worths[king], worths[6 + king]) == (38, 63)
    assert (worths[six], worths[6 + six]) == (25, 75)


def test_a_master_reckons_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12, TB-20: the best answer on each column is worth what a master with these six thinks it takes."""
    monkeypatch.setattr(game, "DEALS", 1000)
    chance = Random(8)
    for _ in range(3):
        six = tuple(chance.sample(DECK, 6))
        worths, found = (
            graded(DAILY.grading(six)),
            column_odds(extremes(six, divine=False), [rival_range((), divine=False)]),
        )

        # A master imagines 96 rivals.
        for taken, known in ((max(worths[:6]), found.win), (max(worths[6:]), found.lose)):
            assert abs(taken / 100 - known) < 4 * 0.5 / LIKELY**0.5


def test_the_work_is_done_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others think in the same thread: 21 rivals in pieces of four take five."""
    monkeypatch.setattr(game, "PIECE", 4)
    monkeypatch.setattr(game, "DEALS", 21)
    *pieces, worths = DAILY.grading(tuple(DECK[:6]))

    assert pieces == [None] * 5
    assert worths is not None
    assert len(worths) == 12


def test_a_deal_is_six_cards() -> None:
    """Different ones, and every answer names one of them and a column."""
    deal = DAILY.deal(Random(3).randrange)

    assert len({*deal}) == 6
    assert DAILY.told(deal) == " ".join(deal)
    assert DAILY.answers(deal) == tuple(f"{card} {column}" for column in ("win", "lose") for card in deal)


def test_rivals_have_other_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """All fifty that are not among the six may be theirs."""
    six, asked = DAILY.deal(Random(4).randrange), []

    def imagined(
        _public: tuple[str, ...], unknown: list[str], *_: object, **__: object
    ) -> Iterator[LikelyHand]:
        asked.extend(unknown)
        return rivals(("2H", "3H", "4H", "5H", "7D"))

    monkeypatch.setattr(game, "sample_likely_hands", imagined)
    graded(DAILY.grading(six))

    assert sorted((*asked, *six)) == sorted(DECK)
