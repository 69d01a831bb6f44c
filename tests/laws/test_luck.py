"""The laws of luck (TB-19): fair dice are neither lucky nor unlucky, and loaded ones are found."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import ceil, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pvariance

import pytest

from bot.screens.server.record import standard_score
from games.engine.core.game import CHANCE_SEAT, HandSetup, Seat, SeatedPlayer
from games.engine.core.offers import Answer, checksum, find, take
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import MILLION, SIDES, in_order, luck
from games.stone_hand.model import HomeThrow, StoneHandRules, StoneHandState
from tests.games.luck import Luck

DOCS = Path(__file__).parents[2] / "docs" / "lab" / "luck.md"
AN_EVENING = 50
"""Hands; by what players do, throws are somewhat more."""
SIGMAS = 4
FOUND, SURE = 3, 2
"""A die counts as found beyond three standard errors; with two more it is, in 49 of 50 cases."""
FACES = range(1, SIDES + 1)
USUAL = luck(frozenset(), inverted_junk=False)
IN_ANY_ORDER = {dice: USUAL.worths[in_order(*dice)] for dice in product(FACES, repeat=3)}
AT_ONCE = 200_000
RULES = (
    StoneHandRules(),
    StoneHandRules(home_throws="shared", inverted_junk=True, opal_river=True),
    StoneHandRules(home_throws="none", prize_pool=True),
)
HOMES = (HomeThrow((1, 3, 5)), HomeThrow((2, 4, 6)), None)


def scores(evenings: int, rules: StoneHandRules, random: Random) -> Iterator[float]:
    """The standard score of each of three players after each evening; one of them keeps whatever comes."""
    for evening in range(evenings):
        lucks, spreads = [0, 0, 0], [0, 0, 0]
        for hand in range(AN_EVENING):
            end = played(rules, Luck(f"{evening} {hand} {random.random()}"), random)
            for at, deeds in enumerate(STONE_HAND.hand_stats(end).values()):
                lucks[at] += deeds.luck
                spreads[at] += deeds.spread
        yield from map(standard_score, lucks, spreads)


def played(rules: StoneHandRules, chance: Luck, random: Random) -> StoneHandState:
    """A round at its end: junk and whatever else may be thrown again is thrown again now and then."""
    players = tuple(SeatedPlayer(Seat(at), 20, home) for at, home in enumerate(HOMES, start=1))
    state = STONE_HAND.start(HandSetup(rules, players, Seat(1)), None)
    while asked := STONE_HAND.to_act(state):
        (seat,) = asked
        if seat == CHANCE_SEAT:
            state = STONE_HAND.apply(state, seat, STONE_HAND.chance_move(state, chance)).state
            continue
        offers = STONE_HAND.offers(state, seat)
        likes = offers[:1] if seat == 1 else offers
        offer = random.choice(likes)
        answer = Answer(offer.key, (), checksum(offer, 0))
        state = STONE_HAND.apply(state, seat, take(find(offers, offer.key), answer.numbers)).state
    return state


@pytest.mark.parametrize("evenings", [6, pytest.param(700, marks=pytest.mark.soak)])
def test_fair_dice_are_neither_lucky_nor_unlucky(evenings: int) -> None:
    """The standard score has mean 0 and variance 1, with any rethrows (What must hold 3, TB-19).

    With 700 evenings at three tables these are 105,000 hands.
    """
    random = Random(evenings)
    found = [each for rules in RULES for each in scores(evenings, rules, random)]

    assert abs(fmean(found)) < SIGMAS / sqrt(len(found))
    assert abs(pvariance(found) - 1) < SIGMAS * sqrt(2 / len(found))


def weights(face: int, more: float) -> list[float]:
    """A die that shows one face more often by that probability, and all others less by the same."""
    return [1 / SIDES + (more if each == face else -more / (SIDES - 1)) for each in FACES]


def bias(dice: tuple[list[float], list[float], list[float]]) -> float:
    """Return the average worth of a throw of these dice, in parts of 1."""
    a, b, c = dice
    return sum(
        a[x - 1] * b[y - 1] * c[z - 1] * IN_ANY_ORDER[x, y, z] / MILLION
        for x, y, z in product(FACES, repeat=3)
    )


def throws_needed(bias: float) -> int:
    """Return the number of throws after which a bias is found: it grows with it, the error with its root."""
    return ceil(((FOUND + SURE) / bias) ** 2 * USUAL.spread / MILLION)


FAIR = weights(1, 0.0)
THREES = weights(3, 0.01)


def test_the_page_says_after_how_many_throws_a_loaded_die_is_found() -> None:
    """Its numbers are of one die of three that shows 3 more often, and of all three (What must hold 3)."""
    page = DOCS.read_text()

    assert bias((FAIR, FAIR, FAIR)) == pytest.approx(0.0, abs=1e-6)
    for dice in ((THREES, FAIR, FAIR), (THREES, THREES, THREES)):
        rounded = ceil(throws_needed(bias(dice)) / 10_000) * 10_000
        assert f"{rounded:,} throws" in page
    # The 3 helps most of all faces: a die that shows another one is found later, or harms.
    assert max(FACES, key=lambda face: bias((weights(face, 0.01), FAIR, FAIR))) == 3


def thrown(dice: tuple[list[float], list[float], list[float]], throws: int, random: Random) -> float:
    """The standard score of so many throws."""
    worth = 0
    for begun in range(0, throws, AT_ONCE):
        some = min(AT_ONCE, throws - begun)
        columns = [random.choices(FACES, each, k=some) for each in dice]
        worth += sum(map(IN_ANY_ORDER.__getitem__, zip(*columns, strict=True)))
    return standard_score(worth, throws * USUAL.spread)


@pytest.mark.parametrize("more", [0.2, pytest.param(0.01, marks=pytest.mark.soak)])
def test_loaded_dice_are_found(more: float) -> None:
    """Three of three tests find them after the expected throws, fair dice never (What must hold 3)."""
    random, loaded = Random(3), weights(3, more)
    throws = throws_needed(bias((loaded, FAIR, FAIR)))
    for _ in range(3):
        assert thrown((loaded, FAIR, FAIR), throws, random) > FOUND
        assert abs(thrown((FAIR, FAIR, FAIR), throws, random)) < FOUND
