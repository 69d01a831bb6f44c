"""The screen of a game that brings none."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from bot.screens.core.plain_screen import PlainScreen
from games.engine.core.game import Seat, SeatAmount
from tests.laws.toy import DECK, FISTS


@dataclass(frozen=True, slots=True)
class Line:
    """A seat with a card, which may be hidden."""

    seat: Seat
    card: str


def test_open_cards_lie_with_the_result() -> None:
    """Open cards stand in the rows of a result, hidden ones do not, and who gains is the best."""
    screen = PlainScreen(FISTS)
    screen.game = cast(Any, SimpleNamespace(whole_deck=DECK, types=FISTS.types))
    hand = SimpleNamespace(lines=(Line(Seat(1), "a"), Line(Seat(2), ""), Line(Seat(3), "c")))
    gains = tuple(SeatAmount(Seat(seat), amount) for seat, amount in ((1, 2), (2, -1), (3, -1)))
    view = cast(Any, SimpleNamespace(hand=hand, gains=gains, story=(), hands=1))

    laid = [(each.seat, each.makes, each.gain, each.is_best) for each in screen.result(view).laid]

    assert laid == [(1, "a", 2, True), (3, "c", -1, False)]
