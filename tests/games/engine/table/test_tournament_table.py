"""Tables of tournaments: their seats and hands are a director's (docs/rulebook/tournaments.md)."""

from __future__ import annotations

import pytest

from games.engine.core.errors import SeatsDiffer, Stale, Untimely
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table import play, seating, tournament_table
from games.engine.table.refusals import AtTournament, NotCalled, NothingPlayed, TableClosed
from games.engine.table.table import AnyTable, Closing, TableSeat
from games.tools.replay import FinishedHand, history
from tests.games.engine.table.tournament_table import Directed
from tests.games.scripted import kinds


def test_seats_are_fixed_places() -> None:
    """TN-2: a table may have empty seats anywhere; the hand goes round by their numbers."""
    table = Directed().seats(5, 2).called().dealt().table

    assert [each.seat for each in table.present] == [2, 5]
    assert table.hand is not None
    assert table.hand.seats == (2, 5)


def test_a_hand_begins_when_it_is_called_for() -> None:
    """TN-3: not before, and once for each call."""
    at = Directed(4, 5).seats(1, 2)
    with pytest.raises(NotCalled):
        at.dealt()
    at.called().dealt().played(1, 2)

    assert (at.table.hand, at.table.phase, at.table.is_called) == (None, "playing", False)
    with pytest.raises(NotCalled):
        at.dealt()


def test_nothing_is_paid() -> None:
    """TB-2: chips stand for a place in the tournament and for nothing else; what was led to is told."""
    at = Directed(4, 5).seats(1, 2).called().dealt().played(1, 2)

    assert at.last.payments == ()
    (ended,) = at.last.ended
    assert ended.number == 1
    assert sum(ended.stacks.values()) == 40
    assert ended.stacks == {each.seat: each.stack for each in at.table.present}
    assert tournament_table.close(at.table, at.game).phase == "closed"


def test_whoever_is_absent_stays() -> None:
    """TN-19, TB-8: a seat that misses its turns is played for, and keeps the seat to the last chip."""
    at = Directed(*[4, 7] * 8).seats(1, 2, chips=500)
    for _ in range(4):
        at.called().dealt()
        while at.table.hand is not None:
            at.takes(play.run_out(at.table, at.game, at.seeds))

    assert [each.standing for each in at.table.present] == ["away", "away"]


def test_players_neither_come_nor_go_by_themselves() -> None:
    """TB-9: the director decides about seats and the closing."""
    at = Directed().seats(1, 2)
    with pytest.raises(AtTournament):
        seating.sit_down(at.table, at.game, 99, "p99", None)
    with pytest.raises(AtTournament):
        seating.leave(at.table, at.game, 11, at.seeds)
    with pytest.raises(AtTournament):
        seating.close(at.table, at.game)
    with pytest.raises(AtTournament):
        play.begin(at.table, at.game, at.seeds)


def test_whoever_takes_a_seat_of_others_begins_anew_there() -> None:
    """TB-11: no button of the seat's last player answers for the new one, and nothing old is told."""
    at = Directed(4, 5).seats(1, 2).called().dealt().played(1, 2)
    before = at.table.seated(Seat(2))
    assert at.table.story
    at.table = tournament_table.stand_up(at.table, at.game, Seat(2))
    newcomer: TableSeat[object] = TableSeat(Seat(2), 77, "new", 9)
    at.table = tournament_table.sit_down(at.table, newcomer)
    seated = at.table.seated(Seat(2))

    assert (seated.player, seated.stack, seated.since) == (77, 9, 1)
    assert seated.question > before.question
    assert kinds(at.table.story) == ["came"]
    assert at.table.last is None


def test_nobody_is_moved_during_a_hand() -> None:
    """TN-3: a seat of the hand is neither freed nor taken; another one may be, and waits."""
    at = Directed().seats(1, 2).called().dealt()
    with pytest.raises(Untimely):
        tournament_table.stand_up(at.table, at.game, Seat(1))
    with pytest.raises(SeatsDiffer):
        at.seats(2)
    at.seats(3)

    assert at.table.hand is not None
    assert at.table.hand.seats == (1, 2)
    freed = tournament_table.stand_up(at.table, at.game, Seat(3))
    assert [each.seat for each in freed.present] == [1, 2]


def test_a_hand_is_called_off() -> None:
    """TB-10: it ends with the stacks that it began with; without a hand there is none to call off."""
    at = Directed(4).seats(1, 2).called().dealt().played(1)
    change = play.call_off(at.table, at.game, at.seeds, 11, "spilt ale")
    table, (ended,) = change.table, change.ended

    assert table.hand is None
    assert change.closings == (Closing(11, "spilt ale", 1),)
    assert (ended.number, ended.stacks, ended.points, ended.seals) == (1, {1: 20, 2: 20}, {}, ())
    with pytest.raises(NothingPlayed):
        play.call_off(table, at.game, at.seeds, 11, "again")
    with pytest.raises(TableClosed):
        play.call_off(tournament_table.close(table, at.game), at.game, at.seeds, 11, "again")


def test_the_final_table_begins_anew() -> None:
    """TN-6: nothing of the hands before counts; the first dealer is drawn anew."""
    at = Directed(4, 5).seats(1, 2).called().dealt().played(1, 2)
    assert at.table.carry is not None
    anew = tournament_table.begin_anew(at.table, at.game)

    assert (anew.carry, anew.decks, anew.last, anew.story) == (None, (), None, ())


def test_a_keepsake_is_not_packed() -> None:
    """A keepsake that is kept for its player anyhow need not be taken to the next table (SH-3)."""
    at = Directed().seats(1, 2).called()

    assert tournament_table.packed(at.table, at.game, Seat(1)) is None


def test_levels_come_into_the_rules() -> None:
    """TN-7: the hand is played at the level that was called; the pay counts for more."""
    at = Directed(4, 7).seats(1, 2, chips=500).called(ante=10).dealt().played(1, 2)
    slow = Directed(4, 7).seats(1, 2, chips=500).called(ante=1).dealt().played(1, 2)

    def paid(table: AnyTable) -> int:
        return max(abs(500 - each.stack) for each in table.present)

    assert paid(at.table) == 10 * paid(slow.table) > 0


def test_an_old_button_is_stale() -> None:
    """F-25: a checksum of the seat's earlier player fits no question of the new one."""
    at = Directed(4, 5).seats(1, 2).called().dealt()
    old = Answer("throw", check="000000")
    with pytest.raises(Stale):
        play.answer(at.table, at.game, at.seeds, Seat(1), old)


def test_a_history_names_nobody_who_was_not_there() -> None:
    """TB-11, TB-13: the seat's new player was not in the hand: neither its view nor their name is told."""
    at = Directed(4, 5).seats(1, 2).called().dealt()
    (begun,) = at.last.begun
    at.played(1, 2)
    over = FinishedHand(1, begun.state, tuple(at.moves), at.last.ended[0].seals)
    was = history(at.table, at.game, over, 12)
    at.table = tournament_table.stand_up(at.table, at.game, Seat(2))
    newcomer: TableSeat[object] = TableSeat(Seat(2), 77, "new", 9)
    at.table = tournament_table.sit_down(at.table, newcomer)
    now = history(at.table, at.game, over, 77)

    assert (was.viewer, was.names) == (2, {1: "p1", 2: "p2"})
    assert (now.viewer, now.names) == (None, {1: "p1", 2: "?"})


def test_what_a_seat_has_is_said_between_hands() -> None:
    """TN-47: chips that an organiser puts right are there at once; during a hand they stay what they are."""
    at = Directed().seats(1, 2)
    at.table = tournament_table.stacked(at.table, Seat(1), 50)
    assert at.table.seated(Seat(1)).stack == 50

    at.called().dealt()
    assert tournament_table.stacked(at.table, Seat(1), 50) == at.table
    with pytest.raises(Untimely):
        tournament_table.stacked(at.table, Seat(1), 20)
