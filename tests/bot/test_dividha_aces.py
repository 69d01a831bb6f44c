"""DV-6: a high or low Ace is explained where it matters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.catalog import FACES
from bot.screens.dividha.cards import ACE_IN_SHORT, ACES, ranking
from bot.screens.learn.rules import sections
from games.dividha.game import DIVIDHA
from games.engine.core.game import Seat
from tests.bot.story import view_of_dividha
from tests.bot.told import own_lines
from tests.games.dividha.scripted import Hand

PAIRS = {1: "AH AD 7B 5H 4D 2B", 2: "2H 2D 7H 5D 4B QH"}
"""Seat 1 has a pair of Aces, seat 2 one of Twos, which adds up to 4 and so is the higher."""


def showdown() -> Hand:
    """Return a hand at its showdown, without bets."""
    return Hand(100, 100, holding=PAIRS).checks_to("showdown")


@pytest.mark.parametrize(("seat", "is_said"), [(1, True), (2, False)])
def test_on_the_panel_of_whoever_has_them(seat: int, is_said: bool) -> None:  # noqa: FBT001
    """DV-6, DV-8: before the choice and after it, and for nobody without an Ace."""
    hand, face = showdown(), FACES[DIVIDHA.key]
    for _ in range(2):
        view = replace(view_of_dividha("playing"), hand=hand.view(seat), viewer=Seat(seat))

        assert (f"-# {ACE_IN_SHORT}" in own_lines(face, view)) == is_said

        if hand.own(1).discard is None:
            hand.answers(1, "discard 2B")


def test_under_how_to_play_and_what_beats_what() -> None:
    """DV-3, DV-6: high as a single card, at either end of a straight, and 1 in a sum."""
    told = "\n".join(each.body for each in sections("dividha"))

    assert "**Is the Ace high or low?** A single Ace is the highest card." in told
    assert "so a pair of Aces loses to a pair of Twos." in told
    assert ACES in ranking()
    assert ranking().startswith("Only the cards before the “|” make the hand. Highest first:\n")


def test_where_they_have_lost() -> None:
    """DV-6: two Twos beat two Aces, 4 to 2, and the table says why."""
    hand = showdown().shows(s1="2B", s2="4B")
    view = replace(view_of_dividha("playing"), hand=hand.view(None))

    told = FACES[DIVIDHA.key].result(view)

    assert told.laid[1].why_below == "higher Majority Sum, 4 against 2: an Ace counts 1"
