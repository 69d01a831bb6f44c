"""How a hand of Dividha came out for one player, and which cards a tie-break counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.games.catalog import FACES
from games.dividha.game import DIVIDHA
from games.engine.core.game import Seat
from tests.bot.test_story import view_of_dividha
from tests.games.dividha.scripted import Hand

FACE = FACES[DIVIDHA.key]
KINGS = {1: "KV KH 7D 5B 3H 2B", 2: "KD KB QL 6V1 4D 2D"}
"""Pairs of Kings, the first with a card of Heaven; beside the other lie two immortal cards."""


def result(hand: Hand, viewer: int | None) -> tuple[str, ...]:
    """The result's lines, for somebody."""
    seat = None if viewer is None else Seat(viewer)
    return FACE.result(replace(view_of_dividha("playing"), hand=hand.view(seat), viewer=seat))


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (1, "-# You put in 2 and take 3: **+1**."),
        (2, "-# You put in 2 and take 0: **−2**. Your hand was neither the best nor the worst."),
        (3, "-# You put in 2 and take 3: **+1**."),
    ],
)
def test_a_player_sees_the_sum(seat: int, said: str) -> None:
    """DV-20: of three antes three coins lie on each column; three Kings, Ace high and Queen high."""
    hand = Hand(100, 100, 100).checks_to("showdown").shows(s1="2B", s2="3H", s3="2H")

    assert result(hand, seat)[-1] == said
    assert not any("You put in" in line for line in result(hand, None))


def test_immortal_cards_beside_the_hand_count_for_nothing() -> None:
    """DV-6: the majority is that of the hand: one card of Heaven beats none."""
    hand = Hand(100, 100, holding=KINGS).checks_to("showdown").shows(s1="2B", s2="2D")

    assert "-# Immortal Majority among the cards before the “|”, 1 against 0" in result(hand, None)
