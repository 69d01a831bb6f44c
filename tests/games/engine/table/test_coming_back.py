"""Leaving a table and coming back to it: who has which seat then (TB-3, TB-15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.game import Seat
from games.engine.table import table_talk
from games.engine.table.refusals import SeatsUsedUp
from games.engine.table.table import SEATS_EVER, hand_setup
from games.engine.table.time_bank import reserve, spend
from tests.games.cards_table import CardsTable
from tests.games.engine.tavern_table import TavernTable


def test_leaving_the_lobby() -> None:
    """TB-9, TB-3: in the lobby one may leave at once, and comes back to the same seat."""
    played = TavernTable(2).leaves(12)
    assert played.standings == ["in", "gone"]

    played.comes(12)
    assert played.standings == ["in", "in"]
    assert played.table.seat_of(12).seat == 2


def test_the_others_move_up_in_the_lobby() -> None:
    """TB-3: a newcomer gets the next number behind those who stayed, in the order in which they came."""
    played = TavernTable(3).leaves(12)
    played.takes(table_talk.say(played.table, 13, "thanks", 5)).comes(14)

    assert [(each.seat, each.player) for each in played.table.seats] == [(1, 11), (2, 13), (3, 14)]
    assert [each.seat for each in played.table.remarks] == [2]
    assert "went" not in played.told


def test_whoever_comes_back_has_not_sat_there_longest() -> None:
    """TB-15, TB-3: the host's part goes to who stayed, not to who has a lower seat and came back."""
    played = TavernTable(3).leaves(12).comes(12).leaves(11)

    assert played.table.seat_of(12).seat == 2
    assert played.table.terms.host == 13


def test_opener_who_came_anew_is_still_the_opener() -> None:
    """SH-1: the one who opened the table throws first, wherever they sit now."""
    played = TavernTable(3).leaves(11).comes(14).leaves(12).comes(15).comes(11)

    assert hand_setup(played.table).opener == 1
    assert played.begins().turn == 1


def test_coming_back_to_a_game() -> None:
    """TB-3, TB-18: a player who leaves a game and returns has the same seat, and the same time spent."""
    played = CardsTable(3, bank_seconds=60).begins().plays(1, 1, 1)
    played.table = spend(played.table, Seat(2), 45)
    played.leaves(12)
    was = played.table.seated(Seat(2))
    assert was.home is not None
    played.table = replace(played.table, wants_last=(Seat(2),))
    played.comes(12)

    back = played.table.seat_of(12)
    assert (back.seat, back.standing, back.stack, back.home) == (2, "in", 6, None)
    # They brought 6, went home with what they had, and brought 6 again.
    assert back.topped_up == 6 - was.home
    assert reserve(played.table, Seat(2)) == 60 - 45
    assert back.question > was.question
    assert played.table.wants_last == ()
    assert len(played.table.seats) == 3


def test_coming_and_going_uses_no_seats_up() -> None:
    """TB-3: one person who comes and goes a hundred times keeps nobody else from the table."""
    lobby = TavernTable(2)
    for _ in range(SEATS_EVER):
        lobby.comes(13).leaves(13)
    for player in range(20, 20 + SEATS_EVER):
        lobby.comes(player).leaves(player)
    assert lobby.comes(99).table.seat_of(99).seat == 3

    running = CardsTable(3).begins().plays(1, 1, 1)
    for _ in range(SEATS_EVER):
        running.comes(14).leaves(14)
    assert running.comes(15).table.seat_of(15).seat == 5


def test_no_endless_coming_and_going() -> None:
    """F-48, TB-3: a table takes only so many people over its life; who was there before may return."""
    played = CardsTable(3).begins().plays(1, 1, 1)
    for player in range(100, 100 + SEATS_EVER - 3):
        played.comes(player).leaves(player)

    with pytest.raises(SeatsUsedUp):
        played.comes(99)
    assert played.comes(100).table.seat_of(100).seat == 4
