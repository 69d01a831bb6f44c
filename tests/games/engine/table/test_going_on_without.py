"""Going on without a player who doesn't answer, once all others agree (TB-8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.table import play, table_talk
from games.engine.table.refusals import AtTournament, IsHere, NotSeated, OnPause, StillTheirTurn
from games.engine.table.table import AbsenceVote
from games.engine.table.views import view_table
from tests.games.engine.tavern_table import TavernTable

HALF = 30
"""Half of a turn of 60 seconds."""


def agree(played: TavernTable, *players: int, seat: int = 1, taken: int | None = HALF) -> TavernTable:
    """Make these players ask to go on without a seat, or agree to it."""
    for player in players:
        played.takes(play.go_on_without(played.table, played.game, played.seeds, player, Seat(seat), taken))
    return played


def test_all_others_have_to_agree() -> None:
    """TB-8: then it is as after two missed turns: the turn is played mildly, and the player seated out.

    Seat 1 is to throw, with 20 coins on the table before and after; whoever agrees twice has one voice.
    """
    played = agree(TavernTable(4, 5).begins(), 12, 12, 13)
    assert played.turn == 1
    assert view_table(played.table, played.game, None).absence == played.table.absence

    agree(played, 14)

    assert (played.turn, played.standings) == (2, ["away", "in", "in", "in"])
    assert played.stacks == [20] * 4
    assert played.told[-2:] == ["gone_on_without", "fell"]
    assert view_table(played.table, played.game, None).absence is None
    assert played.comes_back(11).standings[0] == "in"


def test_the_players_time_comes_first() -> None:
    """TB-8: nobody asks before half of the turn's time, whatever a time bank holds."""
    played = TavernTable(3, bank_seconds=60).begins()
    with pytest.raises(StillTheirTurn) as early:
        agree(played, 12, taken=HALF - 1)

    assert (early.value.name, early.value.seconds) == ("p11", 1)
    assert agree(played, 12).table.absence is not None


def test_whoever_is_here_ends_it() -> None:
    """TB-8: with one press, and nobody asks again during that question; a press of others ends nothing."""
    played = agree(TavernTable(3, 5, 4, 2).begins(), 12)
    with pytest.raises(NotOffered):
        table_talk.be_here(played.table, 13)
    played.takes(table_talk.be_here(played.table, 11))
    with pytest.raises(IsHere):
        agree(played, 13)
    assert played.standings == ["in"] * 3

    played.presses("throw")

    with pytest.raises(NotOffered):
        table_talk.be_here(played.table, 11)
    assert agree(played, 11, seat=2).table.absence is not None


def test_an_answer_ends_it() -> None:
    """TB-8: an agreement on one question counts for no other."""
    played = agree(TavernTable(3, 5, 4, 2, 1).begins(), 12).presses("throw", "throw", "throw")

    assert played.table.hands == 2
    assert table_talk.absence(played.table) is None


def test_where_nobody_can_ask() -> None:
    """TB-8: for oneself, out of turn, without a clock, with one other, in a throw, at a tournament."""
    three = TavernTable(3).begins()
    with pytest.raises(NotOffered):
        agree(three, 11)
    with pytest.raises(NotOffered):
        agree(three, 12, seat=3)
    with pytest.raises(NotOffered):
        agree(three, 12, taken=None)
    with pytest.raises(NotSeated):
        agree(three, 12, seat=9)
    with pytest.raises(NotOffered):
        agree(TavernTable(2).begins(), 12)
    with pytest.raises(NotOffered):
        agree(TavernTable(3, hands_max=1).begins(), 12)
    resting = TavernTable(3).begins()
    resting.table = replace(resting.table, hand=None)
    with pytest.raises(NotOffered):
        agree(resting, 12)
    for player in (11, 12, 13):
        three.takes(table_talk.ask_for_pause(three.table, player, 30))
    with pytest.raises(OnPause):
        agree(three, 12)
    cup = TavernTable(3).begins()
    cup.table = replace(cup.table, terms=replace(cup.table.terms, tournament=7))
    with pytest.raises(AtTournament):
        agree(cup, 12)


def test_it_is_asked_about_one_player_at_a_time() -> None:
    """TB-8: about another player it begins anew."""
    played = agree(TavernTable(4, 5).begins(), 12)
    played.table = replace(played.table, absence=AbsenceVote(Seat(3), 0, (Seat(2),)))

    vote = agree(played, 13).table.absence

    assert vote is not None
    assert (vote.seat, vote.agreed) == (1, (3,))
