"""Regret minimisation in self-play, by external sampling: how house players learn to bet.

Many hands are played, and in each of them one seat learns. When that seat acts, every action is tried, and
the action's regret grows by its gain beyond the seat's average gain. When another seat acts, one action is
drawn. A seat chooses each action with a probability in proportion to its positive regret. The result is the
average strategy over all hands: with two players nobody wins against it in the long run, and with more
players no strategy has been found that does.

Moments of a hand that the actor cannot distinguish are the same *situation*, a number that the game's
training calculates. The weight of a hand is its number, since early play is bad.

All random numbers come from one seeded generator, and floats are not added with `sum`, whose rounding differs
between Python 3.11 and 3.12. So a seed gives the same table everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from games.engine.betting.bot_betting import SHARES


class Trial(Protocol):
    """A hand for training: its actor, situation, legal actions and gains."""

    @property
    def actor(self) -> int | None:
        """The player to act; None when the hand is over."""
        ...

    @property
    def situation(self) -> int:
        """The situation: a number for everything that the actor can know at this moment."""
        ...

    @property
    def legal(self) -> Sequence[int]:
        """The legal actions, as numbers below the width of the regrets."""
        ...

    def after(self, action: int) -> Trial:
        """Return the hand after that action."""
        ...

    def gain(self, player: int) -> float:
        """Return a player's gain when the hand is over; a loss is negative."""
        ...


class Regrets:
    """The regrets and the average strategy, by situation."""

    def __init__(self, width: int) -> None:
        self._zeros = [0.0] * width
        self._regrets: dict[int, list[float]] = {}
        self.weights: dict[int, list[float]] = {}
        """The sum of all strategies by situation: the weight of each action."""

    def __len__(self) -> int:
        """Return the number of situations met."""
        return len(self.weights)

    def strategy(self, situation: int, legal: Sequence[int]) -> list[float]:
        """Return the current strategy: the share of each legal action, by its positive regret."""
        regrets = self._regrets.get(situation)
        if regrets is not None:
            positive = [regrets[action] if regrets[action] > 0 else 0.0 for action in legal]
            total = 0.0
            for each in positive:
                total += each
            if total > 0:
                return [each / total for each in positive]
        return [1 / len(legal)] * len(legal)

    def regret(self, situation: int, legal: Sequence[int], missed: Sequence[float], weight: float) -> None:
        """Add each legal action's gain beyond the average to its regret."""
        regrets = self._regrets.get(situation)
        if regrets is None:
            regrets = self._regrets[situation] = self._zeros.copy()
        for action, each in zip(legal, missed, strict=True):
            regrets[action] += weight * each

    def note(self, situation: int, legal: Sequence[int], strategy: Sequence[float], weight: float) -> None:
        """Add the strategy to the average."""
        weights = self.weights.get(situation)
        if weights is None:
            weights = self.weights[situation] = self._zeros.copy()
        for action, share in zip(legal, strategy, strict=True):
            weights[action] += weight * share

    def averages(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield each situation with the average share of each action; shares are integers of sum `SHARES`."""
        for situation, weights in self.weights.items():
            yield situation, rounded(weights)


def learn(regrets: Regrets, trial: Trial, learner: int, dice: Random, weight: float) -> float:
    """Play a hand on with one learner, and return the learner's average gain."""
    actor = trial.actor
    if actor is None:
        return trial.gain(learner)
    situation, legal = trial.situation, trial.legal
    strategy = regrets.strategy(situation, legal)
    if actor != learner:
        regrets.note(situation, legal, strategy, weight)
        return learn(regrets, trial.after(legal[drawn(strategy, dice)]), learner, dice, weight)
    gains = [learn(regrets, trial.after(action), learner, dice, weight) for action in legal]
    average = 0.0
    for share, gain in zip(strategy, gains, strict=True):
        average += share * gain
    regrets.regret(situation, legal, [gain - average for gain in gains], weight)
    return average


def drawn(strategy: Sequence[float], dice: Random) -> int:
    """Draw an index of a strategy, each with its share as the probability."""
    left = dice.random()
    for index, share in enumerate(strategy):
        left -= share
        if left < 0:
            return index
    return len(strategy) - 1


def rounded(weights: Sequence[float]) -> tuple[int, ...]:
    """Return weights as integers that add up to `SHARES`, by the method of the largest remainder."""
    total = 0.0
    for each in weights:
        total += each
    exact = [each * SHARES / total for each in weights]
    parts = [int(each) for each in exact]
    by_remainder = sorted(range(len(weights)), key=lambda index: (parts[index] - exact[index], index))
    for index in by_remainder[: SHARES - sum(parts)]:
        parts[index] += 1
    return tuple(parts)
