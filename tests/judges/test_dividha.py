"""The evaluator beside the literal judge."""

from __future__ import annotations

from random import Random

import pytest

from games.dividha.strength import strength
from tests.games.dividha import judge
from tests.games.dividha.test_strength import judged_strength


@pytest.mark.parametrize("hands", [20_000, pytest.param(200_000, marks=pytest.mark.soak)])
def test_as_the_judge_has_it(hands: int) -> None:
    """DV-1 to DV-7: random hands, judged by the rulebook word by word."""
    chance = Random(5)
    for _ in range(hands):
        five = tuple(chance.sample(judge.DECK, 5))
        assert strength(five) == judged_strength(five)
