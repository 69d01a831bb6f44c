"""The deals of the day beside independent calculations of their answers' values."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from operator import itemgetter
from random import Random
from typing import TypeAlias

import pytest

from games.catalog import DAILY, date_of, deal_of
from games.dividha import game as dividha_daily
from games.dividha.cards import DECK as DIVIDHA_DECK
from games.engine.betting.bot_betting import contents
from games.engine.core.game import graded
from games.knights_heads import game as knights_daily
from games.knights_heads.cards import DECK as KNIGHTS_DECK
from games.knights_heads.game import DEALS
from tests.games.dividha import judge as dividha_judge
from tests.games.knights_heads import judge as knights_judge
from tests.judges.stone_hand import THROWS, Thrown, paid, read

Extremes: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The keys of six cards at their strongest and at their weakest."""

MANY = 200
SIGMAS = 5
SHOW_UPS = 14
DIVIDHA_HANDS, DIVIDHA_MEASURES = 150, 200
KNIGHTS_DEALS = 50
OF_KNIGHTS = 4
"""The number of compared answers of Knights' Heads: the best, the worst, and some others."""


def seed_of(number: int) -> str:
    """Return a seed for every test deal."""
    return f"{number:064x}"


def day_of(number: int) -> date:
    """Return some day."""
    return date_of(20_000 + number)


@pytest.mark.parametrize("count", [25, pytest.param(MANY, marks=pytest.mark.soak)])
def test_stone_hand_is_exact(count: int) -> None:
    """Fractions worked out backwards from the last throw agree; long rows of show-ups are negligible."""
    for number in range(count):
        deal = deal_of("stone_hand", day_of(number), seed_of(number))
        rival = _read(deal.rival.dice)
        kept, thrown = graded(DAILY["stone_hand"].grading(deal))

        assert kept == 10 * _end(_read(deal.lying.dice), rival, deal.pay)
        assert abs(thrown - 10 * _thrown(rival, deal.pay, deal.throws, 0)) <= 0.5 + 1e-6


def _read(dice: tuple[int, int, int]) -> Thrown:
    found = read(dice)
    assert found is not None
    return found


def _end(mine: Thrown, rival: Thrown, pay: int) -> int:
    """SH-2, SH-6, SH-7: the smaller hand is the better one, and wins the pay."""
    return paid(pay, mine) * ((mine < rival) - (mine > rival))


@cache
def _thrown(rival: Thrown, pay: int, throws: int, show_ups: int) -> Fraction:
    if show_ups == SHOW_UPS:
        return Fraction(0)
    # Six throws show 2-4-6, and six 4-6-8 (SH-5).
    lifted = (_thrown(rival, pay + lift, throws, show_ups + 1) for lift in (1, 2))
    total = sum((6 * each for each in lifted), Fraction(0))
    for mine, count in THROWS.items():
        end = Fraction(_end(mine, rival, pay))
        if mine.is_junk and throws > 1:
            end = max(end, _thrown(rival, pay, throws - 1, show_ups))
        total += count * end
    return total / 512


@pytest.mark.soak
def test_dividha_is_as_other_rivals_have_it() -> None:
    """Other rivals by other chance, judged by the rulebook word by word, win as often as the grade says."""
    chance, hands, dealt = Random(17), DIVIDHA_HANDS, dividha_daily.DEALS
    measure = [_extremes(chance.sample(DIVIDHA_DECK, 6)) for _ in range(DIVIDHA_MEASURES)]
    for number in range(MANY):
        six = deal_of("dividha", day_of(number), seed_of(number))
        rest = [card for card in DIVIDHA_DECK if card not in six]
        own = [dividha_judge.best(tuple(card for card in six if card != out)).key for out in six]
        beaten = [0.0] * len(own)
        for place in range(hands):
            # The better one of every two is taken.
            drawn = [_extremes(chance.sample(rest, 6)) for _ in range(1 + place % 2)]
            other = max((_suiting(each, measure) for each in drawn), key=itemgetter(0))[1]
            for at, mine in enumerate(own):
                beaten[at] += (mine > other) + (mine == other) / 2
        found = graded(DAILY["dividha"].grading(six))

        for at, won in enumerate(beaten):
            share = won / hands
            off = 0.015 + SIGMAS * sqrt(max(share * (1 - share), 0.01) * (1 / hands + 1 / dealt))
            assert abs(found[at] / 100 - share) <= off
            assert abs(found[at + 6] / 100 - (1 - share)) <= off


def _extremes(six: Sequence[str]) -> Extremes:
    return dividha_judge.best_discard(tuple(six)), dividha_judge.weakest_discard(tuple(six))


def _suiting(held: Extremes, measure: Sequence[Extremes]) -> tuple[int, tuple[int, ...]]:
    """Return the number of hands beaten at the strongest or the weakest, whichever is more, and its key."""
    strong, weak = held
    higher, lower = sum(each < strong for each, _ in measure), sum(each > weak for _, each in measure)
    return (higher, strong) if higher >= lower else (lower, weak)


@pytest.mark.parametrize(("count", "laid"), [(1, 1000), pytest.param(MANY, DEALS, marks=pytest.mark.soak)])
def test_knights_heads_is_as_other_deals_have_it(
    count: int, laid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other chance, and hands ranked by the judge, give the same values (KH-1)."""
    chance, deals = Random(19), KNIGHTS_DEALS
    monkeypatch.setattr(knights_daily, "DEALS", laid)
    for number in range(count):
        nine = deal_of("knights_heads", day_of(number), seed_of(number))
        answers, found = DAILY["knights_heads"].answers(nine), graded(DAILY["knights_heads"].grading(nine))
        order = sorted(range(len(answers)), key=found.__getitem__)
        for at in (order[0], order[-1], *chance.sample(order, OF_KNIGHTS - 2)):
            kept = [card for card in nine if card not in answers[at].split()]
            worths = [_worth(kept, nine, chance) for _ in range(deals)]
            mean = sum(worths) / deals
            spread = sqrt(sum((each - mean) ** 2 for each in worths) / deals)
            # The grade is a simulation, too.
            off = 0.005 + SIGMAS * spread * sqrt(1 / deals + 1 / laid)
            assert abs(found[at] / 100 - mean) <= off


def _worth(kept: list[str], nine: tuple[str, ...], chance: Random) -> float:
    unknown = [card for card in KNIGHTS_DECK if card not in nine]
    return _share([*kept, *chance.sample(unknown, 4)])


def _share(ten: list[str]) -> float:
    """Return the share of shown hands that are lower, by the judge; equal ones count half."""
    laid, mine = _laid(), knights_judge.verdict(ten)
    return (bisect_left(laid, mine) + bisect_right(laid, mine)) / (2 * len(laid))


@cache
def _laid() -> list[knights_judge.Verdict]:
    told = json.loads(contents("games.knights_heads", "yardstick.table"))
    return sorted(knights_judge.verdict(hand.split()) for hand in told["hands"])


def test_every_three_of_nine_is_an_answer() -> None:
    """The answers are exactly the choices of three out of nine."""
    nine = deal_of("knights_heads", day_of(0), seed_of(0))

    assert {*map(" ".join, combinations(nine, 3))} == {*DAILY["knights_heads"].answers(nine)}
