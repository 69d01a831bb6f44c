"""Helpers that several tests about tournament table share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from games.engine.core.game import AnyGame, Level, Seat
from games.engine.core.offers import Answer
from games.engine.table import play, seating, tournament_table
from games.engine.table.table import AnyTable, LoggedMove, TableChange, TableSeat, Terms
from tests.laws.bones import BonesRules, LoadedBones


class Directed:
    """A table of tournament 7 with loaded dice."""

    def __init__(self, *dice: int) -> None:
        self.game: AnyGame = LoadedBones(*dice)
        self.seeds: Iterator[str] = (f"{number:064x}" for number in count(1))
        terms = Terms(11, 20, money="chips", tournament=7)
        self.table: AnyTable = seating.open_table(1, self.game, BonesRules(), terms, self.seeds)
        self.last = TableChange(self.table)
        self.moves: list[LoggedMove] = []

    def seats(self, *seats: int, chips: int = 20) -> Directed:
        """People 11 and up sit down, each in a seat of that number."""
        for seat in seats:
            newcomer: TableSeat[object] = TableSeat(Seat(seat), 10 + seat, f"p{seat}", chips)
            self.table = tournament_table.sit_down(self.table, newcomer)
        return self

    def called(self, ante: int = 1) -> Directed:
        """The next hand is called for."""
        rules = self.game.at_level(self.table.rules, Level(ante=ante))
        self.table = tournament_table.call_hand(self.table, self.game, rules)
        return self

    def takes(self, change: TableChange) -> Directed:
        """Apply a change."""
        self.last, self.table = change, change.table
        self.moves.extend(change.moves)
        return self

    def dealt(self) -> Directed:
        """The hand begins."""
        return self.takes(play.deal(self.table, self.game, self.seeds))

    def played(self, *seats: int) -> Directed:
        """These throw, and keep what there is to keep."""
        for seat in seats:
            self.takes(play.answer(self.table, self.game, self.seeds, Seat(seat), Answer("throw")))
            if self.table.hand is not None and seat in self.game.to_act(self.table.hand.state):
                self.takes(play.answer(self.table, self.game, self.seeds, Seat(seat), Answer("keep")))
        return self
