"""A check of house players' estimates: their win probabilities beside the real outcomes.

House players of all skills play evenings. In each hand one betting question is chosen at random, and a
master's win probability in that seat is recorded. Then the hand is played on with its real cards, but without
further folds or raises. So only cards decide, and the bets up to that question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from games.bot_characters import HOUSE_PLAYERS
from games.engine.betting.rounds import amount_to_call
from games.engine.core.characters import MASTER
from games.engine.core.game import CHANCE_SEAT, HandSetup, Seat, SeatedPlayer
from training.catalog import setting, taken
from training.league import EVENING_HANDS, Luck, Player, Schemer, Setting, Thinker, course, played_out

FEWEST = 3
"""With fewer questions than this no error is printed."""


class Question(NamedTuple):
    """The estimated win probability at one question, and the real outcome."""

    stage: str
    column: str
    is_priced: bool
    """True if staying in cost something, since somebody has bet in the round."""
    told: float
    true: float


def questions(key: str, seats: int, count: int, seed: str) -> Iterator[Question]:
    """Yield the questions of this many hands."""
    where, found = setting(key, seats), 0
    for evening in range(count):
        random = Random(f"{seed} {seats} {evening}")
        for question in _evening(where, random):
            yield from question
            found += 1
            if found == count:
                return


def _evening(where: Setting, random: Random) -> Iterator[list[Question]]:
    """Yield for each hand of an evening one question, as a list with an entry for each column."""
    game, luck, carry = where.game, Luck(random), None
    seats = [Seat(number) for number in range(1, where.seats + 1)]
    people = random.sample([*HOUSE_PLAYERS.values()], where.seats)
    players: dict[Seat, Player] = {
        seat: Thinker(game, person.character, luck) for seat, person in zip(seats, people, strict=True)
    }
    stayers: dict[Seat, Player] = dict.fromkeys(
        seats, Schemer(where, lambda _: "stay", Thinker(game, MASTER, luck), random)
    )
    seated: tuple[SeatedPlayer[Any], ...] = tuple(map(SeatedPlayer, seats, where.stacks))
    setup = HandSetup(where.rules, seated, random.choice(seats))
    for _ in range(EVENING_HANDS):
        if len(game.dealt_in(setup, carry)) < len(seated):
            carry = None
        states = [*course(game, game.start(setup, carry), players, luck)]
        carry = game.result(states[-1]).carry
        bet_states = [each for each in states if _is_bet(game, each)]
        if bet_states:
            yield _compared(where, random.choice(bet_states), stayers, luck)


def _is_bet(game: Any, state: Any) -> bool:
    """Return True if a seat may fold, so that house players estimate its win probability."""
    return any(
        offer.key == "fold"
        for seat in game.to_act(state) - {CHANCE_SEAT}
        for offer in game.offers(state, seat)
    )


def _compared(where: Setting, state: Any, stayers: dict[Seat, Player], luck: Luck) -> list[Question]:
    """Return the estimate and the outcome of the question in this state, by column."""
    (seat,) = where.game.to_act(state)
    estimate = where.game.estimate(
        where.game.recollection(state, seat), where.game.offers(state, seat), MASTER
    )
    assert estimate is not None
    end = played_out(where.game, state, stayers, luck)
    true = taken(where.game.key, end, seat, where.stacks[seat - 1])
    is_priced = amount_to_call(state.betting, state.betting.acting) > 0
    return [
        Question(state.stage, column, is_priced, told, true[column])
        for column, told in estimate.win_probability.items()
    ]


def table(key: str, seats: Sequence[int], count: int, seed: str) -> Iterator[str]:
    """Yield lines of estimates and outcomes, by stage and column."""
    for number in seats:
        by_stage = defaultdict[tuple[str, str], list[Question]](list)
        for each in questions(key, number, count, seed):
            by_stage[each.stage, each.column].append(each)
        for (stage, column), found in by_stage.items():
            yield _line(f"{key}, {number} seats, {stage}, {column}", found)
            found.sort(key=lambda each: each.told)
            half = len(found) // 2
            parts = {
                "lower half": found[:half],
                "upper half": found[half:],
                # In a single line the opposite errors of these two would cancel out.
                "free": [each for each in found if not each.is_priced],
                "priced": [each for each in found if each.is_priced],
            }
            for name, part in parts.items():
                yield _line(f"    {name}", part)


def _line(name: str, found: Sequence[Question]) -> str:
    if len(found) < FEWEST:
        return f"{name:45} {len(found)}"
    errors = [each.told - each.true for each in found]
    error = stdev(errors) / len(errors) ** 0.5
    means = f"told {fmean(each.told for each in found):.3f}, true {fmean(each.true for each in found):.3f}"
    return f"{name:45} {means}, off by {fmean(errors):+.3f} ± {error:.3f}, {len(found)}"
