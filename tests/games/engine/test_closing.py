"""Tables that end before the game does: closed after the hand, or the hand called off (TB-10)."""

import pytest

from games.engine.table.events import CalledOff
from games.engine.table.play import call_off, deal
from games.engine.table.refusals import ClosesSoon, MayNotClose, NotStarted, TableClosed
from games.engine.table.seating import break_off, close, require_may_close
from games.engine.table.table import Closing
from games.engine.table.views import view_table
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import BonesRules


def test_closing_the_lobby() -> None:
    """TB-10: a table may be closed at once between hands."""
    played = TavernTable(2)
    played.takes(close(played.table, played.game))

    assert (played.table.phase, played.paid) == ("closed", {})


def test_who_may_close() -> None:
    """TB-10: the host or a manager closes a table, and nobody else."""
    table = TavernTable(2).table

    require_may_close(table, 11, is_manager=False)
    require_may_close(table, 99, is_manager=True)
    with pytest.raises(MayNotClose):
        require_may_close(table, 12, is_manager=False)


def test_empty_table_closes_by_itself() -> None:
    """TB-10: an empty table closes by itself; house players alone keep none open."""
    played = TavernTable(2).house_comes(funded=True).leaves(11)
    assert played.table.phase == "lobby"

    assert played.leaves(12).table.phase == "closed"
    assert played.paid == {}


def test_closing_during_a_hand() -> None:
    """TB-10: the table closes when the hand has been played to its end; all take home what they have then."""
    played = TavernTable(2, 2, 4).begins().presses("throw")
    change = close(played.table, played.game, 11)
    assert (change.table.phase, change.payments, change.closings) == ("playing", (), (Closing(11),))
    played.takes(change).presses("throw")

    assert (played.table.phase, played.table.hands, played.table.closing) == ("closed", 1, Closing(11))
    assert played.paid == {11: -2, 12: 2}


def test_a_host_who_saw_the_dice_closes() -> None:
    """TB-10: a pair of 2 lies there; the host, who is to throw a pair of 4, closes, and pays all the same."""
    dice = (2, 4)
    played = TavernTable(2, *dice, host=12).begins().presses("throw")
    played.takes(close(played.table, played.game, 12)).leaves(12)

    assert played.paid == {11: -2, 12: 2}


def test_closing_twice() -> None:
    """TB-10: a player who closes a table that is closing changes nothing, and it stands in the books once."""
    played = TavernTable(2).begins()
    played.takes(close(played.table, played.game, 11))
    again = close(played.table, played.game, 99)

    assert (again.table, again.closings) == (played.table, ())


def test_nobody_joins_a_closing_table() -> None:
    """TB-10: no new hand begins there, so there is nothing to join; nobody is offered to."""
    played = TavernTable(2).begins()
    played.takes(close(played.table, played.game, 11))

    with pytest.raises(ClosesSoon):
        played.comes(13)
    with pytest.raises(ClosesSoon):
        played.house_comes(funded=True)
    assert not view_table(played.table, played.game, None).is_admitting


def test_closing_gives_the_pool_back() -> None:
    """TB-10, SH-11: a prize pool goes back to its payers."""
    dice = (2, 4, 3, 2)
    played = TavernTable(2, *dice, rules=BonesRules(pool=True)).begins().presses("throw", "throw")
    assert played.stacks == [20, 18]
    played.takes(close(played.table, played.game, 11)).presses("throw", "throw")

    assert (played.table.phase, played.paid) == ("closed", {11: 0, 12: 0})


def test_calling_a_hand_off() -> None:
    """TB-10: every contribution goes back to its player, and the table rests, with the reason told."""
    played = TavernTable(3, 2, 4, 3, 5).begins().presses("throw", "throw", "throw")
    assert played.stacks == [22, 18, 20]
    change = call_off(played.presses("throw").table, played.game, played.seeds, 99, "spilt ale")
    played.takes(change)

    assert change.closings == (Closing(99, "spilt ale", 2),)
    assert (played.table.phase, played.table.hand, played.stacks) == ("playing", None, [22, 18, 20])
    assert played.table.story[-1] == CalledOff("spilt ale")


def test_the_next_hand_after_one_that_was_called_off() -> None:
    """TB-10, SH-1: it begins when a player asks for it, where the game stood before."""
    played = TavernTable(2, 2).begins().presses("throw")
    played.takes(call_off(played.table, played.game, played.seeds, 99, "spilt ale"))
    played.takes(deal(played.table, played.game, played.seeds))

    assert (played.table.hands, played.turn) == (2, 1)


def test_whoever_was_leaving_goes_when_the_hand_is_called_off() -> None:
    """TB-9, TB-10: with all that they brought into it."""
    played = TavernTable(3, 8).begins().presses("throw").leaves(11)
    played.takes(call_off(played.table, played.game, played.seeds, 99, "spilt ale"))

    assert (played.standings, played.paid[11]) == (["gone", "in", "in"], 0)


def test_calling_off_the_hand_of_a_closing_table() -> None:
    """TB-10: the hand is over with that, so the table closes."""
    played = TavernTable(2, 5).begins().presses("throw")
    played.takes(close(played.table, played.game, 11))
    played.takes(call_off(played.table, played.game, played.seeds, 99, "spilt ale"))

    assert (played.table.phase, played.paid) == ("closed", {11: 0, 12: 0})


def test_there_is_no_hand_to_call_off() -> None:
    """TB-10: before the game there is none."""
    played = TavernTable(2)

    with pytest.raises(NotStarted):
        call_off(played.table, played.game, played.seeds, 99, "spilt ale")


def test_a_table_that_cannot_go_on() -> None:
    """TB-10: it closes at once, and everybody gets back what they put there."""
    played = TavernTable(2, 5).begins().presses("throw")
    change = break_off(played.table, played.game, None, "error 7")
    played.takes(change)

    assert (played.table.phase, played.paid) == ("closed", {11: 0, 12: 0})
    assert change.closings == (Closing(None, "error 7", 1), Closing(None, "error 7"))


def test_a_lobby_that_cannot_go_on() -> None:
    """TB-10: there is no hand to call off."""
    played = TavernTable(2)
    change = break_off(played.table, played.game, None, "error 7")

    assert (change.table.phase, change.closings) == ("closed", (Closing(None, "error 7"),))


def test_a_closed_table_is_closed() -> None:
    """TB-10: nothing more can happen there."""
    played = TavernTable(2)
    played.takes(close(played.table, played.game))

    with pytest.raises(TableClosed):
        played.comes(13)
    with pytest.raises(TableClosed):
        played.leaves(11)
    with pytest.raises(TableClosed):
        played.begins()
    with pytest.raises(TableClosed):
        played.runs_out()
