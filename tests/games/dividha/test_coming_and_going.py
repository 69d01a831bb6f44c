"""Players who come while the ante rises, at a table of the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest

from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaCarry, DividhaRules
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table.events import GameOver
from games.engine.table.play import answer, begin, deal
from games.engine.table.refusals import Outgrown
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, TableChange, Terms


class Table:
    """A table of two with a buy-in of 6 at which so much lies; this hand's ante is 6, the next one is 8."""

    def __init__(self, *stacks: int) -> None:
        self.seeds = _seeds()
        self.paid: Counter[int | None] = Counter()
        self.now: AnyTable = open_table(
            1, DIVIDHA, DividhaRules(ante=2, ante_rise=5), Terms(host=11, buy_in=6), self.seeds
        )
        for number in range(1, 1 + len(stacks)):
            self.comes(10 + number)
        self.takes(begin(self.now, DIVIDHA, self.seeds))
        self.folds()
        seats = (replace(each, stack=stack) for each, stack in zip(self.now.seats, stacks, strict=True))
        self.now = replace(self.now, seats=tuple(seats), carry=DividhaCarry(Seat(2), 4, 4, (), ()))

    def comes(self, player: int) -> None:
        """Seat a player."""
        self.takes(sit_down(self.now, DIVIDHA, player, f"p{player}", None))

    def deals(self) -> None:
        """Deal the next hand."""
        self.takes(deal(self.now, DIVIDHA, self.seeds))

    def folds(self) -> None:
        """Fold for each seat to the last one."""
        while self.now.hand is not None:
            (seat,) = DIVIDHA.to_act(self.now.hand.state)
            self.takes(answer(self.now, DIVIDHA, self.seeds, seat, Answer("fold")))

    def takes(self, change: TableChange) -> None:
        """Apply a change, and count the payouts."""
        self.now = change.table
        for payment in change.payments:
            self.paid[payment.player] += max(0, -payment.amount)


def _seeds() -> Iterator[str]:
    return (f"{number:064x}" for number in count(1))


def test_who_cannot_be_dealt_in_wins_nothing_and_spoils_nothing() -> None:
    """DV-15, DV-23: seat 2 has 3 of 9 coins left, and the next ante is 8; seat 1 takes them and has won.

    Whoever came meanwhile with 6 coins could not pay either, and gets them back.
    """
    table = Table(9, 9)
    table.deals()
    table.comes(20)
    table.folds()

    assert table.now.phase == "closed"
    assert table.now.story[-1] == GameOver(Seat(1))
    assert table.paid == {11: 18, 12: 0, 20: 6}


def test_nobody_pays_for_a_seat_without_cards() -> None:
    """DV-15, TB-3: the next ante is 8, and a seat costs 6: a newcomer is refused, and nothing is paid."""
    table = Table(20, 20)
    table.now = replace(table.now, carry=DividhaCarry(Seat(2), 4, 6, (), ()))
    with pytest.raises(Outgrown):
        table.comes(13)

    assert len(table.now.seats) == 2
