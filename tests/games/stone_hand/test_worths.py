"""The worth of answers at Stone Hand, worked out by counting all 512 throws (TB-12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest

from games.engine.core.game import Seat
from games.stone_hand.expected_value import RoundFacts, Solver, Stood, Thrower, worths
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import read_dice
from games.stone_hand.model import StoneHandRules
from games.stone_hand.view import StoneHandView
from tests.games.stone_hand.scripted import Round

NO_HOMES = StoneHandRules(home_throws="none")


def seen(played: Round) -> StoneHandView:
    """Return the view of the seat to act."""
    return STONE_HAND.view(played.state, Seat(played.turn))


def told(played: Round) -> Mapping[str, float]:
    """Return the worth of either answer for the seat to act."""
    found = STONE_HAND.estimate(seen(played), STONE_HAND.offers(played.state, Seat(played.turn)))
    assert found is not None
    return found.ev


def lost_to_a_triple(pay: int, lifts: int = 0) -> float:
    """Return the loss of one throw to a triple of 1 in two, with at most two show-ups, by its scores only."""
    found, throws = 0.0, 0
    for low, middle, high in (sorted(dice) for dice in product(range(1, 9), repeat=3)):
        if (low, middle, high) in ((2, 4, 6), (4, 6, 8)):
            if lifts < 2:
                throws += 1
                found += lost_to_a_triple(pay + (1 if low == 2 else 2), lifts + 1)
            continue
        throws += 1
        if (low, middle, high) in ((1, 4, 7), (2, 5, 8)):
            found += pay
        elif low != high:
            found += min(pay, low + high - middle if middle in (low, high) else middle)
        elif low > 1:
            found += min(pay, low)
    return found / throws


def test_the_last_throw_of_a_round() -> None:
    """SH-2, SH-5, SH-6: junk pays the 1 that a triple of 1 left; a show-up lifts it before a throw stands."""
    worth = told(Round(20, 20, rules=NO_HOMES).throws("1-1-1", "2-3-5").rethrows("2-3-5", "2-3-5"))

    assert worth == pytest.approx({"keep": -1, "rethrow": -lost_to_a_triple(1)})


@pytest.mark.parametrize(("left", "kept"), [(20, -14), (10, -10)])
def test_in_coins_and_never_more_than_there_is(left: int, kept: int) -> None:
    """SH-2, SH-6: junk of 7 at two coins a unit costs 14, or what is left."""
    rules = StoneHandRules(home_throws="none", unit=2)
    worth = told(Round(20, left, rules=rules).throws("8-8-8", "1-7-8"))

    assert worth["keep"] == kept


def test_a_throw_against_nobody_moves_no_coins() -> None:
    """SH-8: a throw while all others are safe moves no coins, whatever it shows."""
    view = seen(Round(20, 20, rules=NO_HOMES).throws("2-3-5"))
    lines = tuple(replace(line, is_safe=line.seat != view.thrower) for line in view.lines)
    found = worths(replace(view, lines=lines), read_dice((2, 3, 5)))

    assert (found.keep, found.rethrow) == (0, 0)


def test_a_home_throw_counts_for_its_owner() -> None:
    """SH-3: 6 of 512 throws are home, which nothing beats, so the first thrower fears them."""
    plain = told(Round(20, 20).throws("1-2-4"))
    feared = told(Round(20, 20, homes={2: "1-3-8"}).throws("1-2-4"))

    assert feared["keep"] < plain["keep"]


def test_with_more_to_come_it_is_reckoned() -> None:
    """TB-12: the first of three is told within a quarter of a coin what the plan of three brings."""
    found = worths(seen(Round(20, 20, 20, rules=NO_HOMES).throws("1-3-8")), read_dice((1, 3, 8)))

    assert not found.is_exact
    # Worked out backwards through all rounds of three, which takes seconds.
    assert found.keep == pytest.approx(-1.90, abs=0.25)
    assert found.rethrow == pytest.approx(-0.18, abs=0.25)


@pytest.mark.parametrize("river", [False, True])
@pytest.mark.parametrize("arcade", [False, True])
@pytest.mark.parametrize("inverted_junk", [False, True])
def test_a_round_is_solved_with_little_work(*, river: bool, arcade: bool, inverted_junk: bool) -> None:
    """TB-12: by any house rule 2,500 averages solve a whole round of two.

    A hand and its pay are solved once, however its owner came to it: the rethrows of anybody but the first
    player change nothing (SH-10).
    """
    players = (Thrower(((1, 3, 8),), 20), Thrower(((2, 2, 3),), 17))
    solver = Solver(RoundFacts(players, 1, inverted_junk, arcade, river))
    solver.gains(Stood(8))

    assert 0 < solver.work <= 2_500
