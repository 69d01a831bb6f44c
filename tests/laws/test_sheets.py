"""Law 5 over what programs are told: a view in numbers says nothing hidden either (TB-11)."""

from __future__ import annotations

import numpy as np
import pytest

from games.env.observation import ObservationEncoder
from tests.games.luck import Luck
from tests.laws.asked import EVERY_GAME
from tests.laws.house_players import moments
from tests.laws.secrecy import possible_state
from tests.laws.walk import ALL_GAMES, secret_seats


@EVERY_GAME
@pytest.mark.parametrize("count", [pytest.param(12), pytest.param(300, marks=pytest.mark.soak)])
def test_numbers_tell_nothing_hidden(key: str, count: int) -> None:
    """Law 5: in a state that a seat cannot tell from this one, its view comes to the same numbers."""
    game, luck = ALL_GAMES[key], Luck(key)
    for table, asked in moments(key, count):
        assert table.hand is not None
        state, sheet = (
            table.hand.state,
            ObservationEncoder(game, game.seats.stop - 1, game.cards(table.hand.state)),
        )
        for viewer in secret_seats(table):
            other = possible_state(table, game, viewer, luck)
            assert other.hand is not None
            told = sheet.written(game.view(state, viewer), asked)

            assert told.any()
            assert np.array_equal(told, sheet.written(game.view(other.hand.state, viewer), asked))
