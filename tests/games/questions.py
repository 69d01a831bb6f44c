"""Questions of random games, for tests of what is told about them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.catalog import GAMES
from games.engine.core.game import CHANCE_SEAT, AnyGame, Seat
from tests.laws.walk import cases, play_hands, states_of

QUESTIONS = [pytest.param(60), pytest.param(10_000, marks=pytest.mark.soak)]
"""The numbers of questions of a game, in every run and in the soak."""


def questions(key: str, count: int) -> Iterator[tuple[AnyGame, Any, Seat]]:
    """Questions of random games by random house rules."""
    game, random = GAMES[key], Random(key)
    known = cases([key])
    while True:
        for hand in play_hands(random.choice(known)):
            for state in states_of(game, hand):
                for seat in game.to_act(state) - {CHANCE_SEAT}:
                    yield game, state, seat
                    count -= 1
                    if not count:
                        return
