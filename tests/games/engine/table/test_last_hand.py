"""SH-8: the players may agree on a last round, and then all take home what they have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.destiny.game import DESTINY
from games.engine.core.errors import NotOffered
from games.engine.table.play import come_back
from games.engine.table.refusals import AtTournament, LastHand, NotSeated, NotStarted
from games.engine.table.seating import leave
from games.engine.table.table import Standing
from games.engine.table.table_talk import call_last, is_last
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import BonesRules

DICE = (5, 4, 2, 3)
"""Two rounds of two: the second throw wins 4 of the first, then the first wins 2 of the second."""


def playing(people: int = 2, *dice: int, rules: BonesRules | None = None) -> TavernTable:
    """A game under way."""
    return TavernTable(people, *(dice or DICE), rules=rules).begins()


def calls(table: TavernTable, *players: int) -> TavernTable:
    """These call for the last round, or agree to it."""
    for player in players:
        table.takes(call_last(table.table, table.game, player))
    return table


def test_when_everybody_has_agreed_the_round_under_way_is_the_last() -> None:
    """SH-8: it is played to its end, and all take home what they have."""
    table = calls(playing().presses("throw"), 11, 12)
    assert is_last(table.table)
    assert "game_over" not in table.told

    table.presses("throw")

    assert table.told[-1] == "game_over"
    assert table.paid == {11: 4, 12: -4}


def test_one_alone_ends_nothing() -> None:
    """SH-8: until all have agreed, rounds follow each other; the call stands."""
    table = calls(playing(), 11).presses("throw", "throw")
    assert table.table.hands == 2
    assert not is_last(table.table)

    calls(table, 12).presses("throw", "throw")

    assert (table.table.phase, table.table.hands) == ("closed", 2)
    assert table.paid == {11: 4 - 2, 12: 2 - 4}


def test_calling_twice_is_calling_once() -> None:
    """SH-8: nobody agrees for another player by pressing again."""
    table = calls(playing(), 11, 11)

    assert (table.table.wants_last, table.told.count("last_called")) == ((1,), 1)
    assert not is_last(table.table)


def test_house_players_always_agree() -> None:
    """SH-8: one person among them needs nobody else."""
    table = TavernTable(1, *DICE).house_comes(funded=True).begins()

    assert is_last(calls(table, 11).table)


def test_nobody_waits_for_whoever_is_away() -> None:
    """SH-8, TB-8: a player who is seated out has no say, unless they come back before the round is over."""
    table = playing(3)
    away = replace(table.table.seats[2], standing="away")
    table.table = table.table.with_seat(away)

    assert is_last(calls(table, 11, 12).table)


def test_nobody_asks_who_sits_out() -> None:
    """SH-8, TB-17: the two of three who play agree."""
    table = playing(3)
    table.table = table.table.with_seat(replace(table.table.seats[2], standing="out"))
    assert not is_last(calls(table, 11).table)

    assert is_last(calls(table, 12).table)


@pytest.mark.parametrize("standing", ["out", "away"])
def test_an_empty_vote_agrees_on_nothing(standing: Standing) -> None:
    """SH-8: if all sit out or are away no player is asked, so the call of one of them ends no game."""
    table = playing(3)
    for each in table.table.seats:
        table.table = table.table.with_seat(replace(each, standing=standing))

    calls(table, 11)

    assert not is_last(table.table)
    assert table.table.last_hand is None


def test_whoever_leaves_objects_no_more() -> None:
    """SH-8, SH-13: everybody who stays has agreed, so the round that is played out is the last."""
    table = calls(playing(3, 5, 4, 2), 11, 12)
    assert not is_last(table.table)

    table.takes(leave(table.table, table.game, 13, table.seeds))
    assert is_last(table.table)
    while table.table.phase == "playing":
        table.presses("throw")

    assert table.table.hands == 1


def test_whoever_comes_back_is_asked() -> None:
    """SH-8, TB-8: a player who was away when one called, and is back before all have agreed, has a say."""
    table = playing(3)
    table.table = table.table.with_seat(replace(table.table.seats[2], standing="away"))
    calls(table, 11)
    table.takes(come_back(table.table, 13))
    calls(table, 12)

    assert not is_last(table.table)
    assert is_last(calls(table, 13).table)


def test_nobody_joins_the_last_round() -> None:
    """SH-8: a newcomer would buy in for nothing."""
    table = calls(playing(), 11, 12)

    with pytest.raises(LastHand):
        table.comes(13)


def test_a_newcomer_before_that_is_asked_too() -> None:
    """SH-8, SH-13: everybody seated has to agree, those who wait for the next round as well."""
    table = calls(playing(), 11).comes(13)
    calls(table, 12)
    assert not is_last(table.table)

    assert is_last(calls(table, 13).table)


def test_where_it_cannot_be_called_for() -> None:
    """SH-8: before the game, by a stranger, in another game, and where a director ends it."""
    table = TavernTable(2, *DICE)
    with pytest.raises(NotStarted):
        calls(table, 11)
    table.begins()
    with pytest.raises(NotSeated):
        calls(table, 99)
    with pytest.raises(NotOffered):
        call_last(table.table, DESTINY, 11)
    terms = replace(table.table.terms, tournament=1)
    with pytest.raises(AtTournament):
        call_last(replace(table.table, terms=terms), table.game, 11)


def test_whoever_is_leaving_has_no_say() -> None:
    """SH-8: they are as good as gone."""
    table = playing(3)
    table.table = table.table.with_seat(replace(table.table.seats[2], standing="leaving"))

    with pytest.raises(NotSeated):
        calls(table, 13)


def test_between_two_rounds_the_next_is_the_last() -> None:
    """SH-8: it is the next round if none is under way."""
    table = playing()
    table.table = replace(table.table, hand=None)
    calls(table, 11, 12)

    assert table.table.last_hand == table.table.hands + 1
