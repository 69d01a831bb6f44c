"""A learner: a player that starts with nothing and finds out by playing which bets exploit house players.

It bets by the average gains of its answers so far, and plays its cards as a house player does. A situation is
described by several *abstractions*: the coarsest knows little more than the strength of the cards, and the
finest also position, price, rivals, raises and the remaining stack. The more often a situation was met in a
fine abstraction, the more that one counts beside the coarser ones.

While it learns it often answers at random, but less and less. Then it plays fresh hands by what it has
learned, without learning more: if it gains much there, house players can be exploited, which is called a
*robbery*. Among house players of all skills a good player gains by skill, so only the gain beyond a master's
in the same deals counts. Evenings of one lesson are played in parallel, and the learner learns from them when
all are over, so that a seed gives the same result with any number of processes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count as count_from
from math import ceil
from multiprocessing import Pool
from random import Random
from typing import Any, NamedTuple, TypeAlias, get_args

from games.bot_characters import HOUSE_PLAYERS
from games.catalog import GAMES
from games.engine.betting.bets import Limit, habit
from games.engine.betting.rounds import amount_to_call, behind, contenders, pot_after_call
from games.engine.core.characters import MASTER, Character
from games.engine.core.game import Seat
from training.catalog import setting
from training.league import Score, Setting, deals, scored, sitting
from training.opponents import BettingQuestion, Wish, nearest_answer

LEARNING, FRESH = 20_000, 10_000
"""The numbers of hands that it learns from, and that it plays afterwards."""
EVENING = 24
"""The number of hands of an evening: enough for house players to learn its habits."""
AT_ONCE = 16
"""The number of evenings of a lesson."""
ROBBERY, SURE = 0.25, 3.0
"""A robbery is a gain per hand of more than these, in smallest bets and in standard errors."""
PRECISE: Mapping[str, float] = {"destiny": 0.1, "knights_heads": 0.1, "dividha": 0.2}
"""The standard error at which a line counts as decided in any case."""
FRESH_MAX = 400_000
EXPLORES_LEAST = 0.1
COARSER_WEIGHT = 20
"""The weight of all coarser abstractions, as a number of tries."""
TRIES_MAX = 500
"""From this number of tries on, later ones count for more than earlier ones, since later play is better."""

Key: TypeAlias = tuple[object, ...]
Lesson: TypeAlias = tuple[Sequence[Key], Wish, float]
"""The keys of a situation by all abstractions, the answer, and the hand's gain."""
Spread: TypeAlias = Callable[[Callable[..., Any], Sequence[str]], Iterable[Any]]
"""Calls a function for each name, like `map`, but perhaps in several processes."""

_STRENGTHS: Sequence[Sequence[float]] = (
    (0.5, 0.8),
    (0.3, 0.5, 0.7, 0.85),
    (0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 0.96),
)
_PRICES = (0.0, 0.2, 0.35)
_DEPTHS = (0.0, 1.0, 4.0)
_RIVALS_MAX, _RAISES_MAX, _KNOWN_FROM = 3, 2, 8


def situation(question: BettingQuestion) -> tuple[Key, ...]:
    """Return the situation's key by each abstraction, the coarsest first."""
    betting, stage = question.betting, question.view.stage
    coarse, middling, fine = (bisect_left(edges, question.strength) for edges in _STRENGTHS)
    price = bisect_left(_PRICES, question.price)
    rivals = min(len(contenders(betting)) - 1, _RIVALS_MAX)
    raises = min(betting.raises, _RAISES_MAX)
    stake = betting.acting
    left = stake.stack - min(stake.stack, amount_to_call(betting, stake))
    is_behind = bool(behind(betting))
    depth = bisect_left(_DEPTHS, left / max(1, pot_after_call(betting, stake)))
    is_known = habit(betting.habits, stake.seat).hands >= _KNOWN_FROM
    return (
        (stage, coarse, price > 0),
        (stage, middling, price, rivals),
        (stage, fine, price, rivals, is_behind, raises),
        (stage, fine, price, rivals, is_behind, raises, depth, is_known),
    )


class Worth(NamedTuple):
    """The average gain of an answer, and the number of tries."""

    tries: int = 0
    mean: float = 0.0

    def after(self, gain: float) -> Worth:
        """Return the worth after another try with that gain."""
        tries = self.tries + 1
        return Worth(tries, self.mean + (gain - self.mean) / min(tries, TRIES_MAX))


@dataclass(slots=True)
class Learner:
    """The learned worths by situation and answer."""

    worths: dict[Key, dict[Wish, Worth]] = field(default_factory=dict)

    def learn(self, lessons: Sequence[Lesson]) -> None:
        """Record the gains of answers."""
        for keys, wish, gain in lessons:
            for key in keys:
                known = self.worths.setdefault(key, {})
                known[wish] = known.get(wish, Worth()).after(gain)

    def worth(self, keys: Sequence[Key], wish: Wish) -> float:
        """Return an answer's expected value; an abstraction counts for more the more often it was tried."""
        value = 0.0
        for key in keys:
            known = self.worths.get(key, {}).get(wish, Worth())
            value = (known.tries * known.mean + COARSER_WEIGHT * value) / (known.tries + COARSER_WEIGHT)
        return value


@dataclass(slots=True)
class LearnerPlan:
    """The plan of a player that gives the learner's best answer, or sometimes another one."""

    learner: Learner
    explores: float = 0.0
    answered: list[tuple[Sequence[Key], Wish]] = field(default_factory=list)
    """The answers of this hand."""

    def __call__(self, question: BettingQuestion) -> Wish:
        """Answer, and record the answer with its situation."""
        sense = question.sense(question.view)
        question = replace(question, sense=lambda _: sense)
        # Of wishes that lead to the same answer only the first is kept.
        wishes: Sequence[Wish] = get_args(Wish)
        distinct = {nearest_answer(wish, question.offers, question): wish for wish in reversed(wishes)}
        keys, wishes = situation(question), [*distinct.values()]
        if question.random.random() < self.explores:
            wish = question.random.choice(wishes)
        else:
            wish = max(wishes, key=lambda each: self.learner.worth(keys, each))
        self.answered.append((keys, wish))
        return wish


COMPANIES: Mapping[str, Sequence[Character]] = {
    "masters": (MASTER,),
    "the mix": tuple(each.character for each in HOUSE_PLAYERS.values()),
}
SEATS = (2, 3, 5)
LIMITS: Sequence[Limit] = ("no_limit", "pot_limit", "fixed_limit")
SHORT, DEEP = 20, 200
"""Stacks in chips."""


class Line(NamedTuple):
    """A table at which a learner learns, printed as one line; None stands for the usual setting."""

    key: str
    seats: int
    company: str = "masters"
    limit: Limit | None = None
    stack: int | None = None
    purse: int | None = None
    """The learner's stack, if it differs from the others'."""

    @property
    def where(self) -> Setting:
        """The table's league setting."""
        rules = GAMES[self.key].house_rules()
        rules = rules if self.limit is None else replace(rules, limit=self.limit)
        stacks = () if self.stack is None else (self.stack,)
        return replace(setting(self.key, self.seats, rules, stacks, self.purse), hands=EVENING)

    def __str__(self) -> str:
        parts = [f"{self.seats} seats", self.company, (self.limit or "").replace("_", " ")]
        parts += [f"stacks of {self.stack}"] if self.stack else []
        parts += [f"the learner with {self.purse}"] if self.purse else []
        return ", ".join(filter(None, parts))


def lines(key: str) -> Iterator[Line]:
    """Yield the tables of a game: by seats and company, and with three seats by limit and stacks."""
    for seats in SEATS:
        for company in COMPANIES:
            yield Line(key, seats, company)
    usual = GAMES[key].house_rules().limit
    for limit in LIMITS:
        for company in COMPANIES if limit != usual else ():
            yield Line(key, 3, company, limit)
    yield Line(key, 3, stack=SHORT)
    yield Line(key, 3, stack=DEEP)
    yield Line(key, 3, purse=SHORT)


def is_robbery(score: Score) -> bool:
    """Return True if the gain is large, and larger than luck explains."""
    return score.gain > ROBBERY and score.errors > SURE


def is_decided(key: str, score: Score) -> bool:
    """Return True if more hands would not change the verdict on a line."""
    is_clear = is_robbery(score) or score.gain + 2 * score.error < ROBBERY
    return is_clear or score.error <= PRECISE[key] or score.hands >= FRESH_MAX


def trained(line: Line, hands: int, seed: str, spread: Spread = map) -> Learner:
    """Return a learner that has learned from at least this many hands, answering less and less at random."""
    learner, count = Learner(), max(1, ceil(hands / EVENING / AT_ONCE))
    for number in range(count):
        explores = max(EXPLORES_LEAST, 1 - 2 * number / count)
        names = [f"{seed} lesson {number} {evening}" for evening in range(AT_ONCE)]
        for lessons in spread(partial(lesson, line, learner, explores), names):
            learner.learn(lessons)
    return learner


def lesson(line: Line, learner: Learner, explores: float, name: str) -> list[Lesson]:
    """Return the lessons of one evening, at a random seat."""
    plan, lessons = LearnerPlan(learner, explores), list[Lesson]()
    seat = Seat(1 + Random(f"{name} seat").randrange(line.seats))
    for gain in sitting(line.where, seat, plan, COMPANIES[line.company], name, []):
        lessons += [(keys, wish, gain) for keys, wish in plan.answered]
        plan.answered.clear()
    return lessons


def scored_fresh(line: Line, learner: Learner, hands: int, seed: str, spread: Spread = map) -> Score:
    """Return the learner's score over at least this many fresh hands, until the line is decided."""
    gains, thought = list[float](), list[float]()
    count = max(1, round(hands / EVENING / line.seats / AT_ONCE))
    for number in count_from(0):
        names = [f"{seed} fresh {number} {evening}" for evening in range(AT_ONCE)]
        for more_gains, more_thought in spread(partial(fresh_gains, line, learner), names):
            gains += more_gains
            thought += more_thought
        score = scored(line.where, gains, thought)
        if number + 1 >= count and is_decided(line.key, score):
            return score
    raise AssertionError("a line that is never decided")


def fresh_gains(line: Line, learner: Learner, name: str) -> tuple[list[float], list[float]]:
    """Return a learner's gain in each deal of an evening without learning, and house players' thinking times.

    Unless all house players are masters, it is the gain beyond a master's in the same deal.
    """
    house, thought = COMPANIES[line.company], list[float]()
    gains = deals(line.where, LearnerPlan(learner), house, name, thought)
    if {*house} != {MASTER}:
        usual = deals(line.where, MASTER, house, name, thought)
        gains = [one - other for one, other in zip(gains, usual, strict=True)]
    return gains, thought


def table(key: str, learning: int, hands: int, seed: str) -> Iterator[str]:
    """Yield a line with the learner's score for each table of a game."""
    with Pool() as pool:
        spread = partial(pool.map, chunksize=1)
        for line in lines(key):
            learner = trained(line, learning, seed, spread)
            yield f"{key}, {line!s:50} {scored_fresh(line, learner, hands, seed, spread)}"
