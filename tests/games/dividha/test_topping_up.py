"""DV-15, TB-17: a player who wished to fill up does so before it is asked who cannot pay the ante."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaCarry, DividhaRules
from games.engine.core.game import Seat, SeatAmount
from games.engine.core.offers import Answer
from games.engine.table.events import GameOver, NotToppedUp
from games.engine.table.play import answer, ask_top_up, begin, deal, top_up_wished
from games.engine.table.seating import close, leave, open_table, send_away, send_home, sit_down
from games.engine.table.table import AnyTable, TableChange, Terms

BUY_IN, SHORT = 20, Seat(2)


class Table:
    """People with so many coins in a hand that costs each 2; the second wishes to fill up to 20."""

    def __init__(self, *stacks: int, ante_risen: int = 0) -> None:
        self.seeds = _seeds()
        self.paid: Counter[int | None] = Counter()
        self.inherited: list[SeatAmount] = []
        rules = DividhaRules(ante=2, ante_rise=1 if ante_risen else 0)
        self.now: AnyTable = open_table(1, DIVIDHA, rules, Terms(host=11, buy_in=BUY_IN), self.seeds)
        for number in range(1, 1 + len(stacks)):
            self.takes(sit_down(self.now, DIVIDHA, 10 + number, f"p{number}", None))
        self.takes(begin(self.now, DIVIDHA, self.seeds))
        self.folds()
        seats = (replace(each, stack=stack) for each, stack in zip(self.now.seats, stacks, strict=True))
        lying = DividhaCarry(Seat(2), 4, ante_risen, (), ())
        self.now = replace(self.now, seats=tuple(seats), carry=lying)
        self.paid.clear()
        self.takes(deal(self.now, DIVIDHA, self.seeds))
        self.takes(ask_top_up(self.now, DIVIDHA, 12))

    @property
    def stacks(self) -> list[int]:
        """The stacks of all seats."""
        return [each.stack for each in self.now.seats]

    def folds(self) -> None:
        """Fold for each seat to the last one."""
        while self.now.hand is not None:
            (seat,) = DIVIDHA.to_act(self.now.hand.state)
            self.takes(answer(self.now, DIVIDHA, self.seeds, seat, Answer("fold")))

    def goes_on(self, purse: int) -> None:
        """Continue after the hand; the second player has that many coins in the wallet."""
        self.takes(top_up_wished(self.now, DIVIDHA, self.seeds, {12: purse}))

    def takes(self, change: TableChange) -> None:
        """Apply a change, and count payments and inherited coins."""
        self.now = change.table
        self.inherited.extend(change.inherited)
        for payment in change.payments:
            self.paid[payment.player] += payment.amount


def _seeds() -> Iterator[str]:
    return (f"{number:064x}" for number in count(1))


def test_a_short_stack_is_filled_up_before_it_is_out() -> None:
    """DV-15: 1 of 3 coins is left; 19 fill it up to 20, and the next pot gets none."""
    table = Table(30, 3, 30)
    table.folds()
    assert DIVIDHA.claims(table.now.carry, None) == {SHORT: 1}
    table.goes_on(19)

    assert table.now.seated(SHORT).stack == BUY_IN
    assert table.paid == {12: 19}
    assert DIVIDHA.claims(table.now.carry, None) == {}
    assert table.now.seated(SHORT).topped_up == 19
    table.takes(deal(table.now, DIVIDHA, table.seeds))
    assert table.now.hand is not None
    assert table.now.hand.seats == (1, 2, 3)


def test_what_the_hand_cost_is_told_without_what_was_taken_back() -> None:
    """DV-15, TB-19: the ante of 2; the coin that was left for the next pot counts as never lost."""
    table = Table(30, 3, 30)
    table.folds()
    assert SeatAmount(SHORT, -3) in table.now.gains
    table.goes_on(19)

    assert SeatAmount(SHORT, -2) in table.now.gains
    assert table.inherited == [SeatAmount(SHORT, 1)]


def test_of_two_the_game_goes_on() -> None:
    """DV-15, DV-23: with what was filled up the second can pay, so the first has not won."""
    table = Table(30, 3)
    table.folds()
    table.goes_on(100)

    assert table.now.phase == "playing"
    assert table.now.seated(SHORT).stack == BUY_IN


def test_a_wallet_that_holds_too_little() -> None:
    """DV-15, TB-17: then they are out, and what was left goes into the next pot."""
    table = Table(30, 3, 30)
    table.folds()
    table.goes_on(18)

    assert NotToppedUp(SHORT) in table.now.story
    assert table.now.seated(SHORT).standing == "gone"
    assert DIVIDHA.claims(table.now.carry, None) == {SHORT: 1}
    assert not table.paid


def test_what_would_not_do_is_not_filled_up() -> None:
    """DV-15: an ante of 20 leaves 15 of 35, and the next one of 22 is more than the buy-in of 20."""
    table = Table(60, 35, 60, ante_risen=18)
    table.folds()
    table.goes_on(100)

    assert DIVIDHA.claims(table.now.carry, None) == {SHORT: 15}
    assert table.now.seated(SHORT).standing == "gone"
    assert not table.paid


def test_who_is_sent_away_fills_nothing_up() -> None:
    """TB-16, TB-17: the wish ends when the host sends them away, and a later one comes to nothing."""
    table = Table(30, 10, 30)
    table.takes(send_away(table.now, DIVIDHA, table.seeds, 11, 12))
    assert not table.now.seated(SHORT).tops_up_next
    table.takes(ask_top_up(table.now, DIVIDHA, 12))
    table.folds()
    table.goes_on(100)

    assert table.paid == {12: -8}
    assert table.now.seated(SHORT).standing == "gone"


def test_who_goes_home_fills_nothing_up() -> None:
    """TB-17, TB-23: a player who is sent home after the hand pays no coin, also one who could go on."""
    for stack, left in ((3, {SHORT: 1}), (10, {})):
        table = Table(30, stack, 30)
        table.takes(send_home(table.now, DIVIDHA, 12, table.seeds))
        table.folds()
        table.goes_on(100)

        assert table.paid == ({12: -8} if stack == 10 else {})
        assert DIVIDHA.claims(table.now.carry, None) == left
        assert table.now.seated(SHORT).standing == "gone"


def test_a_table_that_closes_fills_nothing_up() -> None:
    """TB-10, DV-15: everybody takes home what is theirs."""
    table = Table(30, 3, 30)
    table.takes(close(table.now, DIVIDHA, 11))
    table.folds()
    table.goes_on(100)

    assert table.now.phase == "closed"
    assert table.paid[12] == -1


def test_who_leaves_has_no_wish_any_more() -> None:
    """DV-15, TB-9: leaving in that hand does not save the last coin."""
    table = Table(30, 3, 30)
    table.takes(leave(table.now, DIVIDHA, 12, table.seeds))
    table.folds()

    assert DIVIDHA.claims(table.now.carry, None) == {SHORT: 1}
    assert not any(isinstance(each, GameOver) for each in table.now.story)
    assert not table.paid[12]
