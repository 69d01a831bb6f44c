"""A comparison of exact estimates with simulated hands."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any, NamedTuple

from games.engine.core.characters import MASTER
from games.engine.core.game import CHANCE_SEAT, AnyGame, Estimate, HandSetup, Seat, SeatedPlayer
from games.engine.core.offers import find, take
from games.engine.provable_chance import Chance
from games.tools.review import SampledChance, played_on

PLAYERS = ("Jory", "Sella")
"""Two house players: most that is exact is exact for two."""
MISSES_MAX = 10
"""The number of successive hands without an exact estimate after which none is expected."""
LEAST_ERROR = 1 / 400
"""The smallest standard error, as a share of the stake: an outcome may be so rare that no hand shows it."""


class Comparison(NamedTuple):
    """The differences between simulated and estimated values, in standard errors."""

    differences: tuple[float, ...]

    @property
    def bias(self) -> float:
        """The sum of all differences, in its own standard errors."""
        return sum(self.differences) / sqrt(len(self.differences))

    @property
    def spread(self) -> float:
        """The root mean square of the differences: about 1 if they are chance."""
        return sqrt(fmean(each * each for each in self.differences))


def compared(game: AnyGame, rules: Any, answers: int, plays: int, seed: str) -> Comparison | None:
    """Return the comparison of this many answers with so many simulated hands each; None if none is exact.

    Each answer's own value is compared: values that are wrong alike have the right difference.
    """
    found: list[float] = []
    for state, seat in _questions(game, rules, seed):
        found += _differences(game, state, seat, plays, SampledChance(f"{seed} {len(found)}"))
        if len(found) >= answers:
            return Comparison(tuple(found))
    return None


def _differences(game: AnyGame, state: Any, seat: Seat, plays: int, chance: Chance) -> Iterator[float]:
    """Yield each answer's difference in standard errors."""
    offers = game.offers(state, seat)
    estimate = _exact(game, state, seat)
    assert estimate is not None
    least = LEAST_ERROR * game.usual_stake(state.rules)
    for key, value in estimate.ev.items():
        after = game.apply(state, seat, take(find(offers, key), ())).state
        gains = [_gain(game, played_on(game, after, chance), state, seat) for _ in range(plays)]
        yield (fmean(gains) - value) / max(sqrt(variance(gains) / plays), least)


def _gain(game: AnyGame, end: Any, state: Any, seat: Seat) -> int:
    """Return a seat's gain from a state to the hand's end, in points if nothing is at stake."""
    result = game.result(end)
    is_for_coins = game.price(state.rules, game.usual_stake(state.rules)) > 0
    return result.stacks[seat] - game.stacks(state)[seat] if is_for_coins else result.points.get(seat, 0)


def _questions(game: AnyGame, rules: Any, seed: str) -> Iterator[tuple[Any, Seat]]:
    """Yield one exactly estimated question of each hand of masters; end if there are none."""
    random, missed = Random(seed), 0
    stack = game.usual_stake(rules)
    players = tuple(
        SeatedPlayer(Seat(number), stack, game.house_keepsake(name)) for number, name in enumerate(PLAYERS, 1)
    )
    while missed < MISSES_MAX:
        chance = SampledChance(f"{random.random()}")
        asked: list[tuple[Any, Seat]] = []
        state = game.start(HandSetup(rules, players, Seat(1)), None)
        while seats := game.to_act(state):
            seat = min(seats)
            if seat == CHANCE_SEAT:
                move = game.chance_move(state, chance)
            else:
                if _exact(game, state, seat) is not None:
                    asked.append((state, seat))
                offers = game.offers(state, seat)
                answer = game.decide(game.recollection(state, seat), offers, chance, MASTER)
                move = take(find(offers, answer.key), answer.numbers)
            state = game.apply(state, seat, move).state
        if asked:
            yield random.choice(asked)
        missed = 0 if asked else missed + 1


def _exact(game: AnyGame, state: Any, seat: Seat) -> Estimate | None:
    """Return a master's estimate if it is exact."""
    found = game.estimate(game.recollection(state, seat), game.offers(state, seat), MASTER)
    return found if found is not None and found.is_exact else None
