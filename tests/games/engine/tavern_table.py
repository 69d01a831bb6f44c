"""A table of the toy game of dice, with loaded ones; another game's is made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, ClassVar, Self

from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer
from games.engine.table.play import (
    answer,
    ask_top_up,
    begin,
    come_back,
    cut,
    deal,
    run_out,
    sit_out,
    take_back_top_up,
    top_up_wished,
)
from games.engine.table.seating import leave, open_table, seat_house_player, sit_down
from games.engine.table.table import AnyTable, BegunHand, EndedHand, LoggedMove, TableChange, Terms
from tests.games.scripted import kinds
from tests.laws.bones import LoadedBones


class TavernTable:
    """A table and all that was paid, logged and told about it; people are 11, 12 and so on."""

    loaded: ClassVar[Callable[..., AnyGame]] = LoadedBones
    """The game, with dice as they are written."""

    def __init__(self, people: int, *dice: Any, rules: Any = None, **terms: Any) -> None:
        self.game: AnyGame = self.loaded(*dice)
        self.seeds = _seeds()
        self.paid: Counter[int | None] = Counter()
        self.moves: list[LoggedMove] = []
        self.points: list[tuple[int, int]] = []
        self.begun: list[BegunHand] = []
        self.ended: list[EndedHand] = []
        agreed = Terms(**{"host": 11, "buy_in": 20, **terms})
        self.table: AnyTable = open_table(1, self.game, rules or self.game.house_rules(), agreed, self.seeds)
        for number in range(people):
            self.comes(11 + number)

    @property
    def told(self) -> list[str]:
        """The kinds of the events in the table's story."""
        return kinds(self.table.story)

    @property
    def stacks(self) -> list[int]:
        """The stacks of all seats that ever were."""
        return [each.stack for each in self.table.seats]

    @property
    def standings(self) -> list[str]:
        """The standings: in, away, leaving or gone."""
        return [each.standing for each in self.table.seats]

    @property
    def turn(self) -> int:
        """The seat to act."""
        assert self.table.hand is not None
        return next(iter(self.game.to_act(self.table.hand.state)))

    def comes(self, player: int, keepsake: object = None, brought: int = 0) -> Self:
        """Seat a player, perhaps with coins brought along from an earlier seat."""
        return self.takes(sit_down(self.table, self.game, player, f"p{player}", keepsake, brought))

    def house_comes(self, *, funded: bool) -> Self:
        """A house player sits down."""
        return self.takes(seat_house_player(self.table, self.game, "Old Marn", funded=funded))

    def cuts(self, player: int, words: str) -> Self:
        """Mix a player's words in."""
        return self.takes(cut(self.table, self.game, player, f"p{player}", words))

    def begins(self, *short: int | None) -> Self:
        """The opener presses start."""
        return self.takes(begin(self.table, self.game, self.seeds, short))

    def presses(self, *keys: str) -> Self:
        """Answer for the seat to act."""
        for key in keys:
            self.answers(self.turn, Answer(key))
        return self

    def answers(self, seat: int, given: Answer) -> Self:
        """A seat answers."""
        return self.takes(answer(self.table, self.game, self.seeds, Seat(seat), given))

    def runs_out(self) -> Self:
        """The time runs out."""
        return self.takes(run_out(self.table, self.game, self.seeds))

    def leaves(self, player: int) -> Self:
        """Make a player leave."""
        return self.takes(leave(self.table, self.game, player, self.seeds))

    def sits_out(self, player: int) -> Self:
        """Make a player sit out, now or after the hand."""
        return self.takes(sit_out(self.table, self.game, player, self.seeds))

    def comes_back(self, player: int) -> Self:
        """Make a player come back."""
        return self.takes(come_back(self.table, player))

    def tops_up(self, player: int) -> Self:
        """Fill a player's stack up, now or after the hand."""
        return self.takes(ask_top_up(self.table, self.game, player))

    def takes_top_up_back(self, player: int) -> Self:
        """Take a player's wish to fill up back."""
        return self.takes(take_back_top_up(self.table, self.game, player))

    def goes_on(self, **purses: int) -> Self:
        """Continue after a hand with top-ups; `p11` is the balance of 11."""
        held = {int(name[1:]): coins for name, coins in purses.items()}
        return self.takes(top_up_wished(self.table, self.game, self.seeds, held))

    def deals(self) -> Self:
        """Begin the next round at a table that rests."""
        return self.takes(deal(self.table, self.game, self.seeds))

    def takes(self, change: TableChange) -> Self:
        """Apply a change, as the tavern would store it."""
        self.table = change.table
        for payment in change.payments:
            self.paid[payment.player] += payment.amount
        self.moves.extend(change.moves)
        self.points.extend(change.points)
        self.begun.extend(change.begun)
        self.ended.extend(change.ended)
        return self


def _seeds() -> Iterator[str]:
    return (f"{number:064x}" for number in count(1))
