"""A slow table: turns of days, results that stand, and seats that are kept for absent people (TB-28)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import DestinyRules
from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.table import time_bank
from games.engine.table.events import RuleSet
from games.engine.table.pace import DAY, HOUR, SLOW, TURNS, is_within, name_of, rounded_up
from games.engine.table.play import come_back, deadline_step, deal, run_out, sit_out
from games.engine.table.refusals import SlowTable, TooFewReady
from games.engine.table.seating import change_rule, close_idle, open_table, send_away, send_home
from games.engine.table.table import AnyTable, Pause, Terms, awaited, unready
from tests.games.cards_table import CardsTable
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import BonesRules

POOL = BonesRules(pool=True)
PACES = ["live", "unhurried", "day", "three_days"]


def of_cards(people: int = 3, **terms: Any) -> CardsTable:
    """A slow table with cards, whose first hand is over."""
    played = CardsTable(people, turn_seconds=DAY, **terms).begins()
    return played.plays(*[1] * people)


def asks(played: CardsTable, seat: int) -> CardsTable:
    """A seat presses Deal."""
    return played.takes(deal(played.table, played.game, played.seeds, Seat(seat)))


def lets_time_pass(played: CardsTable, seconds: float) -> AnyTable:
    """A change of the table, so many seconds after the last."""
    played.table = time_bank.passed(played.table, played.table, seconds)
    return played.table


def misses_two(played: CardsTable) -> CardsTable:
    """All of a hand's seats but the first let their time run out, twice."""
    played.deals().answers(1, "bet", 1)
    played.takes(run_out(played.table, played.game, played.seeds))
    played.answers(1, "show", 0)
    return played.takes(run_out(played.table, played.game, played.seeds))


def test_tb28_what_a_pace_is() -> None:
    """TB-28: turns of 10 minutes, a day with a time bank of two, three days with one of three."""
    terms = Terms(11, 6, turn_seconds=45, bank_seconds=300)
    told = [time_bank.paced(terms, name, 45, 60) for name in ("live", "unhurried", "day", "three_days")]

    assert [(each.turn_seconds, each.bank_seconds) for each in told] == [
        (45, 60),
        (600, 0),
        (86_400, 172_800),
        (259_200, 259_200),
    ]
    assert [each.pace.is_slow for each in told] == [False, False, True, True]
    assert [name_of(each.turn_seconds) for each in told] == PACES


def test_tb28_slow_is_half_a_day() -> None:
    """TB-28: a table whose turns last 12 hours is slow, one with a second less isn't."""
    assert Terms(11, 6, turn_seconds=12 * HOUR).pace.is_slow
    assert not Terms(11, 6, turn_seconds=12 * HOUR - 1).pace.is_slow


def test_tb28_a_shown_time_is_rounded_up() -> None:
    """TB-28: to a quarter of an hour, by five minutes at least, in which it stays true."""
    assert [rounded_up(at, SLOW.rounded) for at in (0.0, 600.0, 601.0, 900.0)] == [900, 900, 1800, 1800]
    assert [is_within(at, 900.0, SLOW.rounded) for at in (600.0, 900.0, 900.5)] == [True, True, False]
    # A clock that was set back by an hour.
    assert not is_within(-3000.0, 900.0, SLOW.rounded)


def test_tb28_the_deadline_of_a_slow_turn_is_rounded() -> None:
    """TB-28: to a quarter of an hour while people are waited for and during a pause; live, to the second."""
    slow, live = (CardsTable(2, turn_seconds=seconds).begins() for seconds in (DAY, 45))
    house = TavernTable(1, *[1] * 9, turn_seconds=DAY).house_comes(funded=False).begins().presses("throw")
    assert house.table.seated(Seat(house.turn)).is_house
    paused = replace(house.table, pause=Pause((Seat(1),), 10))

    assert [deadline_step(each.table, each.game) for each in (slow, live)] == [900, 0]
    assert [deadline_step(each, house.game) for each in (house.table, paused)] == [0, 900]


def test_tb28_the_deadline_of_a_slow_result_is_rounded() -> None:
    """TB-13, TB-28: until the last of those who look at it has pressed Deal."""
    played = of_cards(2)
    looked_at = played.table
    ready = replace(looked_at, ready=(Seat(1), Seat(2)))

    assert [deadline_step(each, played.game) for each in (looked_at, ready)] == [900, 0]


def test_tb28_the_host_sets_the_pace_in_the_lobby() -> None:
    """TB-28, TB-15: as a house rule, which those who sit there are told of; live is the server's turn."""
    played = CardsTable(2)
    day = change_rule(played.table, played.game, "pace", PACES.index("day"), 45).table
    live = change_rule(day, played.game, "pace", PACES.index("live"), 45).table

    assert (day.terms.turn_seconds, day.terms.bank_seconds) == TURNS["day"]
    assert day.story[-1] == RuleSet("Pace", "a day a turn")
    assert day.unread == (2,)
    assert (live.terms.turn_seconds, live.terms.bank_seconds) == (45, 60)


def test_tb18_the_time_bank_of_a_slow_table_is_fixed() -> None:
    """TB-18, TB-28: it's no choice there, and comes with the pace."""
    played = CardsTable(2, turn_seconds=DAY, bank_seconds=2 * DAY)

    assert [each.name for each in time_bank.common_options(played.table.terms)] == ["pace"]
    with pytest.raises(NotOffered):
        change_rule(played.table, played.game, "time_bank", 0)


def test_tb10_a_slow_table_has_no_time_limit() -> None:
    """TB-10: none can be set; unhurried keeps the host's, and a table that was slow gets the usual one."""
    limited = TavernTable(2, minutes_max=30)
    paces = {name: PACES.index(name) for name in PACES}
    unhurried = change_rule(limited.table, limited.game, "pace", paces["unhurried"]).table
    slow = change_rule(limited.table, limited.game, "pace", paces["day"]).table
    live = change_rule(slow, limited.game, "pace", paces["live"]).table

    assert [each.terms.minutes_max for each in (unhurried, slow, live)] == [30, 0, 60]
    with pytest.raises(NotOffered):
        change_rule(slow, limited.game, "time_limit", 1)


def test_de12_the_memory_aid_is_on() -> None:
    """DE-12: from the moment at which a table is slow, and the host can't switch it off."""
    slow = Terms(11, 100, turn_seconds=DAY)
    opened = open_table(1, DESTINY, DestinyRules(), slow, iter(["ab" * 32]))
    live = open_table(1, DESTINY, DestinyRules(), Terms(11, 100), iter(["ab" * 32]))
    changed = change_rule(live, DESTINY, "pace", PACES.index("three_days")).table

    assert not DestinyRules().memory_aid
    assert [each.rules.memory_aid for each in (opened, live, changed)] == [True, False, True]
    with pytest.raises(SlowTable):
        change_rule(opened, DESTINY, "memory_aid", 0)


def test_tb13_a_result_stands_until_all_have_pressed_deal() -> None:
    """TB-13: nobody cuts a look short; who has asked may ask again, and the third begins the hand."""
    played = of_cards()
    assert unready(played.table) == (1, 2, 3)
    for seat in (2, 1, 2):
        assert asks(played, seat).table.hand is None
    assert (played.table.ready, unready(played.table)) == ((1, 2), (3,))
    asks(played, 3)

    assert played.table.hand is not None
    assert played.table.ready == ()


def test_tb13_who_is_not_there_is_not_waited_for() -> None:
    """TB-13: a player who sits out need not press Deal, one who came back has to."""
    played = of_cards()
    played.takes(sit_out(played.table, played.game, 13, played.seeds))
    asks(played, 1)
    assert unready(played.table) == (2,)
    played.takes(come_back(played.table, 13))

    assert unready(played.table) == (2, 3)
    assert asks(played, 2).table.hand is None
    assert asks(played, 3).table.hand is not None


def test_tb13_a_live_table_is_dealt_by_anybody() -> None:
    """TB-13: one press begins the next hand."""
    played = CardsTable().begins().plays(1, 1, 1)

    assert unready(played.table) == ()
    assert asks(played, 2).table.hand is not None


def test_tb8_an_absent_player_keeps_the_seat_for_seven_days() -> None:
    """TB-8: seated out, no hand is dealt to them any more; the seat is lost with the first hand after."""
    played = misses_two(of_cards())
    assert [each.standing for each in played.table.seats] == ["in", "out", "out"]
    assert awaited(played.table, played.game) == (2, 3)
    with pytest.raises(TooFewReady):
        asks(played, 1)
    lets_time_pass(played, 6 * DAY)
    played.takes(come_back(played.table, 12)).deals().plays(1, 1)
    assert [each.standing for each in played.table.seats] == ["in", "in", "out"]
    lets_time_pass(played, DAY)
    stack = played.table.seats[2].stack
    played.deals().plays(1, 1)

    assert [each.standing for each in played.table.seats] == ["in", "in", "gone"]
    assert (played.table.seats[2].stack, played.table.seats[2].home) == (0, stack)


def test_tb8_who_comes_back_has_seven_days_again() -> None:
    """TB-8: one press, and what was missed is forgotten."""
    played = misses_two(of_cards())
    lets_time_pass(played, 6 * DAY)
    played.takes(come_back(played.table, 13))

    seated = played.table.seats[2]
    assert (seated.standing, seated.away_for, seated.missed) == ("in", 0, 0)


def test_tb8_a_pause_is_no_absence() -> None:
    """TB-8: seven days of a pause count for nothing."""
    played = misses_two(of_cards())
    paused = replace(played.table, pause=Pause((Seat(1),), 10))
    waits = [time_bank.passed(each, each, 7 * DAY).seats for each in (paused, played.table)]

    assert [[each.away_for for each in seats] for seats in waits] == [[0, 0, 0], [0, 7 * DAY, 7 * DAY]]


def test_tb8_without_people_no_round_begins() -> None:
    """TB-8, SH-11: dice follow each other at once, but not while all people are absent; a press goes on."""
    played = TavernTable(2, *[1] * 40, rules=POOL, turn_seconds=DAY).begins()
    for _turn in range(4):
        played.runs_out()
    assert played.standings == ["away", "away"]
    assert played.table.hand is None
    assert awaited(played.table, played.game) == (1, 2)
    hands = played.table.hands
    played.comes_back(12)
    played.takes(deal(played.table, played.game, played.seeds, Seat(2)))

    assert (played.table.hands, played.turn) == (hands + 1, 2)


def test_tb10_a_table_of_absent_people_pays_back() -> None:
    """TB-10: the pool goes back to those who paid it, and stacks go home."""
    played = TavernTable(2, *[1] * 40, rules=POOL, turn_seconds=DAY).begins()
    for _turn in range(4):
        played.runs_out()
    played.takes(close_idle(played.table, played.game, played.seeds))

    assert played.table.phase == "closed"
    assert sum(played.paid.values()) == 0


def test_tb23_a_barred_seat_is_played_at_once() -> None:
    """TB-23: nobody waits days for them; the 4 pays the 2, and they go home with that."""
    played = TavernTable(3, 2, 4, 3, 2, 4, 3, turn_seconds=DAY).begins()
    played.takes(send_home(played.table, played.game, 11, played.seeds))
    assert played.turn == 2
    played.presses("throw", "throw")

    assert played.standings == ["gone", "in", "in"]
    assert played.table.seats[0].home == 20 + 2


def test_tb23_who_was_sent_away_before_is_played_for_too() -> None:
    """TB-23: a bar comes before the host's word that only counts after the hand."""
    played = TavernTable(3, 2, 4, 3, 2, 4, 3, turn_seconds=DAY, host=12).begins()
    played.takes(send_away(played.table, played.game, played.seeds, 12, 11))
    assert played.turn == 1
    played.takes(send_home(played.table, played.game, 11, played.seeds))

    assert played.turn == 2


def test_tb23_at_a_live_table_they_play_on() -> None:
    """TB-23: the hand that they are in is theirs to its end."""
    played = TavernTable(3, 2, 4, 3).begins()
    played.takes(send_home(played.table, played.game, 11, played.seeds))

    assert played.turn == 1
