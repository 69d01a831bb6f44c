"""A table's time limit: the first hand that begins after it is the last (TB-10, SH-8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.destiny.game import DESTINY
from games.engine.table import table_talk
from games.engine.table.table import Pause, TableChange
from games.engine.table.time_bank import timed, usual_minutes
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from tests.games.engine.tavern_table import TavernTable

MINUTE = 60


def play_round(played: TavernTable, now: int, seconds: int = 30) -> int:
    """Make both throw, each `seconds` after the one before; return the time."""
    for _ in range(2):
        before, now = played.table, now + seconds
        played.presses("throw")
        if played.table.phase == "closed":
            return now
        begun = played.begun[-1:] if played.table.hands > before.hands else []
        change = TableChange(played.table, begun=tuple(begun))
        played.takes(replace(timed(before, change, played.game, now), begun=()))
    return now


def timed_table(minutes: int = 2) -> TavernTable:
    """Return a table of two with that limit, whose dice win nothing much."""
    played = TavernTable(2, *[5, 4] * 20, minutes_max=minutes).begins()
    played.table = replace(played.table, counted_at=1000)
    return played


def test_the_hand_that_begins_after_it_is_the_last() -> None:
    """TB-10: two rounds of a minute; the third begins at two minutes, is told as the last, and ends it."""
    played = timed_table()
    now = play_round(played, 1000)
    assert (played.table.hands, played.table.played_seconds, table_talk.is_last(played.table)) == (
        2,
        60,
        False,
    )
    now = play_round(played, now)
    assert (played.table.hands, table_talk.is_last(played.table)) == (3, True)
    assert played.told[-1] == "time_is_up"

    play_round(played, now)

    assert (played.table.phase, played.table.hands) == ("closed", 3)
    assert sum(played.paid.values()) == 0


def test_neither_pauses_nor_absences_count() -> None:
    """TB-10: a pause is no play, and of an hour without the bot at most one turn counts."""
    played = timed_table()
    paused = replace(played.table, pause=Pause((), 30))
    change = timed(paused, TableChange(paused), played.game, 1000 + 600)
    assert (change.table.played_seconds, change.table.counted_at) == (0, 1600)

    away = timed(played.table, TableChange(played.table), played.game, 1000 + 3600)
    assert away.table.played_seconds == MINUTE
    set_back = timed(played.table, TableChange(played.table), played.game, 900)
    assert set_back.table.played_seconds == 0


def test_it_counts_from_the_game_on() -> None:
    """TB-10: waiting in the lobby is no play."""
    lobby = TavernTable(2, minutes_max=1)
    waited = timed(lobby.table, TableChange(lobby.table), lobby.game, 5000).table

    assert (waited.played_seconds, waited.counted_at) == (0, 5000)


@pytest.mark.parametrize(
    ("rules", "minutes"),
    [
        (StoneHandRules(), 60),
        (StoneHandRules(prize_pool=True), 0),
        (StoneHandRules(arcade=True), 0),
    ],
)
def test_stone_hand_takes_an_hour(rules: StoneHandRules, minutes: int) -> None:
    """SH-8: unless something else is chosen, not in the arcade, and not for a prize pool (SH-11)."""
    assert usual_minutes(STONE_HAND, rules) == minutes
    assert usual_minutes(DESTINY, DESTINY.house_rules()) == 0
