"""A table of the toy game, which has secret cards, and rests between its hands."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count
from typing import Any

from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.table.play import answer, begin, cut, deal
from games.engine.table.seating import leave, open_table, sit_down
from games.engine.table.table import AnyTable, BegunHand, EndedHand, LoggedMove, TableChange, Terms
from games.tools.replay import FinishedHand
from tests.laws.toy import FISTS, Rules


class CardsTable:
    """Three people, 11, 12 and 13, at seats 1, 2 and 3, and all that was written down about them."""

    def __init__(self, people: int = 3, game: AnyGame = FISTS, **terms: Any) -> None:
        self.game = game
        self.seeds = _seeds()
        self.moves: list[LoggedMove] = []
        self.begun: list[BegunHand] = []
        self.ended: list[EndedHand] = []
        agreed = Terms(**{"host": 11, "buy_in": 6, **terms})
        self.table: AnyTable = open_table(7, game, Rules(), agreed, self.seeds)
        for number in range(people):
            self.comes(11 + number)

    def comes(self, player: int) -> CardsTable:
        """Seat a player."""
        return self.takes(sit_down(self.table, self.game, player, f"p{player}", None))

    def leaves(self, player: int) -> CardsTable:
        """Make a player leave."""
        return self.takes(leave(self.table, self.game, player, self.seeds))

    def cuts(self, words: str, player: int = 11) -> CardsTable:
        """Cut the deck as a player."""
        return self.takes(cut(self.table, self.game, player, f"p{player}", words))

    def begins(self) -> CardsTable:
        """The host presses start."""
        return self.takes(begin(self.table, self.game, self.seeds))

    def deals(self) -> CardsTable:
        """Deal the next hand."""
        return self.takes(deal(self.table, self.game, self.seeds))

    def answers(self, seat: int, key: str, *numbers: int) -> CardsTable:
        """A seat answers."""
        return self.takes(answer(self.table, self.game, self.seeds, Seat(seat), Answer(key, numbers)))

    def plays(self, *bets: int) -> CardsTable:
        """A hand from its first bet to its end: everybody bets, and shows the first card."""
        for seat, bet in enumerate(bets, 1):
            self.answers(seat, "bet", bet)
        for seat, _ in enumerate(bets, 1):
            self.answers(seat, "show", 0)
        return self

    def over(self, number: int = 1) -> FinishedHand:
        """A hand that is over, as it was kept."""
        return FinishedHand(
            number,
            next(each.state for each in self.begun if each.number == number),
            tuple(each for each in self.moves if each.hand == number),
            next(each.seals for each in self.ended if each.number == number),
        )

    def takes(self, change: TableChange) -> CardsTable:
        """Apply a change, as the tavern would store it."""
        self.table = change.table
        self.moves.extend(change.moves)
        self.begun.extend(change.begun)
        self.ended.extend(change.ended)
        return self


def _seeds() -> Iterator[str]:
    return (hashlib.sha256(f"seed {number}".encode()).hexdigest() for number in count(1))
