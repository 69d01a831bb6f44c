"""A player has to go, without a fold: at once, or when the hand that they play is over (TB-23)."""

from __future__ import annotations

from games.engine.core.game import Seat, SeatAmount
from games.engine.table.play import call_off
from games.engine.table.seating import invite, send_away, send_home
from tests.games.engine.one_match import MATCH
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import BonesRules

POOL = BonesRules(pool=True)


def sent_home(played: TavernTable, player: int) -> TavernTable:
    """Send a player home."""
    return played.takes(send_home(played.table, played.game, player, played.seeds))


def test_who_plays_a_hand_plays_it_to_its_end() -> None:
    """TB-23: they answer for themselves, pay 2 with the worst pair, and go home with the rest."""
    played = sent_home(TavernTable(3, 2, 4, 3).begins(), 12)
    assert (played.standings, played.turn) == (["in", "in", "in"], 1)
    assert played.told[-1] == "leaving"
    told = len(played.told)
    sent_home(played, 12)
    assert len(played.told) == told
    played.presses("throw")
    assert played.turn == 2
    played.presses("throw", "throw")

    assert played.standings == ["in", "gone", "in"]
    assert played.table.seats[1].home == 20 - 2
    assert played.table.hands == 2


def test_who_plays_no_hand_goes_at_once() -> None:
    """TB-23: from a lobby, or when a newcomer waits for the next hand."""
    lobby = sent_home(TavernTable(2), 12)
    assert lobby.standings == ["in", "gone"]
    waiting = sent_home(TavernTable(2).begins().comes(13), 13)

    assert waiting.standings == ["in", "in", "gone"]
    assert waiting.paid[13] == 0


def test_who_leaves_anyway_leaves() -> None:
    """TB-23: a player who has given up the seat is not sent away once more."""
    played = TavernTable(3).begins().leaves(12)

    assert sent_home(played, 12).standings == ["in", "leaving", "in"]


def test_a_hand_that_is_called_off_is_over() -> None:
    """TB-10, TB-23: with the stack that they began it with."""
    played = sent_home(TavernTable(3).begins(), 12)
    played.takes(call_off(played.table, played.game, played.seeds, 11, "late"))

    assert played.standings == ["in", "gone", "in"]
    assert played.paid[12] == 0


def test_what_lies_in_a_prize_pool_goes_home_too() -> None:
    """TB-23, SH-11: 12 paid 2 into the pool and is barred in the next round, in which 13 pays 2."""
    dice = (2, 4, 3, 2, 3, 4)
    played = TavernTable(3, *dice, rules=POOL).begins().presses("throw", "throw", "throw")
    assert played.stacks == [20, 18, 20]
    played = sent_home(played, 12).presses("throw", "throw", "throw")

    assert played.standings == ["in", "gone", "in"]
    assert played.paid == {11: 20, 12: 0, 13: 20}
    assert played.table.seats[1].home == 20
    assert sum(played.stacks) + sum(played.game.claims(played.table.carry, None).values()) == 40


def test_who_is_out_of_the_game_has_lost_what_lies_in_the_pool() -> None:
    """TB-23, SH-8: with the round that takes the last coin the rules have sent them home, and no bar."""
    dice = (5, 8, 2)
    played = sent_home(TavernTable(3, *dice, buy_in=2, rules=POOL).begins(), 12)
    played.presses("throw", "throw", "throw")

    assert (played.standings[1], played.paid[12]) == ("gone", 2)


def test_coins_that_come_back_count_as_net() -> None:
    """TB-19, TB-23: 2 were lost to the pool and come back: in all nothing was won or lost."""
    dice = (2, 4, 3, 2, 3, 4)
    played = TavernTable(3, *dice, rules=POOL).begins().presses("throw", "throw", "throw")
    played.takes(call_off(played.table, played.game, played.seeds, 11, "late"))
    change = send_home(played.table, played.game, 12, played.seeds)

    assert change.inherited == (SeatAmount(Seat(2), 2),)
    assert played.takes(change).paid[12] == 0


def test_a_bar_takes_no_stake_that_leaving_would() -> None:
    """TB-23: in a game that forfeits 12 and 13 are barred and have their 20; 14 leaves them to 11."""
    played = TavernTable(4)
    played.game.forfeits = MATCH.forfeits  # type: ignore[method-assign]
    sent_home(played.begins(), 12)
    played.takes(call_off(played.table, played.game, played.seeds, 11, "late"))
    sent_home(played, 13).leaves(14)

    assert played.paid == {11: -20, 12: 0, 13: 0, 14: 20}


def test_a_host_keeps_nobody_there_whom_a_manager_barred() -> None:
    """TB-16, TB-23: a barred player who is invited meanwhile goes all the same."""
    played = sent_home(TavernTable(3, 2, 4, 3).begins(), 12)
    played.takes(invite(played.table, 11, [12])).presses("throw", "throw", "throw")

    assert played.standings == ["in", "gone", "in"]


def test_who_is_barred_after_the_host_sent_them_away_loses_nothing() -> None:
    """TB-16, TB-23: it was said already that 12 goes; what lies of theirs in the pool goes along now."""
    dice = (2, 4, 3)
    played = TavernTable(3, *dice, rules=POOL).begins()
    played.takes(send_away(played.table, played.game, played.seeds, 11, 12))
    told = len(played.told)
    sent_home(played, 12)
    assert len(played.told) == told
    played.presses("throw", "throw", "throw")

    assert (played.standings[1], played.paid[12]) == ("gone", 0)
