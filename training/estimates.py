"""A check of house players' estimates: their win probability beside the real ends of hands.

House players of all skills play evenings. Of each hand one betting question is drawn, and a master's win
probability in that seat is recorded. Then the hand is played on with its real cards, without further folds or
raises: so the comparison is of the cards, given all bets before.
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
"""The number of questions below which an error is not worth printing."""


class Question(NamedTuple):
    """The estimate at one question, and the outcome."""

    stage: str
    column: str
    is_priced: bool
    """True if staying in cost something, since somebody has bet in the round."""
    told: float
    true: float


def questions(key: str, seats: int, count: int, seed: str) -> Iterator[Question]:
    """Yield the questions of about this many hands, each hand played to its end."""
    where, found = setting(key, seats), 0
    for evening in range(count):
        random = Random(f"{seed} {seats} {evening}")
        for question in _evening(where, random):
            yield from question
            found += 1
            if found == count:
                return


def _evening(where: Setting, random: Random) -> Iterator[list[Question]]:
    """Yield the questions of an evening, one of each hand, with the estimate by column."""
    game, luck, carry = where.game, Luck(random), None
    seats = [Seat(1 + at) for at in range(where.seats)]
    people = random.sample([*HOUSE_PLAYERS.values()], where.seats)
    players: dict[Seat, Player] = {
        seat: Thinker(game, person.character, luck) for seat, person in zip(seats, people, strict=True)
    }
    patient: dict[Seat, Player] = dict.fromkeys(
        seats, Schemer(where, lambda _: "stay", Thinker(game, MASTER, luck), random)
    )
    guests: tuple[SeatedPlayer[Any], ...] = tuple(map(SeatedPlayer, seats, where.stacks))
    facts = HandSetup(where.rules, guests, random.choice(seats))
    for _ in range(EVENING_HANDS):
        if len(game.dealt_in(facts, carry)) < len(guests):
            carry = None
        states = [*course(game, game.start(facts, carry), players, luck)]
        carry = game.result(states[-1]).carry
        asked = [each for each in states if _is_bet(game, each)]
        if asked:
            yield _compared(where, random.choice(asked), patient, luck)


def _is_bet(game: Any, state: Any) -> bool:
    """Return True if a seat has to answer a bet, so that its cards have a worth."""
    return any(
        offer.key == "fold"
        for seat in game.to_act(state) - {CHANCE_SEAT}
        for offer in game.offers(state, seat)
    )


def _compared(where: Setting, state: Any, patient: dict[Seat, Player], luck: Luck) -> list[Question]:
    (seat,) = where.game.to_act(state)
    found = where.game.estimate(where.game.recollection(state, seat), where.game.offers(state, seat), MASTER)
    assert found is not None
    end = played_out(where.game, state, patient, luck)
    true = taken(where.game.key, end, seat, where.stacks[seat - 1])
    is_priced = amount_to_call(state.betting, state.betting.acting) > 0
    return [
        Question(state.stage, column, is_priced, told, true[column])
        for column, told in found.win_probability.items()
    ]


def table(key: str, seats: Sequence[int], count: int, seed: str) -> Iterator[str]:
    """Yield lines of estimates and outcomes, by stage and column."""
    for number in seats:
        by_stage = defaultdict[tuple[str, str], list[Question]](list)
        for each in questions(key, number, count, seed):
            by_stage[each.stage, each.column].append(each)
        for (stage, column), told in by_stage.items():
            yield _line(f"{key}, {number} seats, {stage}, {column}", told)
            told.sort(key=lambda each: each.told)
            half = len(told) // 2
            parts = {
                "lower half": told[:half],
                "upper half": told[half:],
                # Opposite errors of these two would cancel out.
                "free": [each for each in told if not each.is_priced],
                "priced": [each for each in told if each.is_priced],
            }
            for name, some in parts.items():
                yield _line(f"    {name}", some)


def _line(name: str, told: Sequence[Question]) -> str:
    if len(told) < FEWEST:
        return f"{name:45} {len(told)}"
    off = [each.told - each.true for each in told]
    error = stdev(off) / len(off) ** 0.5
    means = f"told {fmean(each.told for each in told):.3f}, true {fmean(each.true for each in told):.3f}"
    return f"{name:45} {means}, off by {fmean(off):+.3f} ± {error:.3f}, {len(told)}"
