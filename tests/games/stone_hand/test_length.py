"""SH-8: about how long a game is."""

from __future__ import annotations

import pytest

from games.stone_hand.rules import rounds_expected, short_wager


@pytest.mark.parametrize(("units", "seats", "rounds"), [(20, 2, 40), (10, 2, 10), (2, 2, 1), (40, 2, 200)])
def test_twice_the_wager_takes_four_times_as_long(units: int, seats: int, rounds: int) -> None:
    """For two, a tenth of the square of the wager in rounds, to one figure: 160 is about 200."""
    assert rounds_expected(units, seats) == rounds


def test_more_players_play_longer() -> None:
    """Three are 3.03 times as slow as two, four 5.8 times: 121 and 232 rounds of 20 units."""
    assert [rounds_expected(20, seats) for seats in (3, 4)] == [100, 200]


def test_a_short_game_has_about_twenty_rounds() -> None:
    """14 squared is 196 and 15 squared too many for two; eight squared times 3.03 is 194 for three."""
    assert [short_wager(seats) for seats in (2, 3, 12)] == [14, 8, 2]
