"""TB-17, DV-16: the costs of sitting out at a table of Dividha, by hand; the ante is 2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaRules
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table.play import answer, begin, come_back, deal, sit_out
from games.engine.table.seating import leave, open_table, sit_down
from games.engine.table.table import AnyTable, TableChange, Terms
from games.engine.table.views import view_table
from games.tools.replay import FinishedHand, history, to_file
from games.tools.verify import verify


class Table:
    """Three people, 11 to 13, who check until those who are absent have folded, and then fold."""

    def __init__(self) -> None:
        self.seeds: Iterator[str] = (f"{number:064x}" for number in count(1))
        terms = Terms(host=11, buy_in=20)
        self.now: AnyTable = open_table(1, DIVIDHA, DividhaRules(ante_rise=0), terms, self.seeds)
        for player in (11, 12, 13):
            self.now = sit_down(self.now, DIVIDHA, player, f"p{player}", None).table
        self.now = begin(self.now, DIVIDHA, self.seeds).table

    @property
    def third(self) -> int:
        """The stack of seat 3."""
        return self.now.seats[2].stack

    def acts(self) -> TableChange:
        """Answer for the seat to act."""
        assert self.now.hand is not None
        state = self.now.hand.state
        is_waiting = any(not state.betting.stake(seat).has_folded for seat in state.absent)
        key = "check" if is_waiting else "fold"
        change = answer(self.now, DIVIDHA, self.seeds, min(DIVIDHA.to_act(state)), Answer(key))
        self.now = change.table
        return change

    def folds(self) -> None:
        """Fold for each seat to the last one."""
        while self.now.hand is not None:
            self.acts()

    def hand(self) -> str:
        """Play the next hand to its end, and return the seats dealt in."""
        self.now = deal(self.now, DIVIDHA, self.seeds).table
        assert self.now.hand is not None
        seats = "".join(map(str, sorted(self.now.hand.seats)))
        self.folds()
        return seats


def test_from_the_second_hand_missed_the_ante_is_due() -> None:
    """DV-16, TB-17: nothing more for the hand that was dealt, nothing for the first missed, then 2 each."""
    table = Table()
    table.now = sit_out(table.now, DIVIDHA, 13, table.seeds).table
    table.folds()
    had = table.third
    found = [(table.hand(), table.third - had) for _ in range(3)]

    assert found == [("12", 0), ("123", -2), ("123", -4)]
    assert table.now.seats[2].standing == "out"


def test_who_sits_out_between_hands_misses_the_next_one_free() -> None:
    """DV-16: the same, where nobody waits for a hand to end."""
    table = Table()
    table.folds()
    table.now = sit_out(table.now, DIVIDHA, 13, table.seeds).table
    had = table.third

    assert [(table.hand(), table.third - had) for _ in range(2)] == [("12", 0), ("123", -2)]


def test_coming_back_begins_anew_only_with_a_hand() -> None:
    """DV-16: a player back and out again without a hand in between pays as before; after a hand not."""
    table = Table()
    table.folds()
    table.now = sit_out(table.now, DIVIDHA, 13, table.seeds).table
    assert table.hand() == "12"
    table.now = come_back(table.now, 13).table
    table.now = sit_out(table.now, DIVIDHA, 13, table.seeds).table
    assert table.hand() == "123"

    table.now = come_back(table.now, 13).table
    table.hand()
    table.now = sit_out(table.now, DIVIDHA, 13, table.seeds).table
    assert table.hand() == "12"


def test_until_they_leave_or_are_out() -> None:
    """DV-16, DV-15: a player who leaves takes the rest along; short of an ante one is out with 1 coin."""
    table = Table()
    table.folds()
    table.now = sit_out(table.now, DIVIDHA, 13, table.seeds).table
    table.hand()
    had = table.third
    table.now = leave(table.now, DIVIDHA, 13, table.seeds).table
    assert (table.now.seats[2].standing, table.now.seats[2].home) == ("gone", had)

    table = Table()
    table.folds()
    table.now = sit_out(table.now, DIVIDHA, 13, table.seeds).table
    table.now = table.now.with_seat(replace(table.now.seats[2], stack=5))
    assert [table.hand() for _ in range(3)] == ["12", "123", "123"]
    assert table.now.seats[2].standing == "gone"
    assert DIVIDHA.claims(table.now.carry, None) == {Seat(3): 1}


def test_two_who_play_are_needed_all_the_same() -> None:
    """DV-16, TB-17: nobody plays alone against those who sit out; the table waits, and nobody pays."""
    table = Table()
    table.folds()
    table.now = sit_out(table.now, DIVIDHA, 13, table.seeds).table
    table.hand()
    table.now = sit_out(table.now, DIVIDHA, 12, table.seeds).table

    assert view_table(table.now, DIVIDHA, None).awaited == (2, 3)


def test_a_hand_with_somebody_who_sits_out_checks_out() -> None:
    """DV-16, TB-13: its history says who was absent, and verifies for everybody."""
    table = Table()
    table.folds()
    table.now = sit_out(table.now, DIVIDHA, 13, table.seeds).table
    table.hand()
    change = deal(table.now, DIVIDHA, table.seeds)
    (begun,) = change.begun
    table.now, moves = change.table, [*change.moves]
    while table.now.hand is not None:
        change = table.acts()
        moves += change.moves
    over = FinishedHand(begun.number, begun.state, tuple(moves), change.ended[0].seals)

    for player in (11, 12, 13, None):
        told = history(table.now, DIVIDHA, over, player)
        assert [line["is_absent"] for line in told.beginning["lines"] if line["seat"] == 3] == [True]
        assert verify(to_file(told)).faults == ()
