"""The effect of Stone Hand's house rules on a table: who may come, and what a pool comes to."""

from __future__ import annotations

from dataclasses import fields

import pytest

from games.engine.core.game import Seat
from games.engine.core.house_rules import RulesClash, change, options
from games.engine.table.events import GameOver
from games.engine.table.refusals import NotAdmitted, PlaysOn
from games.engine.table.seating import close, send_home
from games.engine.table.table_talk import call_last
from games.engine.table.views import view_table
from games.stone_hand.model import RoundEnded, StoneHandRules
from tests.games.stone_hand.loaded import StoneTable

POOL = StoneHandRules(prize_pool=True)
CHEAP_ROUND = ("1-1-2", "1-1-1")
"""The first of two pays one."""


def test_winner_takes_the_pool() -> None:
    """SH-11: the last player with wager left takes the pool."""
    played = StoneTable(2, "8-8-8", "1-1-8", buy_in=5, rules=POOL).begins().presses("throw", "throw")

    assert played.paid == {11: -5, 12: 5}


def test_winner_takes_the_pool_although_leaving() -> None:
    """SH-11, SH-13: a hand that stands is settled first: a player who leaves may still have won."""
    played = StoneTable(2, "8-8-8", "1-1-8", buy_in=5, rules=POOL).begins()
    played.presses("throw").leaves(11).presses("throw")

    assert played.paid == {11: -5, 12: 5}


def test_pool_goes_to_who_stays() -> None:
    """SH-11, SH-13: when all others leave, the last one takes the pool."""
    dice = ("1-1-2", "1-1-4", "1-1-4", "1-1-3")
    played = StoneTable(2, *dice, rules=POOL).begins().presses("throw", "throw").leaves(11)
    played.presses("throw")

    assert played.table.phase == "closed"
    # Seat 2 pays 2 into the pool, then 3, and takes all of it.
    assert played.paid == {11: 0, 12: 0}
    assert played.stacks == [0, 20]


def test_pool_goes_back_when_all_leave() -> None:
    """SH-11: if all leave at once, the pool goes back to those who paid it."""
    dice = ("1-1-2", "1-1-4", "1-1-4", "1-1-3")
    played = StoneTable(2, *dice, rules=POOL).begins().presses("throw", "throw")
    assert played.stacks == [20, 18]
    played.presses("throw").leaves(12).leaves(11)

    assert played.table.phase == "closed"
    assert played.paid == {11: 0, 12: 0}


def test_points() -> None:
    """SH-12: points are scored for the server's scoreboard."""
    played = StoneTable(2, "1-1-2", "1-1-5", rules=StoneHandRules(arcade=True)).begins()
    played.presses("throw", "throw")

    assert (played.points, played.paid) == ([(11, 2)], {})
    assert played.table.hands == 2


def test_time_runs_out_after_a_show_up() -> None:
    """TB-8, SH-5: a show-up is thrown again in the same turn."""
    assert StoneTable(2, "2-4-6", "1-1-2").begins().runs_out().turn == 2


def test_round_ended_is_told() -> None:
    """SH-6: the result is told although the next round is under way."""
    played = StoneTable(2, *CHEAP_ROUND).begins().presses("throw", "throw")
    ended = next(event for event in played.table.story if isinstance(event, RoundEnded))

    assert (ended.losers, ended.winners, ended.pay) == ((1,), (2,), 1)


def test_a_latecomer_cannot_buy_the_prize_pool() -> None:
    """SH-11: once a coin lies in the pool neither people nor house players join, nor are they offered to."""
    played = StoneTable(2, "1-1-2", "1-1-4", rules=POOL).begins().presses("throw", "throw")
    assert played.stacks == [20, 18]

    with pytest.raises(NotAdmitted):
        played.comes(13)
    with pytest.raises(NotAdmitted):
        played.house_comes(funded=True)
    assert not view_table(played.table, played.game, None).is_admitting


def test_joining_before_a_coin_lies_in_the_pool() -> None:
    """SH-11: as long as all have tied, the pool is empty and all may join."""
    dice = ("1-1-2", "1-1-2", "1-1-3")
    played = StoneTable(2, *dice, rules=POOL).begins().presses("throw", "throw", "throw")

    assert played.comes(13).standings == ["in", "in", "in"]


def test_a_prize_pool_goes_back() -> None:
    """SH-8, SH-11: nobody has won it, so those who paid it take it home."""
    table = StoneTable(2, "1-1-5", "2-2-4", rules=POOL).begins()
    for player in (11, 12):
        table.takes(call_last(table.table, table.game, player))
    table.presses("throw", "throw")

    assert table.table.phase == "closed"
    assert table.paid == {11: 0, 12: 0}


def test_a_game_that_ends_while_the_table_closes_has_a_winner() -> None:
    """SH-8, SH-11: the last one with wager left takes the pool, although the table was about to close."""
    played = StoneTable(2, "8-8-8", "1-1-8", buy_in=5, rules=POOL).begins()
    played.takes(close(played.table, played.game, 11)).presses("throw", "throw")

    assert played.paid == {11: -5, 12: 5}
    assert played.table.story[-1] == GameOver(Seat(1))


def test_the_pool_is_the_houses_where_it_alone_is_left() -> None:
    """SH-11, TB-12: a player who leaves the pool to several house players gets nothing of it back."""
    dice = "1-1-7", "1-1-2", "1-1-3", "1-1-2", "1-1-4", "1-1-3"
    played = StoneTable(1, *dice, rules=POOL).house_comes(funded=True)
    played.house_comes(funded=True).begins().presses("throw", "throw", "throw")
    assert played.stacks == [18, 20, 20]
    played.leaves(11).presses("throw", "throw")

    assert (played.table.phase, played.paid) == ("closed", {11: 2, None: -2})
    assert played.table.story[-1] == GameOver(None)


def test_stone_hand_describes_itself() -> None:
    """SH-2, SH-3, SH-9 to SH-12: the house rules, each with its default given first in the rulebook."""
    assert {each.name: each.default for each in options(StoneHandRules)} == {
        "home_throws": "own",
        "inverted_junk": False,
        "opal_river": False,
        "prize_pool": False,
        "arcade": False,
        "unit": 1,
    }
    assert [choice for choice, _ in options(StoneHandRules)[0].choices] == ["own", "shared", "house", "none"]
    assert "house_throw" in [each.name for each in fields(StoneHandRules)]


def test_what_lies_in_a_prize_pool_goes_home_too() -> None:
    """TB-23, SH-11: 12 paid 2 into the pool and is barred in the next round, in which 13 pays 2."""
    dice = ("1-1-2", "1-1-4", "1-1-3", "1-1-2", "1-1-3", "1-1-4")
    played = StoneTable(3, *dice, rules=POOL).begins().presses("throw", "throw", "throw")
    assert played.stacks == [20, 18, 20]
    played.takes(send_home(played.table, played.game, 12, played.seeds)).presses("throw", "throw", "throw")

    assert played.standings == ["in", "gone", "in"]
    assert played.paid == {11: 20, 12: 0, 13: 20}
    assert played.table.seats[1].home == 20
    assert sum(played.stacks) + sum(played.game.claims(played.table.carry, None).values()) == 40


def test_clash() -> None:
    """SH-12: rules that exclude each other are refused, and nothing has changed."""
    with pytest.raises(RulesClash):
        change(POOL, "arcade", 1)


def test_nobody_sits_out_of_a_prize_pool() -> None:
    """TB-17, SH-11: it is played for until one has wager left."""
    with pytest.raises(PlaysOn):
        StoneTable(2, rules=POOL).begins().sits_out(12)
