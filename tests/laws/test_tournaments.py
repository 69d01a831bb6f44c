"""The laws of every tournament, tried on many random ones."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.tournament import director
from games.tournament.orders import (
    Added,
    BreakBegan,
    BreakEnded,
    ChipsCorrected,
    DealMade,
    Edited,
    Invited,
    MovedUp,
    Order,
    TurnedAway,
)
from tests.laws.chaos import FORMATS, Chaos

SIZES = (2, 3, 4, 5, 7, 12, 13, 20, 33, 60)
MOVING_MONEY: set[type[Order]] = {
    DealMade,
    ChipsCorrected,
    Edited,
    MovedUp,
    TurnedAway,
    Added,
    Invited,
    BreakBegan,
    BreakEnded,
}


@pytest.mark.parametrize("seed", range(60))
def test_every_tournament_ends_and_keeps_the_laws(seed: int) -> None:
    """Players are seated once, tables balanced, places unique, chips and money kept, and it ends."""
    evening = Chaos(SIZES[seed % len(SIZES)], seed).play()

    assert evening.tournament.phase == "over"
    assert evening.tournament.tables == ()


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_called_off_is_paid_back(seed: int) -> None:
    """TN-21: before it begins and later all have what they paid, who waits too, and the bank its purses."""
    chaos = Chaos(SIZES[-1 - seed % 5], seed)
    evening = chaos.play(hands_max=2) if seed % 2 else chaos.evening
    evening.takes(director.call_off(evening.tournament))

    assert evening.tournament.phase == "called_off"
    assert set(evening.paid.values()) <= {0}


def test_the_sample_tries_every_format() -> None:
    """A sample that left a format out would say nothing about it."""
    assert Counter(Chaos(2, seed).format for seed in range(60)).keys() == set(FORMATS)


def test_the_sample_has_all_that_moves_money_and_clocks() -> None:
    """TN-43, TN-46, TN-47, TN-50, TN-51: so it does about deals, corrections, whom one adds, breaks."""
    told = set[type[Order]]().union(
        *(Chaos(SIZES[seed % len(SIZES)], seed).play().told for seed in range(60))
    )

    assert told >= MOVING_MONEY


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(40))
def test_thousands_of_tournaments(batch: int) -> None:
    """The same for thousands more, of up to 500 players."""
    random = Random(batch)
    for number in range(60):
        players = random.randint(2, 40) if number else random.randint(200, 500)

        assert Chaos(players, 1000 * batch + number).play().tournament.phase == "over"
