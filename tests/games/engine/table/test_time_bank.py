"""TB-18: a reserve of time for the whole game, beside the turn time."""

from __future__ import annotations

import pytest

from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.table import time_bank
from games.engine.table.play import turn_over_at
from games.engine.table.refusals import AlreadyStarted
from games.engine.table.seating import change_rule
from games.engine.table.views import view_table
from tests.games.engine.tavern_table import TavernTable


@pytest.mark.parametrize(("turn", "bank"), [(15, 60), (60, 60), (120, 60), (121, 0), (86_400, 0)])
def test_the_usual_time_bank(turn: int, bank: int) -> None:
    """TB-18: a minute at tables with a turn time of 2 minutes or less."""
    assert time_bank.usual(turn) == bank


@pytest.mark.parametrize(("index", "seconds"), [(0, 0), (1, 60), (2, 120), (3, 300)])
def test_it_is_a_house_rule(index: int, seconds: int) -> None:
    """TB-18: none, 1, 2 or 5 minutes, until the game begins."""
    table = TavernTable(2)
    table.takes(change_rule(table.table, table.game, "time_bank", index))

    assert table.table.terms.bank_seconds == seconds
    assert time_bank.reserve(table.table, Seat(1)) == seconds
    with pytest.raises(NotOffered):
        change_rule(table.table, table.game, "time_bank", 4)
    with pytest.raises(AlreadyStarted):
        change_rule(table.begins().table, table.game, "time_bank", 0)


def test_it_is_spent_second_by_second() -> None:
    """TB-18: never more than is left; others have theirs."""
    table = TavernTable(2, bank_seconds=60).begins().table

    table = time_bank.spend(table, Seat(1), 20)
    assert [each.reserve for each in view_table(table, TavernTable(1).game, None).places] == [40, 60]

    table = time_bank.spend(table, Seat(1), 90)
    assert time_bank.reserve(table, Seat(1)) == 0
    assert time_bank.spend(table, Seat(1), 5) is table
    assert time_bank.spend(table, Seat(2), 0) is table


def test_a_turn_is_over_before_the_time_bank() -> None:
    """TB-18: with a bank of 60 seconds the turn ends 60 before the deadline; 40 once 20 are spent."""
    played = TavernTable(2, turn_seconds=30, bank_seconds=60).begins()
    assert turn_over_at(played.table, played.game, 1090.0) == 1030.0

    spent = time_bank.spend(played.table, Seat(played.turn), 20)
    assert turn_over_at(spent, played.game, 1070.0) == 1030.0
