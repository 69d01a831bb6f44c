"""A required value is found, or said to be missing."""

from __future__ import annotations

import pytest

from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaState
from games.engine.core.errors import Missing, must_find
from games.engine.core.game import Seat
from games.engine.table.views import view_table
from games.stone_hand.game import STONE_HAND
from tests.laws.walk import walk


def test_the_first_of_several_is_found() -> None:
    """The search ends with the first match."""
    assert must_find(each for each in (1, 2) if each > 0) == 1


def test_nothing_is_found_in_nothing() -> None:
    """A search without a match raises `Missing`."""
    with pytest.raises(Missing):
        must_find(())


def test_what_is_missing_is_a_fault_of_ours() -> None:
    """No `StopIteration`, by which a loop around it would end as if all were done."""
    view = view_table(walk(("stone_hand", 0, 2))[0].before, STONE_HAND, None)

    with pytest.raises(Missing):
        list(map(view.place, [Seat(1), Seat(99), Seat(2)]))


def test_a_seat_that_is_not_there_is_a_fault_of_ours() -> None:
    """Whatever is looked up by its seat is found, or `Missing` is raised."""
    hands = (taken.before.hand for taken in walk(("dividha", 0, 2)))
    state: DividhaState = next(hand.state for hand in hands if hand is not None)
    view = DIVIDHA.view(state, None)

    begun = (taken.before.hand for taken in walk(("destiny", 0, 3)))
    destiny = DESTINY.view(next(hand.state for hand in begun if hand is not None), None)
    for find in (state.holding, state.tablet, state.usual_of, state.betting.stake, view.line, destiny.line):
        with pytest.raises(Missing):
            find(Seat(99))
