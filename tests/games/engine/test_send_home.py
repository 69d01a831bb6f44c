"""Somebody has to go, without a fold: at once, or when the hand that they play is over (TB-23)."""

from __future__ import annotations

from games.engine.table.lobby import send_home
from games.engine.table.play import call_off
from tests.games.engine.tavern_table import TavernTable


def sent_home(played: TavernTable, player: int) -> TavernTable:
    """Somebody has to go."""
    return played.takes(send_home(played.table, played.game, player, played.seeds))


def test_who_plays_a_hand_plays_it_to_its_end() -> None:
    """TB-23: they answer for themselves, pay 2 with the worst pair, and go home with the rest."""
    played = sent_home(TavernTable(3, "1-1-2", "1-1-4", "1-1-3").begins(), 12)
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
    """TB-23: who has given up the seat is not sent away once more."""
    played = TavernTable(3).begins().leaves(12)

    assert sent_home(played, 12).standings == ["in", "leaving", "in"]


def test_a_hand_that_is_called_off_is_over() -> None:
    """TB-10, TB-23: with the stack that they began it with."""
    played = sent_home(TavernTable(3).begins(), 12)
    played.takes(call_off(played.table, played.game, played.seeds, 11, "late"))

    assert played.standings == ["in", "gone", "in"]
    assert played.paid[12] == 0
