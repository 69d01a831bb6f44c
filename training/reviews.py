"""A check of the reviews of finished hands (TB-26), over many hands of masters.

Masters play, and some of their choices are reviewed as if their hand were over. Their own answer should cost
nothing. If house players estimate another answer to be much worse, that blunder is reviewed in place of the
master's answer: the review should find it. When an answer is said to cost something, the hand is played on
from there with its real cards, after that answer and after the best one, to find the real cost. Masters make
mistakes, too: a review may rightly say that a master's answer cost something, or that a blunder was none.

The cards of a hand lie in one way only, so the real cost of a few dozen blunders says little. A bias of the
sampled hands shows sooner in the expected value of paying, over all choices that had a price.
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
"""The number of times that a hand is played on after a costly answer, and after the best one."""
IMAGINED, PLAYED = 12, 6
"""The numbers of sampled hands, and of plays of the real one, in which paying is valued."""
BLUNDER = 6
"""The estimated cost from which an answer is a blunder, in multiples of a negligible cost."""
SECONDS = 5.0
"""The maximum time for the review of a choice."""
FEWEST = 3
"""With fewer choices than this no error is printed."""


class ReviewedChoice(NamedTuple):
    """The cost of an answer according to its review, and the real cost."""

    is_planted: bool
    cost: float | None
    """None if the review found nothing; 0 if it found the answer to be the better one."""
    real: float
    """The real cost if the review found one; otherwise 0."""
    seconds: float
    bias: float | None = None
    """By how much paying is worth more in sampled hands than in the real one; None without a price."""


def reviewed_choices(key: str, seats: int, count: int, seed: str) -> Iterator[ReviewedChoice]:
    """Yield this many choices of masters, with their answer, and with a blunder if there is one."""
    where, random, found = setting(key, seats), Random(f"{seed} {seats}"), 0
    while found < count:
        for choice in _evening(where, random):
            found += 1
            yield from choice
            if found == count:
                return


def _evening(where: Setting, random: Random) -> Iterator[list[ReviewedChoice]]:
    """Yield one random choice of each hand of an evening, reviewed."""
    game, luck, carry = where.game, Luck(random), None
    seated: tuple[SeatedPlayer[Any], ...] = tuple(
        SeatedPlayer(Seat(number), stack) for number, stack in enumerate(where.stacks, 1)
    )
    setup = HandSetup(where.rules, seated, random.choice(seated).seat)
    for _ in range(EVENING_HANDS):
        if len(game.dealt_in(setup, carry)) < len(seated):
            carry = None
        played = [*_course(game, game.start(setup, carry), luck)]
        carry = game.result(played[-1].step.state).carry
        choices = [index for index, each in enumerate(played) if _is_compared(game, each)]
        if choices:
            index = random.choice(choices)
            yield [*_reviewed(game, played[:index], played[index], luck)]


def _course(game: AnyGame, state: Any, luck: Luck) -> Iterator[PlayedMove]:
    """Yield the moves of a hand of masters."""
    while seats := game.to_act(state):
        seat = CHANCE_SEAT if CHANCE_SEAT in seats else min(seats)
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
    """Return True if the choice had several passive answers; only these can be blunders here."""
    return made.seat != CHANCE_SEAT and len(game.ways(made.state, made.seat).answers) > 1


def _reviewed(
    game: AnyGame, before: Sequence[PlayedMove], made: PlayedMove, luck: Luck
) -> Iterator[ReviewedChoice]:
    """Yield the review of a choice, and that of a blunder in its place if there is one."""
    own, seconds = _review(game, (*before, made), luck)
    yield ReviewedChoice(False, _cost(own), _real_cost(own, made.state), seconds, _bias(game, own, made))
    blunder = _blunder(game, made)
    if blunder is None:
        return
    move = take(find(game.offers(made.state, made.seat), blunder.key), blunder.numbers)
    planted = PlayedMove(made.state, made.seat, move, game.apply(made.state, made.seat, move))
    found, seconds = _review(game, (*before, planted), luck)
    yield ReviewedChoice(True, _cost(found), _real_cost(found, made.state), seconds)


def _review(game: AnyGame, made: Sequence[PlayedMove], luck: Luck) -> tuple[Comparison, float]:
    """Return the review of the last answer, and the time that it took, in seconds."""
    started = thread_time()
    *_, last = comparisons(game, made, made[-1].seat, luck)
    while not last.is_done and thread_time() - started < SECONDS:
        last.think()
    return last, thread_time() - started


def _bias(game: AnyGame, review: Comparison, made: PlayedMove) -> float | None:
    """Return by how much paying is worth more in sampled hands than with the real cards."""
    answers = game.ways(made.state, made.seat).answers
    if GIVEN_UP not in answers:
        return None
    (paying,) = answers.keys() & PAYING
    imagined = fmean(review.brings(paying, review.imagined()) for _ in range(IMAGINED))
    return imagined - fmean(review.brings(paying, made.state) for _ in range(PLAYED))


def _real_cost(review: Comparison, state: Any) -> float:
    """Return the cost of an answer with the real cards; 0 if the review found that it cost nothing."""
    look = review.found
    if look is None or not look.cost:
        return 0.0
    best = max(look.worths, key=look.worths.__getitem__)
    differences = (review.brings(best, state) - review.brings(look.answered, state) for _ in range(DEALS))
    return fmean(differences)


def _cost(review: Comparison) -> float | None:
    return None if review.found is None else review.found.cost


def _blunder(game: AnyGame, made: PlayedMove) -> Answer | None:
    """Return the passive answer that house players estimate to be much worse than another, if any."""
    state, seat = made.state, made.seat
    estimate = game.estimate(game.recollection(state, seat), game.offers(state, seat), MASTER)
    ways = game.ways(state, seat)
    assert estimate is not None
    worths = {GIVEN_UP: 0.0, **estimate.ev}
    known = {key: worths[key] for key in ways.answers if key in worths}
    if not known:
        return None
    worst = min(known, key=known.__getitem__)
    is_blunder = max(known.values()) - known[worst] >= BLUNDER * ways.least
    return ways.answers[worst] if is_blunder else None


def table(key: str, seats: Sequence[int], count: int, seed: str) -> Iterator[str]:
    """Yield lines: the numbers of masters' answers flagged and of blunders found, and how the costs fit."""
    for number in seats:
        choices = [*reviewed_choices(key, number, count, seed)]
        own = [each for each in choices if not each.is_planted]
        planted = [each for each in choices if each.is_planted]
        line = (
            f"{key}, {number} seats: {_costly(own)} of {len(own)} of masters' answers flagged, "
            f"{_costly(planted)} of {len(planted)} blunders found, "
            f"{sum(each.cost == 0 for each in planted)} said to be none, "
            f"{fmean(each.seconds for each in choices):.1f} s each"
        )
        biases = [each.bias for each in own if each.bias is not None]
        if len(biases) >= FEWEST:
            line += f"; what paying is worth is off by {_mean(biases)} over {len(biases)}"
        yield line


def _costly(choices: Sequence[ReviewedChoice]) -> str:
    """Return how many are found to cost something and, unless they are few, by how much costs are off."""
    costs = [(each.cost, each.real) for each in choices if each.cost]
    if len(costs) < FEWEST:
        return f"{len(costs)}"
    off = _mean([cost - real for cost, real in costs])
    return f"{len(costs)} (told to cost {fmean(cost for cost, _ in costs):.2f}, off by {off})"


def _mean(numbers: Sequence[float]) -> str:
    """Return the mean with its standard error as text."""
    return f"{fmean(numbers):+.3f} ± {stdev(numbers) / len(numbers) ** 0.5:.3f}"
