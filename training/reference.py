"""A reference player that searches: it imagines deals, and plays every answer out among masters.

A deal is drawn from all that the seat cannot tell from the real one (`Game.sample_possible_state`), each as
likely as any other: it does not infer the rivals' cards from their bets. The same deals, with the same luck,
are played out after each answer, so that answers are compared and not deals. A master's answer stands unless
another one is better by more than its standard error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, get_args

from games.engine.core.characters import MASTER
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, find, take
from training.league import Luck, Thinker, played_out
from training.opponents import Asked, Wish, carried_out

DEALS = 40
"""The number of deals: a fifth to half a second for each answer at Knights' Heads and Destiny."""
DEALS_MIN = 2
"""The number of deals below which there is no standard error."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The plan of the searching player."""

    game: AnyGame
    deals: int = DEALS

    def __call__(self, asked: Asked) -> Answer:
        """Return the answer with the highest average gain, less its standard error."""
        luck = Luck(asked.random)
        usual = self.game.decide(asked.view, asked.offers, luck, MASTER)
        wishes = (carried_out(wish, asked.offers, asked) for wish in get_args(Wish))
        brought = {answer: list[int]() for answer in (usual, *wishes)}
        if len(brought) == 1:
            return usual
        for _ in range(self.deals):
            state, seed = asked.imagine(luck), asked.random.random()
            for answer, stacks in brought.items():
                stacks.append(self._stack(state, asked.view.viewer, answer, seed))
        return max(brought, key=lambda answer: _gain(brought[answer], brought[usual]))

    def _stack(self, state: Any, seat: Seat, answer: Answer, seed: float) -> int:
        """Return the seat's stack after such a hand, with masters at every seat from then on."""
        luck = Luck(Random(seed))
        master = Thinker(self.game, MASTER, luck)
        move = take(find(self.game.offers(state, seat), answer.key), answer.numbers)
        players = dict.fromkeys(self.game.stacks(state), master)
        end = played_out(self.game, self.game.apply(state, seat, move).state, players, luck)
        return self.game.result(end).stacks[seat]


def _gain(stacks: Sequence[int], usual: Sequence[int]) -> float:
    """Return the gain of an answer beyond the usual one: the average, less its standard error."""
    more = [one - other for one, other in zip(stacks, usual, strict=True)]
    return fmean(more) - stdev(more) / sqrt(len(more))
