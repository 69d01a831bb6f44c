"""A reference player that searches: it samples deals, and lets masters play them on after each answer.

Deals are drawn among all that the seat cannot tell from the real one (`Game.sample_possible_state`), each
with the same probability: rivals' cards are not inferred from their bets. Each answer is tried with the same
deals and the same luck. The player gives the answer that a master would give, unless another one is better by
more than the standard error.
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
from training.opponents import BettingQuestion, Wish, nearest_answer

DEALS = 40
"""The default number of deals: 0.2 to 0.5 seconds for each answer in Knights' Heads and Destiny."""
DEALS_MIN = 2
"""The least number of deals: one deal alone has no standard error."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The reference player's plan."""

    game: AnyGame
    deals: int = DEALS

    def __call__(self, question: BettingQuestion) -> Answer:
        """Return the answer with the highest average gain less its standard error."""
        luck = Luck(question.random)
        usual = self.game.decide(question.view, question.offers, luck, MASTER)
        wishes = (nearest_answer(wish, question.offers, question) for wish in get_args(Wish))
        stacks_after = {answer: list[int]() for answer in (usual, *wishes)}
        if len(stacks_after) == 1:
            return usual
        for _ in range(self.deals):
            state, seed = question.imagine(luck), question.random.random()
            for answer, stacks in stacks_after.items():
                stacks.append(self._stack(state, question.view.viewer, answer, seed))
        return max(stacks_after, key=lambda answer: _gain(stacks_after[answer], stacks_after[usual]))

    def _stack(self, state: Any, seat: Seat, answer: Answer, seed: float) -> int:
        """Return the seat's stack at the end if it gives that answer, and masters play on at all seats."""
        luck = Luck(Random(seed))
        master = Thinker(self.game, MASTER, luck)
        move = take(find(self.game.offers(state, seat), answer.key), answer.numbers)
        players = dict.fromkeys(self.game.stacks(state), master)
        end = played_out(self.game, self.game.apply(state, seat, move).state, players, luck)
        return self.game.result(end).stacks[seat]


def _gain(stacks: Sequence[int], usual: Sequence[int]) -> float:
    """Return the average gain of an answer compared with a master's, less its standard error."""
    differences = [one - other for one, other in zip(stacks, usual, strict=True)]
    return fmean(differences) - stdev(differences) / sqrt(len(differences))
