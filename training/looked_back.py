"""Whether what is told of choices once a hand is over is right (TB-26), counted over many hands of masters.

Masters play, and every choice is looked at as if its hand were over. Their own answer should cost nothing,
and another what it is said to cost: a blunder is planted in each choice, and the hand is played to its end
from there with the one answer and with the other, by masters and with fresh chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from games.engine.core.game import HOUSE, Guest, Seat, TableFacts
from games.engine.core.names import MASTER
from games.engine.core.offers import find, take
from training.catalog import setting
from training.league import Luck, Player, Setting, Thinker, course, played_out

DEALS = 20
"""How often a hand with a planted blunder is played to its end, with either answer."""
FEWEST = 3
"""Fewer choices have no error worth telling."""


class Planted(NamedTuple):
    """What a master's answer is said to have cost, and another one, and what that really cost."""

    own: float
    told: float
    real: float


def planted(key: str, seats: int, hands: int, seed: str) -> Iterator[Planted | None]:
    """The choices of so many hands; None for each that is not told of."""
    where, random = setting(key, seats), Random(f"{seed} {seats}")
    luck = Luck(random)
    players: dict[Seat, Player] = {
        Seat(1 + at): Thinker(where.game, MASTER, luck) for at in range(where.seats)
    }
    guests: tuple[Guest[Any], ...] = tuple(map(Guest, players, where.stacks))
    for _ in range(hands):
        start = where.game.start(TableFacts(where.rules, guests, random.choice([*players])), None)
        for state in course(where.game, start, players, luck):
            for seat in where.game.to_act(state) - {HOUSE}:
                if len(where.game.offers(state, seat)) > 1:
                    yield _planted(where, state, seat, players, luck)


def _planted(
    where: Setting, state: Any, seat: Seat, players: dict[Seat, Player], luck: Luck
) -> Planted | None:
    game = where.game
    offers, worths = game.offers(state, seat), game.looked_back(state, seat)
    if not worths:
        return None
    own = game.decide(game.recollection(state, seat), offers, luck, MASTER).key
    other = next(offer.key for offer in offers if offer.key != own)
    came: dict[str, list[int]] = {own: [], other: []}
    for key, stacks in came.items():
        answered = game.apply(state, seat, take(find(offers, key), ())).state
        for _ in range(DEALS):
            stacks.append(game.result(played_out(game, answered, players, luck)).stacks[seat])
    best = max(worths.values())
    return Planted(best - worths[own], best - worths[other], fmean(came[own]) - fmean(came[other]))


def table(key: str, seats: Sequence[int], hands: int, seed: str) -> Iterator[str]:
    """How many choices are told of and how many blunders found, and whether these cost what is told."""
    for number in seats:
        choices = [*planted(key, number, hands, seed)]
        told = [each for each in choices if each is not None]
        if len(told) < FEWEST:
            continue
        found, flagged = sum(each.told > 0 for each in told), sum(each.own > 0 for each in told)
        off = [each.told - each.own - each.real for each in told]
        cost, error = fmean(each.told for each in told), stdev(off) / len(off) ** 0.5
        yield (
            f"{key}, {number} seats: {len(told)} of {len(choices)} choices told of, {found} blunders found, "
            f"{flagged} of masters' answers flagged; a blunder is told to cost {cost:.2f}, "
            f"off by {fmean(off):+.3f} ± {error:.3f}"
        )
