"""The answer that led to a move, as a history tells it (TB-13)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat, Transition
from games.engine.core.offers import NumberOffer, Offer, PlainOffer, SplitOffer, variant
from games.engine.history import PlayedMove, find_offer
from tests.laws.toy import Fists


@variant
class Bid:
    """A bid of chips in a round, and whether it was all in."""

    round: int
    amount: int
    is_all: bool


@variant
class Laid:
    """A bet of chips in a round, part of them on the first side; None: the usual split."""

    amount: int
    part: int | None
    round: int


@variant
class Passed:
    """An empty move of a round."""

    round: int


class Auction(Fists):
    """A game of which only this is asked: what a move leads to, and here each leads elsewhere."""

    def apply(self, state: Any, seat: Seat, move: Any) -> Transition[Any]:
        """The move itself."""
        return Transition((state, seat, move))


ROUND = 7
OFFERS: tuple[Offer[Any], ...] = (
    PlainOffer("pass", Passed(ROUND)),
    NumberOffer("bid", 2, 9, lambda amount: Bid(ROUND, amount, amount == 9)),
    SplitOffer("lay", 3, 9, lambda amount, part: Laid(amount, part, ROUND)),
)


@pytest.mark.parametrize(
    ("move", "key", "numbers"),
    [
        (Passed(ROUND), "pass", ()),
        (Bid(ROUND, 2, is_all=False), "bid", (2,)),
        (Bid(ROUND, 7, is_all=False), "bid", (7,)),
        (Bid(ROUND, 9, is_all=True), "bid", (9,)),
        (Laid(8, 5, ROUND), "lay", (8, 5)),
        (Laid(8, 7, ROUND), "lay", (8, 7)),
        (Laid(3, 0, ROUND), "lay", (3, 0)),
        (Laid(8, None, ROUND), "lay", (8,)),
    ],
)
def test_a_move_may_hold_other_numbers(move: object, key: str, numbers: tuple[int, ...]) -> None:
    """TB-13: whatever else a move holds, the history tells the numbers that were answered."""
    offer, found = find_offer(Auction(), made(move), move, OFFERS)

    assert (offer.key, found) == (key, numbers)
    assert bool not in map(type, found)


@pytest.mark.parametrize("move", [Passed(1), Bid(1, 5, is_all=False), Bid(ROUND, 10, is_all=False)])
def test_a_move_that_nothing_leads_to(move: object) -> None:
    """TB-13: no answer is made up for it."""
    with pytest.raises(NotOffered):
        find_offer(Auction(), made(move), move, OFFERS)


def made(move: object) -> PlayedMove:
    """The move, made by the first seat."""
    return PlayedMove(None, Seat(1), move, Auction().apply(None, Seat(1), move))
