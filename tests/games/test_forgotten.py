"""The laws of every hand with a forgotten player."""

from __future__ import annotations

import pytest

from games.catalog import GAMES
from games.engine.core.game import Seat
from tests.laws.walk import some_seats, walk


@pytest.mark.parametrize("key", sorted(GAMES))
def test_who_is_forgotten_took_part_all_the_same(key: str) -> None:
    """TB-13: without anybody's own words a hand is who dealt, played and won as before."""
    game, states = GAMES[key], [step.change.table.hand for step in walk((key, 0, some_seats(key)))]
    for state in (hand.state for hand in states if hand is not None):
        without = game.forgotten(state, Seat(1))

        assert game.to_act(without) == game.to_act(state)
        assert game.forgotten(without, Seat(1)) == without
