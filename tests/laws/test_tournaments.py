"""What must hold of every tournament, tried on many by chance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

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
)
from tests.laws.chaos import FORMATS, Chaos

SIZES = (2, 3, 4, 5, 7, 12, 13, 20, 33, 60)


@pytest.mark.parametrize("seed", range(60))
def test_every_tournament_ends_and_keeps_the_laws(seed: int) -> None:
    """Nobody lost or seated twice, balance, every place once, chips and money kept, and an end."""
    evening = Chaos(SIZES[seed % len(SIZES)], seed).play()

    assert evening.tournament.phase == "over"
    assert evening.tournament.tables == ()


def test_the_sample_tries_every_format() -> None:
    """A sample that left a format out would say nothing about it."""
    assert Counter(Chaos(2, seed).format for seed in range(60)).keys() == set(FORMATS)


def test_the_sample_has_all_that_moves_money_and_clocks() -> None:
    """TN-43, TN-46, TN-47, TN-50, TN-51: so it does about deals, corrections, whom one adds, breaks."""
    told = set[type[Order]]().union(
        *(Chaos(SIZES[seed % len(SIZES)], seed).play().told for seed in range(60))
    )

    assert {DealMade, ChipsCorrected, Edited, MovedUp, Added, Invited, BreakBegan, BreakEnded} <= told


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(40))
def test_thousands_of_tournaments(batch: int) -> None:
    """The same for thousands more, of up to 500 players."""
    random = Random(batch)
    for number in range(60):
        players = random.randint(2, 40) if number else random.randint(200, 500)

        assert Chaos(players, 1000 * batch + number).play().tournament.phase == "over"
