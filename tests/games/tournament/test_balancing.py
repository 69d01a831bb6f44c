import pytest

from games.engine.core.errors import BelowZero, MoneyMadeOrLost, Stale
from games.engine.core.game import Seat
from games.tournament.director import report_hand
from games.tournament.model import Report
from games.tournament.orders import BeginHand, FinalDrawn, SeatGiven, TableBroken, TableHeld
from tests.games.tournament.evening import Script, under_way

SIX = "11:50 12:50 13:50 14:50 15:50 16:50"
FOUR = "21:50 22:50 23:50 24:50"


def test_a_long_table_gives_its_next_big_blind_to_a_short_one() -> None:
    """TN-3, TN-4: six against four; seat 4 posted the big blind, so seat 5 would post the next, and moves."""
    evening = under_way({1: SIX, 2: FOUR}).hand(1, "11:60 12:40", 1, big_blind=4)

    assert evening.ordered(SeatGiven) == [SeatGiven(15, 2, Seat(6), 1)]
    assert evening.seats(1) == "11 12 13 14 - 16"
    assert evening.ordered(BeginHand) == [BeginHand(1, 2, 1)]


def test_to_the_worst_seat() -> None:
    """TN-4: seat 3 posted the big blind at the short table, so seat 4 does in the hand under way there."""
    short = "21:50 - 23:50 24:50"
    evening = under_way({1: SIX, 2: short}, big_blinds={2: 3}, seats=6).hand(1, "", big_blind=4)

    # After seat 4 the free seats are 5, 6 and 2: seat 5 posts the next big blind.
    assert SeatGiven(15, 2, Seat(5), 1) in evening.orders


def test_without_blinds_by_lot() -> None:
    """TN-4: the third of six moves, to the second of the free seats 5 and 6."""
    evening = under_way({1: SIX, 2: FOUR}).hand(1, "", 2, 1)

    assert evening.ordered(SeatGiven) == [SeatGiven(13, 2, Seat(6), 1)]


def test_the_shortest_by_lot() -> None:
    """TN-3: the lot takes one of the equally short tables."""
    other = "31:50 32:50 33:50 34:50"
    evening = under_way({1: SIX, 2: FOUR, 3: other}).hand(1, "", 1, 0, 0)

    assert evening.ordered(SeatGiven) == [SeatGiven(11, 3, Seat(5), 1)]


def test_one_apart_is_balanced() -> None:
    """TN-3: five and four stay as they are."""
    evening = under_way({1: "11:50 12:50 13:50 14:50 15:50", 2: FOUR}).hand(1, "")

    assert evening.ordered(SeatGiven) == []
    assert evening.ordered(BeginHand) == [BeginHand(1, 2, 1)]


def test_a_short_table_waits_for_a_player() -> None:
    """TN-3: two short it begins no hand, until the long table has ended its own and gives a player."""
    evening = under_way({1: SIX, 2: FOUR}).hand(2, "")

    assert evening.orders == (TableHeld(2),)
    assert evening.table(2).waits_for == "balance"
    evening.hand(1, "")
    assert evening.ordered(BeginHand) == [BeginHand(1, 2, 1), BeginHand(2, 2, 1)]
    assert evening.table(2).waits_for is None


def test_waiting_is_told_once() -> None:
    """TN-3: a table that goes on waiting for the same reason gets no second order."""
    other = "31:50 32:50 33:50 34:50 35:50 36:50"
    evening = under_way({1: SIX, 2: FOUR, 3: other, 4: "41:50 42:50 43:50 44:50"}).hand(2, "").hand(4, "")

    assert evening.orders == (TableHeld(4),)


def test_a_table_is_broken_when_all_have_room_elsewhere() -> None:
    """TN-5: twelve are left at three tables of six: the last table is broken, when its own hand has ended."""
    three = "31:50 32:50 33:50 34:50"
    evening = under_way({1: "11:50 12:50 13:50 14:50 15:50", 2: FOUR, 3: three}).hand(1, "15:0 11:100")

    assert evening.ordered(TableBroken) == []
    evening.hand(3, "")
    # 32, 33, 34 and 31 draw in this order by lot, each at the shortest table of that moment.
    assert [(order.player, order.table, order.seat) for order in evening.ordered(SeatGiven)] == [
        (32, 1, 5),
        (33, 2, 5),
        (34, 1, 6),
        (31, 2, 6),
    ]
    assert evening.ordered(TableBroken) == [TableBroken(3)]


def test_nobody_is_moved_to_a_table_that_is_to_be_broken() -> None:
    """TN-5: five against three, and yet nobody moves: the table of three is about to be broken."""
    tables = {1: "11:50 12:50 13:50 14:50", 2: "21:50 22:50 23:50 24:50 25:50", 3: "31:50 32:50 33:50"}
    evening = under_way(tables).hand(2, "")

    assert evening.orders == (BeginHand(2, 2, 1),)


def test_the_final_table_is_drawn_anew() -> None:
    """TN-6: six are left: table 1 waits for table 2, then all draw new seats at table 1."""
    evening = under_way({1: "11:50 12:50 13:50 14:50", 2: "21:50 22:50 23:50"})
    evening.hand(1, "14:0 11:100", big_blind=2)

    assert evening.table(1).waits_for == "final"
    assert evening.ordered(BeginHand) == []
    draw = (0, 0, 0, 0, 0)
    evening.hand(2, "21:60 22:40", *draw, 5, big_blind=1)
    # They draw in the order 12 13 21 22 23 11: the first the sixth seat, the rest the first that is free.
    assert evening.seats(1) == "13 21 22 23 11 12"
    assert evening.orders[-3:] == (TableBroken(2), FinalDrawn(1), BeginHand(1, 2, 1))
    assert SeatGiven(21, 1, Seat(2), 2) in evening.orders
    assert SeatGiven(12, 1, Seat(6), 1) in evening.orders
    assert evening.table(1).big_blind is None


def test_one_table_is_not_drawn_again() -> None:
    """TN-6: a tournament with one table has had its draw."""
    evening = under_way({1: "11:50 12:50 13:50"}).hand(1, "13:0 11:100")

    assert evening.ordered(FinalDrawn) == []
    assert evening.seats(1) == "11 12"


def test_a_lone_player_waits() -> None:
    """TN-3: at tables of two a player may be left alone, and has to wait for an opponent."""
    evening = under_way({1: "11:50 12:50", 2: "21:50 22:50", 3: "31:50 32:50"}, seats=2).hand(
        1, "12:0 11:100"
    )

    assert evening.orders[-1] == TableHeld(1)
    evening.hand(2, "22:0 21:100")
    assert evening.table(2).waits_for == "balance"


def test_reported_twice_counts_once() -> None:
    """A report of a hand that is not under way is stale."""
    evening = under_way({1: SIX, 2: "21:50 22:50 23:50 24:50 25:50"}).hand(1, "")
    again = dict.fromkeys(range(11, 17), 50)

    for report in (Report(1, 1, again), Report(7, 1, again)):
        with pytest.raises(Stale):
            report_hand(evening.tournament, report, 0, Script())
    evening = under_way({1: SIX, 2: FOUR}).hand(2, "")
    with pytest.raises(Stale):
        report_hand(evening.tournament, Report(2, 1, {}), 0, Script())


def test_chips_cannot_be_made() -> None:
    """TB-2: a report in which chips were made or lost is a fault of ours."""
    with pytest.raises(MoneyMadeOrLost):
        under_way({1: SIX}).hand(1, "11:60")
    with pytest.raises(BelowZero):
        under_way({1: SIX}).hand(1, "11:-10 12:110")
