"""The worth of a unit of the pay."""

from __future__ import annotations

import pytest

from games.engine.core.game import Level
from games.engine.table.seating import change_rule
from games.stone_hand.game import STONE_HAND, BrokenUnits
from games.stone_hand.model import StoneHandRules
from tests.games.stone_hand.loaded import StoneTable
from tests.games.stone_hand.scripted import Round, coins


def test_the_pay_counts_units() -> None:
    """SH-2: at a unit of 5 a pay of 4 costs 20 coins."""
    played = Round(100, 100, rules=StoneHandRules(unit=5)).throws("3-3-3", "1-1-4")

    assert (played.ended.pay, played.ended.factor) == (3, 5)
    assert played.ended.lost == coins(s2=15)
    assert played.stacks == [115, 85]


def test_no_more_than_is_left() -> None:
    """SH-2, SH-6: a player with less left than the pay in units pays what is left."""
    assert Round(200, 100, rules=StoneHandRules(unit=100)).throws("3-3-3", "1-1-4").stacks == [300, 0]


def test_the_usual_wager() -> None:
    """SH-2: twenty units, of one coin unless a player says otherwise."""
    assert StoneHandRules().unit == 1
    assert [STONE_HAND.usual_stake(StoneHandRules(unit=unit)) for unit in (1, 2, 5, 10, 25, 100)] == [
        20,
        40,
        100,
        200,
        500,
        2000,
    ]


def test_the_wager_is_a_whole_number_of_units() -> None:
    """SH-2: nobody opens a table with a wager of 20 at units of 25, or turns it into one."""
    with pytest.raises(BrokenUnits):
        StoneTable(2, rules=StoneHandRules(unit=25))
    table = StoneTable(2)
    with pytest.raises(BrokenUnits) as refused:
        change_rule(table.table, table.game, "unit", 4)

    assert (refused.value.stake, refused.value.unit) == (20, 25)
    assert change_rule(table.table, table.game, "unit", 3).table.rules.unit == 10


def test_the_arcade_has_no_units() -> None:
    """SH-12: nothing is wagered, and points are the pay itself."""
    rules = StoneHandRules(arcade=True, unit=25)
    played = Round(0, 0, rules=rules).throws("3-3-3", "1-1-4")

    STONE_HAND.check_stake(rules, 20)
    assert played.ended.points == coins(s1=3)


def test_a_level_multiplies_the_pay() -> None:
    """SH-2, TN-7: at a level of 3 a pay of 2 costs 6 chips, whatever unit the server usually has."""
    rules = STONE_HAND.at_level(StoneHandRules(unit=10), Level(ante=3))
    played = Round(20, 20, rules=rules).throws("2-2-2", "1-1-4")

    assert (played.ended.pay, played.ended.lost) == (2, coins(s2=6))
