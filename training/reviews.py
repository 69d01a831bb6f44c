"""A measurement of the review of a finished hand (TB-26), counted over many hands of masters.

Masters play, and some of their choices are reviewed as if their hand were over. Their own answer should cost
nothing. If the house's own estimate thinks another answer much worse, that one is planted: the review should
find it. An answer that is said to cost something should cost that, planted or not, so the hand is played to
its end from there with its real cards, by either answer. Masters err, too: then their answer is rightly said
to cost something, and a planted one may rightly be said to be no blunder.

A hand has one real layout of its cards, so the cost of a few dozen blunders says little. A bias of the
imagined hands shows sooner over all choices that had a price: in the expected value of paying it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from time import thread_time
from typing import Any, NamedTuple

from games.engine.core.characters import MASTER
from games.engine.core.game import CHANCE_SEAT, AnyGame, HandSetup, Seat, SeatedPlayer
from games.engine.core.offers import Answer, find, take
from games.engine.history import PlayedMove
from games.tools.review import GIVEN_UP, PAYING, Comparison, comparisons
from training.catalog import setting
from training.league import EVENING_HANDS, Luck, Setting

DEALS = 20
"""The number of times that a hand with a costly answer is played to its end, with either answer."""
IMAGINED, PLAYED = 12, 6
"""The numbers of imagined hands, and of plays of the real one, in which paying is valued."""
BLUNDER = 6
"""The least cost of a blunder by the house's estimate, in multiples of a negligible cost."""
SECONDS = 5.0
"""The time for a review of one choice, in seconds."""
FEWEST = 3
"""The number of choices below which an error is not worth printing."""


class Looked(NamedTuple):
    """The review's verdict on an answer, and its real cost."""

    is_planted: bool
    cost: float | None
    """None without a verdict; 0 if the answer is said to be the better one."""
    real: float
    """Its real cost, if it is said to cost something."""
    seconds: float
    leaning: float | None = None
    """The expected value of paying in imagined hands beyond that in the real one; None without a price."""


def looked(key: str, seats: int, count: int, seed: str) -> Iterator[Looked]:
    """Yield about this many choices of masters, with their answer, and with a blunder if there is one."""
    where, random, found = setting(key, seats), Random(f"{seed} {seats}"), 0
    while found < count:
        for choice in _evening(where, random):
            found += 1
            yield from choice
            if found == count:
                return


def _evening(where: Setting, random: Random) -> Iterator[list[Looked]]:
    """Yield one random choice of each hand of an evening."""
    game, luck, carry = where.game, Luck(random), None
    guests: tuple[SeatedPlayer[Any], ...] = tuple(
        SeatedPlayer(Seat(1 + at), each) for at, each in enumerate(where.stacks)
    )
    facts = HandSetup(where.rules, guests, random.choice(guests).seat)
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
    """Yield the moves of a hand of masters."""
    while asked := game.to_act(state):
        seat = CHANCE_SEAT if CHANCE_SEAT in asked else min(asked)
        if seat == CHANCE_SEAT:
            move = game.chance_move(state, luck)
        else:
            offers = game.offers(state, seat)
            answer = game.decide(game.recollection(state, seat), offers, luck, MASTER)
            move = take(find(offers, answer.key), answer.numbers)
        step = game.apply(state, seat, move)
        yield PlayedMove(state, seat, move, step)
        state = step.state


def _is_compared(game: AnyGame, made: PlayedMove) -> bool:
    """Return True if the choice was between passive answers: for others no blunder is known."""
    return made.seat != CHANCE_SEAT and len(game.ways(made.state, made.seat).answers) > 1


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
    """Return the comparison of the last answer, and the time that it took, in seconds."""
    started = thread_time()
    *_, last = comparisons(game, made, made[-1].seat, luck)
    while not last.is_done and thread_time() - started < SECONDS:
        last.think()
    return last, thread_time() - started


def _leaning(game: AnyGame, thought: Comparison, made: PlayedMove) -> float | None:
    """Return by how much paying is worth more in imagined hands than with the real cards."""
    answers = game.ways(made.state, made.seat).answers
    if GIVEN_UP not in answers:
        return None
    (paying,) = answers.keys() & PAYING
    imagined = fmean(thought.brings(paying, thought.imagined()) for _ in range(IMAGINED))
    return imagined - fmean(thought.brings(paying, made.state) for _ in range(PLAYED))


def _really(thought: Comparison, state: Any) -> float:
    """Return the real cost of an answer that is said to cost something, with the real cards."""
    look = thought.found
    if look is None or not look.cost:
        return 0.0
    best = max(look.worths, key=look.worths.__getitem__)
    off = (thought.brings(best, state) - thought.brings(look.answered, state) for _ in range(DEALS))
    return fmean(off)


def _cost(thought: Comparison) -> float | None:
    return None if thought.found is None else thought.found.cost


def _blunder(game: AnyGame, made: PlayedMove) -> Answer | None:
    """Return the passive answer that the house thinks much worse than another, if there is one."""
    state, seat = made.state, made.seat
    thought = game.estimate(game.recollection(state, seat), game.offers(state, seat), MASTER)
    ways = game.ways(state, seat)
    assert thought is not None
    worths = {GIVEN_UP: 0.0, **thought.ev}
    known = {key: worths[key] for key in ways.answers if key in worths}
    if not known:
        return None
    worst = min(known, key=known.__getitem__)
    is_one = max(known.values()) - known[worst] >= BLUNDER * ways.least
    return ways.answers[worst] if is_one else None


def table(key: str, seats: Sequence[int], count: int, seed: str) -> Iterator[str]:
    """Yield lines: masters' answers flagged, blunders found, and whether their real cost is as stated."""
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
    """Return how many are said to cost something and, of more than a few, the mean cost and its error."""
    costs = [(each.cost, each.real) for each in choices if each.cost]
    if len(costs) < FEWEST:
        return f"{len(costs)}"
    off = _mean([cost - real for cost, real in costs])
    return f"{len(costs)} (told to cost {fmean(cost for cost, _ in costs):.2f}, off by {off})"


def _mean(numbers: Sequence[float]) -> str:
    """Return the mean with its standard error as text."""
    return f"{fmean(numbers):+.3f} ± {stdev(numbers) / len(numbers) ** 0.5:.3f}"
