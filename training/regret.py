"""Regret minimisation in self-play, by external sampling: how house players learn to bet.

A hand is played again and again, each time with one seat that learns. Where that seat acts, every action is
tried, and its regret grows by its gain beyond the seat's average. Where another seat acts, one action is
drawn. A seat then takes each action in proportion to its positive regret. The average strategy over all hands
is the result: with two players nobody wins against it in the long run; with more players nobody has been
found who does.

Moments of a hand that the actor cannot tell apart are the same *situation*, a number that the game makes.
Later hands count for more, in proportion to their number, since early play is clumsy.

Everything is drawn from one seeded generator, and no floats are added by `sum`, whose rounding differs
between Python 3.11 and 3.12: a seed gives the same table everywhere.
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
        """The number of all that the actor can know of this moment."""
        ...

    @property
    def legal(self) -> Sequence[int]:
        """The legal actions, each a number below the width of the regrets."""
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
        self._nothing = [0.0] * width
        self._regretted: dict[int, list[float]] = {}
        self.done: dict[int, list[float]] = {}
        """The summed strategy by situation: the weight of each action."""

    def __len__(self) -> int:
        """Return the number of situations met."""
        return len(self.done)

    def strategy(self, situation: int, legal: Sequence[int]) -> list[float]:
        """Return the current strategy: the share of each legal action, by its positive regret."""
        regretted = self._regretted.get(situation)
        if regretted is not None:
            positive = [regretted[action] if regretted[action] > 0 else 0.0 for action in legal]
            total = 0.0
            for each in positive:
                total += each
            if total > 0:
                return [each / total for each in positive]
        return [1 / len(legal)] * len(legal)

    def regret(self, situation: int, legal: Sequence[int], missed: Sequence[float], weight: float) -> None:
        """Add each legal action's gain beyond the average to its regret."""
        regretted = self._regretted.get(situation)
        if regretted is None:
            regretted = self._regretted[situation] = self._nothing.copy()
        for action, each in zip(legal, missed, strict=True):
            regretted[action] += weight * each

    def note(self, situation: int, legal: Sequence[int], strategy: Sequence[float], weight: float) -> None:
        """Add the strategy to the average."""
        done = self.done.get(situation)
        if done is None:
            done = self.done[situation] = self._nothing.copy()
        for action, share in zip(legal, strategy, strict=True):
            done[action] += weight * share

    def averages(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield each situation with the average share of each action, in parts that add up to `SHARES`."""
        for situation, done in self.done.items():
            yield situation, rounded(done)


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
    """Draw a place of a strategy, each as likely as its share."""
    left = dice.random()
    for place, share in enumerate(strategy):
        left -= share
        if left < 0:
            return place
    return len(strategy) - 1


def rounded(done: Sequence[float]) -> tuple[int, ...]:
    """Return amounts as whole parts that add up to `SHARES`, by the largest remainders."""
    total = 0.0
    for each in done:
        total += each
    exact = [each * SHARES / total for each in done]
    parts = [int(each) for each in exact]
    by_remainder = sorted(range(len(done)), key=lambda place: (parts[place] - exact[place], place))
    for place in by_remainder[: SHARES - sum(parts)]:
        parts[place] += 1
    return tuple(parts)
