"""The end of a turn's time, and seats that are not waited for (TB-8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine.table.seating import close, close_idle
from games.engine.table.table import AnyTable, has_clock
from tests.games.engine.tavern_table import TavernTable


def at(people: int, *, houses: int, **terms: Any) -> AnyTable:
    """A table of so many people and house players."""
    played = TavernTable(people, **terms)
    for _ in range(houses):
        played.house_comes(funded=True)
    return played.table


@pytest.mark.parametrize(
    ("people", "houses", "runs"), [(2, 0, True), (2, 1, True), (1, 1, False), (1, 3, False)]
)
def test_nobody_waits_where_all_others_are_house_players(people: int, houses: int, *, runs: bool) -> None:
    """TB-8: there is no clock for the only person."""
    assert has_clock(at(people, houses=houses)) == runs


def test_whoever_is_leaving_waits() -> None:
    """TB-8, TB-9: for the stake, until the hand is over."""
    played = TavernTable(3).house_comes(funded=True).begins().leaves(12).leaves(13)

    assert has_clock(played.table)


def test_a_throw_in_passing_has_a_clock() -> None:
    """TB-8, SH-14: it is thrown to its end, alone or against a house player, by the clock if need be."""
    assert has_clock(at(1, houses=0))
    assert has_clock(at(1, houses=1, hands_max=1))


def test_a_tournament_has_a_clock() -> None:
    """TB-8, TN-20: other tables wait."""
    table = at(1, houses=1)

    assert has_clock(replace(table, terms=replace(table.terms, tournament=7)))


def test_a_round_that_nobody_plays_any_more() -> None:
    """TB-8, TB-10: it is thrown to its end for a player who is asked, and then the table closes."""
    played = TavernTable(1, 9, 2).house_comes(funded=True).begins()
    played.takes(close_idle(played.table, played.game, played.seeds))
    assert (played.turn, played.table.phase) == (2, "playing")
    played.presses("throw")

    assert (played.table.phase, played.paid) == ("closed", {11: 2, None: -2})


def test_a_round_that_was_to_be_the_last() -> None:
    """TB-10: a player who closed it before stands in the books, and nobody else."""
    played = TavernTable(1, 9).house_comes(funded=True).begins()
    played.takes(close(played.table, played.game, 11))
    change = close_idle(played.table, played.game, played.seeds)

    assert change.closings == ()
    assert change.table.closing == played.table.closing


def test_a_lobby_that_nobody_comes_to() -> None:
    """TB-10: it closes at once."""
    played = TavernTable(1)

    assert close_idle(played.table, played.game, played.seeds).table.phase == "closed"
