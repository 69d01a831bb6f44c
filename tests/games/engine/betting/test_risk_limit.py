"""The share of a stack that house players put at stake (TB-12)."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.betting.bets import Betting, Raise
from games.engine.betting.bot_betting import exceeds_risk, random_bet_size, risk_limit, sparing_limit
from games.engine.betting.rounds import act, ante, open_betting, open_round
from games.engine.core.characters import MASTER, Character
from games.engine.core.game import Seat
from training.league import Luck

REGULAR = Character("regular")


def betting(stack: int, bet: int = 0) -> Betting:
    """Two seats after antes of 5; perhaps the first has bet, and the second is asked."""
    found = open_betting([(Seat(1), 200), (Seat(2), stack)], "no_limit", 5)
    for seat in found.order:
        found = ante(found, seat, 5)
    opened = open_round(found, Seat(1) if bet else Seat(2))
    return act(opened, Raise(bet))[0] if bet else opened


@pytest.mark.parametrize(("stack", "most"), [(200, 25), (100, 10), (60, 4), (40, 0)])
def test_nobody_but_a_master_bets_much_of_a_stack(stack: int, most: int) -> None:
    """TB-12: 15 in 100, less the ante of 5; and nothing where that is less than 0.3 of the 10 there."""
    assert risk_limit(betting(stack), REGULAR) == most
    assert risk_limit(betting(stack), MASTER) == stack - 5


@pytest.mark.parametrize(("stack", "most"), [(100, 15), (60, 9), (40, 6), (20, 3), (12, 0)])
def test_an_ante_that_rises_is_no_risk(stack: int, most: int) -> None:
    """TB-12: 15 in 100 beside the ante of 5; 3 of 20 are 0.3 of the 10 there, and 1 of 12 is less."""
    assert risk_limit(betting(stack), REGULAR, 5) == most
    assert risk_limit(betting(stack), MASTER, 5) == stack - 5


@pytest.mark.parametrize(("stack", "most"), [(200, 95), (40, 15), (12, 1)])
def test_nobody_but_a_master_asks_for_much_of_a_stack(stack: int, most: int) -> None:
    """TB-12: they ask for half of the smallest stack, with the ante of 5."""
    assert sparing_limit(betting(stack), REGULAR) == most
    assert sparing_limit(betting(stack), MASTER) > 200


@pytest.mark.parametrize(("bet", "is_much"), [(32, False), (33, True)])
def test_nobody_but_a_master_minds_a_price(bet: int, *, is_much: bool) -> None:
    """TB-12: with the ante of 5, 37.5 of 100 are paid and 38 are not; where nothing is asked nobody minds."""
    assert exceeds_risk(betting(100, bet), REGULAR) == is_much
    assert not exceeds_risk(betting(100, 95), MASTER)
    assert not exceeds_risk(betting(6), REGULAR)


def test_sizes_are_drawn() -> None:
    """TB-12: around what was learned; by a temper of its own around that; and never below 0.3."""
    luck = Luck(Random(1))
    drawn = [{random_bet_size(share, MASTER, luck) for _ in range(99)} for share in (1.0, 0.5)]
    bold = {random_bet_size(0.5, Character(temper="bold"), luck) for _ in range(99)}

    assert drawn == [{0.6, 1.0, 1.3}, {0.3, 0.5, 0.65}]
    assert bold == {0.75, 1.0, 1.25}
