"""Breaks that an organiser planned (TN-51)."""

from __future__ import annotations

import pytest

from games.engine.core.errors import OutOfRange
from games.engine.core.house_rules import RulesClash
from games.tournament import director, prize_deals
from games.tournament.model import OnBreak, PlannedBreak, next_at, postpone
from games.tournament.orders import BeginHand, BreakBegan, BreakEnded, Finished, LevelRose, PlayResumed
from tests.games.tournament.evening import announced, under_way

TEN = (PlannedBreak(1, 10), PlannedBreak(4, 15))


def test_no_hand_begins_until_it_is_over() -> None:
    """TN-51: hands under way are played to their end; nothing else begins before the minutes are over."""
    evening = under_way({1: "11:50 12:50", 2: "21:50 22:50"}, seats=2, level_length=1, breaks=TEN)
    evening.hand(1, "11:60 12:40").hand(1, "11:65 12:35")

    assert evening.orders[:2] == (LevelRose(2), BreakBegan())
    assert [each.waits_for for each in evening.tournament.tables] == ["break", None]

    evening.now = 30
    evening.hand(2, "21:60 22:40")
    assert not evening.ordered(BeginHand)

    evening.now = 600
    assert next_at(evening.tournament) == 600
    evening.does(director.wake)

    assert BreakEnded() in evening.orders
    assert evening.ordered(BeginHand) == [BeginHand(1, 3, 2), BeginHand(2, 2, 2)]


def test_the_next_level_has_its_whole_length() -> None:
    """TN-51: a level of five minutes ends at minute 5; the next one, after ten of break, at minute 20."""
    evening = announced(level_unit="minutes", level_length=5, breaks=TEN).enters(11, 12).starts()
    evening.now = 300
    evening.does(director.wake)

    assert next_at(evening.tournament) == 900

    evening.now = 900
    evening.hand(1, "11:60 12:40").does(director.wake)

    assert next_at(evening.tournament) == 1200


def test_the_organiser_ends_it_sooner_or_leaves_it_open() -> None:
    """TN-51: resumed after two minutes of ten; paused, it does not end by itself."""
    evening = announced(level_length=1, breaks=TEN).enters(11, 12).starts().hand(1, "11:60 12:40")
    evening.now = 120
    evening.does(director.resume)

    assert evening.orders[0] == PlayResumed()
    assert evening.ordered(BeginHand) == [BeginHand(1, 2, 2)]

    other = announced(level_length=1, breaks=TEN).enters(11, 12).starts().hand(1, "11:60 12:40")
    other.does(director.pause)

    assert next_at(other.tournament) is None
    assert other.table(1).waits_for == "pause"

    other.now = 900
    other.does(director.resume)
    assert other.ordered(BeginHand) == [BeginHand(1, 2, 2)]


def test_where_there_is_none() -> None:
    """TN-51: there is none after the last hand of all, nor before its level is over."""
    evening = announced(level_length=1, breaks=TEN).enters(11, 12).starts().hand(1, "11:100 12:0")
    assert evening.orders[-1] == Finished()
    assert not evening.ordered(BreakBegan)

    evening = under_way({1: "11:50 12:50 13:50"}, level_length=1, breaks=(PlannedBreak(2, 5),))
    evening.hand(1, "11:60 12:40")
    assert not evening.ordered(BreakBegan)
    evening.hand(1, "11:70 12:30")
    assert evening.ordered(BreakBegan)


def test_it_is_over_with_the_last_hand_under_way() -> None:
    """TN-51: if the hands under way leave one alone, the end of the break is not waited for."""
    evening = under_way({1: "11:50 12:50", 2: "21:50 22:50"}, seats=4, level_length=1, breaks=TEN)
    evening.hand(1, "11:100 12:0").hand(2, "21:100 22:0")
    assert evening.tournament.standstill == "break"
    assert evening.tournament.phase == "running"

    alone = under_way({1: "11:50 12:50"}, seats=4, level_length=2, breaks=TEN)
    alone.hand(1, "11:60 12:40").hand(1, "11:100 12:0")
    assert alone.tournament.phase == "over"


def test_no_deal_is_asked_for_in_a_break() -> None:
    """TN-51: nobody asks for a deal before it is over."""
    evening = under_way({1: "11:50 12:50"}, out=4, entry=20, level_length=1, breaks=TEN)
    evening.hand(1, "11:60 12:40")
    with pytest.raises(OnBreak):
        evening.does(prize_deals.ask, 11)


def test_a_break_while_the_bot_is_away() -> None:
    """TN-20, TN-51: its end moves out with all deadlines by the time that the bot was away."""
    evening = announced(level_length=1, breaks=TEN).enters(11, 12).starts().hand(1, "11:60 12:40")

    assert next_at(postpone(evening.tournament, 50)) == 650


@pytest.mark.parametrize(
    "breaks",
    [
        (PlannedBreak(0, 5),),
        (PlannedBreak(3, 5), PlannedBreak(3, 5)),
        (PlannedBreak(1, 0),),
        (PlannedBreak(1, 1441),),
    ],
)
def test_breaks_that_cannot_be(breaks: tuple[PlannedBreak, ...]) -> None:
    """TN-51: after a level, each another one, for a minute to a day; in a race there are none."""
    with pytest.raises(OutOfRange):
        announced(breaks=breaks)
    with pytest.raises(RulesClash):
        announced(chips=0, goal=20, breaks=TEN)


def test_a_pause_within_a_break_is_as_long_as_both() -> None:
    """TN-51, TN-20: level 2 has its five minutes after a break from 300 on that is left open to 1500."""
    evening = announced(level_unit="minutes", level_length=5, breaks=TEN).enters(11, 12).starts()
    evening.now = 300
    evening.hand(1, "11:60 12:40")
    assert evening.tournament.break_until == 900

    evening.now = 500
    evening.does(director.pause)
    evening.now = 1500
    evening.does(director.resume)

    assert next_at(evening.tournament) == 1500 + 300
