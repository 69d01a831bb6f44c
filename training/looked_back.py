"""Whether what is told of choices once a hand is over is right (TB-26), counted over many hands of masters.

Masters play, and choices of theirs are looked at as if their hand were over. Their own answer should cost
nothing. Where the house's own estimate thinks another much worse, that one is planted: it should be found.
What is said to cost something should cost that, be it planted or not, so the hand is played to its end from
there with its real cards, by either answer. Masters err, too: then their answer is rightly said to cost
something, and one that was planted may rightly be said to be no blunder.

A hand has one way in which its cards really lie, so what a few dozen blunders cost says little. Whether hands
are imagined as they are is seen sooner over all choices that had a price: by what paying it is worth in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from time import thread_time
from typing import Any, NamedTuple

from games.engine.core.game import HOUSE, AnyGame, Guest, Seat, TableFacts
from games.engine.core.names import MASTER
from games.engine.core.offers import Answer, find, take
from games.engine.history import PlayedMove
from games.tools.second_look import GIVEN_UP, PAYING, Comparison, comparisons
from training.catalog import setting
from training.league import EVENING_HANDS, Luck, Setting

DEALS = 20
"""How often a hand with an answer that is said to cost something is played to its end, with either answer."""
IMAGINED, PLAYED = 12, 6
"""In so many imagined hands, and so many plays of the real one, it is looked what paying is worth."""
BLUNDER = 6
"""So many times what is no matter a blunder costs at least, as the house sees it."""
SECONDS = 5.0
"""So long it thinks about a choice."""
FEWEST = 3
"""Fewer choices have no error worth telling."""


class Looked(NamedTuple):
    """What is told of an answer."""

    is_planted: bool
    cost: float | None
    """None where nothing is told; 0 where it is told to be the better one."""
    real: float
    """What it cost really, where it is told to cost something."""
    seconds: float
    leaning: float | None = None
    """How much more paying is worth in imagined hands than in the real one; None where nothing was asked."""


def looked(key: str, seats: int, count: int, seed: str) -> Iterator[Looked]:
    """About so many choices of masters, with their answer, and with a blunder where there is one."""
    where, random, found = setting(key, seats), Random(f"{seed} {seats}"), 0
    while found < count:
        for choice in _evening(where, random):
            found += 1
            yield from choice
            if found == count:
                return


def _evening(where: Setting, random: Random) -> Iterator[list[Looked]]:
    """One choice of each hand of an evening, taken by lot."""
    game, luck, carry = where.game, Luck(random), None
    guests: tuple[Guest[Any], ...] = tuple(Guest(Seat(1 + at), each) for at, each in enumerate(where.stacks))
    facts = TableFacts(where.rules, guests, random.choice(guests).seat)
    for _ in range(EVENING_HANDS):
        if len(game.dealt_in(facts, carry)) < len(guests):
            carry = None
        made = [*_course(game, game.start(facts, carry), luck)]
        carry = game.result(made[-1].step.state).carry
        choices = [at for at, each in enumerate(made) if _is_compared(game, each)]
        if choices:
            at = random.choice(choices)
            yield [*_looked(game, made[:at], made[at], luck)]


def _course(game: AnyGame, state: Any, luck: Luck) -> Iterator[PlayedMove]:
    """A hand of masters."""
    while asked := game.to_act(state):
        seat = HOUSE if HOUSE in asked else min(asked)
        if seat == HOUSE:
            move = game.house_move(state, luck)
        else:
            offers = game.offers(state, seat)
            answer = game.decide(game.recollection(state, seat), offers, luck, MASTER)
            move = take(find(offers, answer.key), answer.numbers)
        step = game.apply(state, seat, move)
        yield PlayedMove(state, seat, move, step)
        state = step.state


def _is_compared(game: AnyGame, made: PlayedMove) -> bool:
    """Whether it was a choice between answers that raise nothing: of others no blunder is known."""
    return made.seat != HOUSE and len(game.ways(made.state, made.seat).answers) > 1


def _looked(game: AnyGame, before: Sequence[PlayedMove], made: PlayedMove, luck: Luck) -> Iterator[Looked]:
    own, seconds = _thought(game, (*before, made), luck)
    yield Looked(False, _cost(own), _really(own, made.state), seconds, _leaning(game, own, made))
    blunder = _blunder(game, made)
    if blunder is None:
        return
    move = take(find(game.offers(made.state, made.seat), blunder.key), blunder.numbers)
    planted = PlayedMove(made.state, made.seat, move, game.apply(made.state, made.seat, move))
    found, seconds = _thought(game, (*before, planted), luck)
    yield Looked(True, _cost(found), _really(found, made.state), seconds)


def _thought(game: AnyGame, made: Sequence[PlayedMove], luck: Luck) -> tuple[Comparison, float]:
    """What was thought of the last answer, and for how long."""
    started = thread_time()
    *_, last = comparisons(game, made, made[-1].seat, luck)
    while not last.is_done and thread_time() - started < SECONDS:
        last.think()
    return last, thread_time() - started


def _leaning(game: AnyGame, thought: Comparison, made: PlayedMove) -> float | None:
    """How much more paying is worth in hands that are imagined than with the cards that really lay there."""
    answers = game.ways(made.state, made.seat).answers
    if GIVEN_UP not in answers:
        return None
    (paying,) = answers.keys() & PAYING
    imagined = fmean(thought.brings(paying, thought.imagined()) for _ in range(IMAGINED))
    return imagined - fmean(thought.brings(paying, made.state) for _ in range(PLAYED))


def _really(thought: Comparison, state: Any) -> float:
    """What an answer that is told to cost something cost, with the cards that really lay there."""
    look = thought.found
    if look is None or not look.cost:
        return 0.0
    best = max(look.worths, key=look.worths.__getitem__)
    off = (thought.brings(best, state) - thought.brings(look.answered, state) for _ in range(DEALS))
    return fmean(off)


def _cost(thought: Comparison) -> float | None:
    return None if thought.found is None else thought.found.cost


def _blunder(game: AnyGame, made: PlayedMove) -> Answer | None:
    """The answer that raises nothing and that the house thinks much worse than another, if there is one."""
    state, seat = made.state, made.seat
    thought = game.estimate(game.recollection(state, seat), game.offers(state, seat), MASTER)
    ways = game.ways(state, seat)
    assert thought is not None
    worths = {GIVEN_UP: 0.0, **thought.worths}
    known = {key: worths[key] for key in ways.answers if key in worths}
    if not known:
        return None
    worst = min(known, key=known.__getitem__)
    is_one = max(known.values()) - known[worst] >= BLUNDER * ways.least
    return ways.answers[worst] if is_one else None


def table(key: str, seats: Sequence[int], count: int, seed: str) -> Iterator[str]:
    """How many of masters' answers are flagged, how many blunders found, and if these cost what is told."""
    for number in seats:
        choices = [*looked(key, number, count, seed)]
        own = [each for each in choices if not each.is_planted]
        planted = [each for each in choices if each.is_planted]
        line = (
            f"{key}, {number} seats: {_costly(own)} of {len(own)} of masters' answers flagged, "
            f"{_costly(planted)} of {len(planted)} blunders found, "
            f"{sum(each.cost == 0 for each in planted)} said to be none, "
            f"{fmean(each.seconds for each in choices):.1f} s each"
        )
        leanings = [each.leaning for each in own if each.leaning is not None]
        if len(leanings) >= FEWEST:
            line += f"; what paying is worth is off by {_mean(leanings)} over {len(leanings)}"
        yield line


def _costly(choices: Sequence[Looked]) -> str:
    """How many are said to cost something, and, of more than a few, what, and how far that is off."""
    costs = [(each.cost, each.real) for each in choices if each.cost]
    if len(costs) < FEWEST:
        return f"{len(costs)}"
    off = _mean([cost - real for cost, real in costs])
    return f"{len(costs)} (told to cost {fmean(cost for cost, _ in costs):.2f}, off by {off})"


def _mean(numbers: Sequence[float]) -> str:
    """The average, and its standard error."""
    return f"{fmean(numbers):+.3f} ± {stdev(numbers) / len(numbers) ** 0.5:.3f}"
