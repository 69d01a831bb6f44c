"""Public conclusions from cards that a player knew and did not play (DE-4)."""

from __future__ import annotations

from dataclasses import replace

from games.destiny.game import DESTINY
from games.destiny.model import Declined, Memory, PassedOver
from games.engine.core.game import Seat
from tests.games.destiny.scripted import Hand, carry

FIELD = "A1=As B2=Kd C3=7c D4=4h E5=2h"


def begun(*places: str, passed_over: tuple[PassedOver, ...] = ()) -> Hand:
    """Three players after the first betting round; seat 1 has looked at these places and plays first."""
    before = carry(FIELD, "5c 5d 5h", "2c", 2, [Memory(Seat(1), places)])
    return Hand(50, 50, 50, carry=replace(before, passed_over=passed_over)).checks_down()


def left(hand: Hand) -> tuple[PassedOver, ...]:
    """Return the next hand's knowledge of cards that were passed over."""
    return DESTINY.result(hand.state).carry.passed_over


def test_what_was_played_instead() -> None:
    """Seat 1 knew a Seven and a Four and played a King: both are lower."""
    hand = begun("B2", "C3", "D4").plays("- B2", "- -", "- -").checks_down()

    assert left(hand) == (PassedOver("C3", "Kd"), PassedOver("D4", "Kd"))
    assert hand.view(None).passed_over == ()  # in this hand nobody knew yet


def test_the_deck_was_preferred() -> None:
    """A player who raises the Benediction Hand thought all that it could hold lower than that."""
    hand = begun("C3", "D4").plays("C3 -", "- -", "- -").checks_down()

    assert left(hand) == (PassedOver("D4", None),)  # the Seven was in the left hand, and could not be held


def test_nobody_knows_what_was_let_go() -> None:
    """DE-6: a card that was not shown says nothing of others; a Benediction Hand does, drawn or not."""
    hand = begun("C3", "D4").plays("- C3", "- -", "- -").presses("bet 4", "fold", "fold")
    assert left(hand) == ()

    hand = begun("C3", "D4").plays("- -", "- -", "- -").presses("bet 4", "fold", "fold")
    assert left(hand) == (PassedOver("C3", None), PassedOver("D4", None))


def test_the_lowest_counts() -> None:
    """A card below the King and below the Seven is below the Seven; what was played is gone."""
    before = (PassedOver("C3", "Kd"), PassedOver("D4", "Kd"), PassedOver("E5", "3c"))
    hand = begun("C3", "D4", "E5", passed_over=before).plays("- C3", "- -", "- -").checks_down()

    assert left(hand) == (PassedOver("D4", "7c"), PassedOver("E5", "3c"))


def test_what_is_held_down_was_not_passed_over() -> None:
    """TB-12, DE-4: seat 1 knew a King and a Seven and holds the King: it passed the Seven over alone."""
    hand = begun("B2", "C3").plays("- B2")

    assert hand.state.declined == (Declined(Seat(1), ("C3",)),)
