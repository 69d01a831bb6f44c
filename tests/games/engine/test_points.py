"""The players whose points go to the scoreboard (SH-12, TB-12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.table.seating import change_rule
from games.engine.table.table import played_for, points_count
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import BonesRules

POINTS_ALONE = BonesRules(points=True)
OFF = 0
ON = 1


def won(table: TavernTable) -> list[tuple[int, int]]:
    """The points of one round, in which the first of two wins at a pay of 5."""
    return table.begins().presses("throw", "throw").points


def test_people_among_themselves() -> None:
    """SH-12: the winner's points count."""
    assert won(TavernTable(2, 5, 6, rules=POINTS_ALONE)) == [(11, 5)]


def test_with_a_house_player_in_the_round() -> None:
    """SH-12: they do not, unless the server's manager allows it."""
    refused = TavernTable(1, 5, 6, rules=POINTS_ALONE).house_comes(funded=True)
    allowed = TavernTable(1, 5, 6, rules=POINTS_ALONE, house_points=True).house_comes(funded=True)

    assert won(refused) == []
    assert won(allowed) == [(11, 5)]


def test_the_house_itself_scores_nothing() -> None:
    """SH-12: the scoreboard is the people's."""
    table = TavernTable(1, 6, 5, rules=POINTS_ALONE, house_points=True).house_comes(funded=True)

    assert won(table) == []


@pytest.mark.parametrize("house_points", [False, True])
def test_practice_leaves_no_trace(house_points: bool) -> None:  # noqa: FBT001
    """TB-12: whatever is allowed."""
    table = TavernTable(2, 5, 6, rules=POINTS_ALONE, money="practice", house_points=house_points)

    assert won(table) == []


def test_points_beside_a_wager_are_another_matter() -> None:
    """KH-12, SH-12: if coins are wagered points are for pride, and a house player takes none."""
    terms = TavernTable(0).table.terms

    assert points_count(terms, "coins", is_free=False, has_house=True)
    assert not points_count(terms, "coins", is_free=True, has_house=True)


def test_a_table_stays_what_it_is() -> None:
    """SH-12: nothing is wagered, so a house player without coins turns no table into one for practice."""
    table = TavernTable(1, 5, 6, rules=POINTS_ALONE).house_comes(funded=True).begins()

    assert table.table.money == "coins"
    assert "turned_practice" not in table.told


def test_turning_to_points_alone() -> None:
    """SH-12: a table that the house could not pay at is for practice no more when nothing is wagered."""
    table = TavernTable(1).house_comes(funded=False)
    assert "turned_practice" in table.told

    table.takes(change_rule(table.table, table.game, "points", ON))
    assert table.table.money == "coins"
    assert table.told[-1] == "turned_coins"

    asked_for = TavernTable(1, money="practice").house_comes(funded=False)
    asked_for.takes(change_rule(asked_for.table, asked_for.game, "points", ON))
    assert asked_for.table.money == "practice"


def test_turning_away_from_points_alone() -> None:
    """TB-12: with wagers again the house has to pay, or the game is for practice when it begins."""
    table = TavernTable(1, rules=POINTS_ALONE).house_comes(funded=True)
    table.takes(change_rule(table.table, table.game, "points", OFF)).begins(None)

    assert (table.table.money, table.paid) == ("practice", {})


def test_where_a_seat_costs_nothing_hands_are_practice() -> None:
    """TB-19, TB-21: points alone, whatever its table is for; chips of a tournament stay chips."""
    alone, wagers = TavernTable(2, rules=POINTS_ALONE), TavernTable(2)
    chips = replace(alone.table, money="chips")

    assert (alone.table.money, played_for(alone.table, alone.game)) == ("coins", "practice")
    assert played_for(wagers.table, wagers.game) == "coins"
    assert played_for(chips, alone.game) == "chips"
