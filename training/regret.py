"""Regret minimisation in self-play, by external sampling: how house players learn to bet.

A hand is played again and again, each time with one seat that learns. Where that seat acts, every action is
tried, and each is noted as regretted by how much more it would have brought than what the seat does on
average. Where somebody else acts, one action is drawn. A seat then does each thing as often as it has
regretted not doing it. What it did over all hands, on average, is what comes out: with two players nobody
wins against that in the long run, with more nobody has been found who does.

Whoever cannot tell two moments of a hand apart is in the same *situation*, a number that the game makes.
Later hands count for more, in proportion to their number, since early play is clumsy.

Everything is drawn from one seeded generator, and no floats are summed up by `sum`, which Python 3.12 does
otherwise than 3.11: a seed gives the same table everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from games.engine.betting.house import SHARES


class Trial(Protocol):
    """A hand that is tried: who acts, in which situation, what is possible, and what comes of it."""

    @property
    def actor(self) -> int | None:
        """Who acts; None when the hand is over."""
        ...

    @property
    def situation(self) -> int:
        """What the actor can tell this moment by."""
        ...

    @property
    def legal(self) -> Sequence[int]:
        """The actions that are possible, each a number below the width of the regrets."""
        ...

    def after(self, action: int) -> Trial:
        """The hand once the actor has done that."""
        ...

    def gain(self, player: int) -> float:
        """What a player has won or lost, when the hand is over."""
        ...


class Regrets:
    """What was regretted and what was done, by situation."""

    def __init__(self, width: int) -> None:
        self._nothing = [0.0] * width
        self._regretted: dict[int, list[float]] = {}
        self.done: dict[int, list[float]] = {}
        """How much of each action was done, by situation."""

    def __len__(self) -> int:
        """How many situations somebody has been in."""
        return len(self.done)

    def strategy(self, situation: int, legal: Sequence[int]) -> list[float]:
        """How often to do each of the legal actions now, as shares of one."""
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
        """Note what each legal action would have brought beyond the average."""
        regretted = self._regretted.get(situation)
        if regretted is None:
            regretted = self._regretted[situation] = self._nothing.copy()
        for action, each in zip(legal, missed, strict=True):
            regretted[action] += weight * each

    def note(self, situation: int, legal: Sequence[int], strategy: Sequence[float], weight: float) -> None:
        """Note what was done, for the average."""
        done = self.done.get(situation)
        if done is None:
            done = self.done[situation] = self._nothing.copy()
        for action, share in zip(legal, strategy, strict=True):
            done[action] += weight * share

    def averages(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each situation with how often each action was done in it, in parts that add up to `SHARES`."""
        for situation, done in self.done.items():
            yield situation, rounded(done)


def learn(regrets: Regrets, trial: Trial, learner: int, dice: Random, weight: float) -> float:
    """Play a hand on, and let one player learn from it; what that player gains on average."""
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
    """One place of a strategy, each as likely as its share."""
    left = dice.random()
    for place, share in enumerate(strategy):
        left -= share
        if left < 0:
            return place
    return len(strategy) - 1


def rounded(done: Sequence[float]) -> tuple[int, ...]:
    """Amounts as whole parts that add up to `SHARES`, by the largest remainders."""
    total = 0.0
    for each in done:
        total += each
    exact = [each * SHARES / total for each in done]
    parts = [int(each) for each in exact]
    by_remainder = sorted(range(len(done)), key=lambda place: (parts[place] - exact[place], place))
    for place in by_remainder[: SHARES - sum(parts)]:
        parts[place] += 1
    return tuple(parts)
