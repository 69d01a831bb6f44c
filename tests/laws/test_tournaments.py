"""What must hold of every tournament, tried on many by chance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

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


def test_the_sample_makes_deals() -> None:
    """TN-46: so it does about what the last ones agree on."""
    ends = (Chaos(SIZES[seed % len(SIZES)], seed).play().tournament for seed in range(60))

    assert any(each.phase == "over" and each.deal is not None for each in ends)


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(40))
def test_thousands_of_tournaments(batch: int) -> None:
    """The same for thousands more, of up to 500 players."""
    random = Random(batch)
    for number in range(60):
        players = random.randint(2, 40) if number else random.randint(200, 500)

        assert Chaos(players, 1000 * batch + number).play().tournament.phase == "over"
