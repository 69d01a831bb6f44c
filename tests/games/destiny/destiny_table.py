"""A table of Destiny as the engine has it, for what is about coming, going and blinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from games.destiny.game import DESTINY
from games.destiny.model import DestinyCarry, DestinyRules
from games.engine.core.offers import Answer
from games.engine.table.play import answer, begin, come_back, deal, post_blind, sit_out
from games.engine.table.seating import leave, open_table, sit_down
from games.engine.table.table import AnyTable, Terms, with_sealed_deck


class Table:
    """A table of Destiny as the tavern has it; people are 11, 12 and so on."""

    def __init__(self, people: int, **terms: Any) -> None:
        self.seeds = _seeds()
        agreed = Terms(**{"host": 11, "buy_in": 50, **terms})
        self.now: AnyTable = open_table(1, DESTINY, DestinyRules(), agreed, self.seeds)
        for number in range(people):
            self.comes(11 + number)
        self.now = begin(self.now, DESTINY, self.seeds).table

    @property
    def dealt(self) -> str:
        """The seats in the hand under way."""
        return "".join(map(str, self.hand.seats))

    @property
    def playing(self) -> list[int | None]:
        """The people in the hand under way."""
        return [self.now.seated(seat).player for seat in self.hand.seats]

    @property
    def hand(self) -> Any:
        """The hand under way."""
        assert self.now.hand is not None
        return self.now.hand

    def comes(self, player: int) -> None:
        """Seat a player."""
        self.now = sit_down(self.now, DESTINY, player, f"p{player}", None).table

    def goes(self, player: int) -> None:
        """Make a player leave."""
        self.now = leave(self.now, DESTINY, player, self.seeds).table

    def sits_out(self, player: int) -> None:
        """Make a player sit out, now or after the hand."""
        self.now = sit_out(self.now, DESTINY, player, self.seeds).table

    def comes_back(self, player: int) -> None:
        """Make a player come back."""
        self.now = come_back(self.now, player).table

    def posts(self, player: int) -> None:
        """Post a player's blind instead of waiting for the big one."""
        self.now = post_blind(self.now, DESTINY, player).table

    def folds(self) -> None:
        """Fold for each seat to the last one."""
        while self.now.hand is not None:
            (seat,) = DESTINY.to_act(self.now.hand.state)
            self.now = answer(self.now, DESTINY, self.seeds, seat, Answer("fold")).table

    def deals(self) -> None:
        """Deal the next hand."""
        self.now = deal(self.now, DESTINY, self.seeds).table

    def lies(self, lying: DestinyCarry) -> None:
        """Between two hands, this is what lies there; the deck is sealed as after a hand."""
        self.now = with_sealed_deck(replace(self.now, carry=lying), DESTINY)


def _seeds() -> Iterator[str]:
    return (f"{number:064x}" for number in count(1))
