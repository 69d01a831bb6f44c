"""A round played by script: the dice are written out, and only what is offered can be pressed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from games.engine.core.game import CHANCE_SEAT, HandSetup, Seat, SeatAmount, SeatedPlayer
from games.stone_hand.game import STONE_HAND, read
from games.stone_hand.hands import Dice
from games.stone_hand.model import HomeThrow, Roll, RoundEnded, StoneHandCarry, StoneHandRules, StoneHandState
from games.stone_hand.view import StoneHandView
from tests.games.scripted import Scripted


class Round(Scripted[StoneHandState, StoneHandView]):
    """A round of Stone Hand; `wagers` are those of seats 1, 2, 3 and so on, None where nobody sits."""

    game = STONE_HAND

    def __init__(
        self,
        *wagers: int | None,
        rules: StoneHandRules | None = None,
        homes: Mapping[int, str] | None = None,
        carry: StoneHandCarry | None = None,
        host: int = 1,
    ) -> None:
        players = tuple(
            SeatedPlayer(Seat(number), wager, _home(homes or {}, number))
            for number, wager in enumerate(wagers, 1)
            if wager is not None
        )
        super().__init__(HandSetup(rules or StoneHandRules(), players, Seat(host)), carry)

    @property
    def ended(self) -> RoundEnded:
        """The end of the round."""
        return next(event for event in self.events if isinstance(event, RoundEnded))

    @property
    def stacks(self) -> list[int]:
        """The wagers after the round, by seat."""
        assert self.is_over
        stacks = self.result.stacks
        return [stacks[seat] for seat in sorted(stacks)]

    @property
    def first_next(self) -> int:
        """The seat that throws first in the next round."""
        first: int = self.carry.first
        return first

    def throws(self, *all_dice: str) -> Self:
        """Make these throws, each for the seat to act."""
        for dice in all_dice:
            self.presses("throw")
            self.rolls(dice)
        return self

    def rethrows(self, *all_dice: str) -> Self:
        """The same seat picks the dice up and throws again."""
        for dice in all_dice:
            self.presses("rethrow")
            self.rolls(dice)
        return self

    def keeps(self) -> Self:
        """Keep the throw."""
        return self.presses("keep")

    def takes(self, *all_dice: str) -> Self:
        """Throws that are kept where there is a choice."""
        for dice in all_dice:
            self.throws(dice)
            if self.offered == ["rethrow", "keep"]:
                self.keeps()
        return self

    def rolls(self, dice: str) -> Self:
        """The House's dice show this."""
        assert self.turn == CHANCE_SEAT
        return self._apply(CHANCE_SEAT, Roll(read(dice)))


def coins(**amounts: int) -> tuple[SeatAmount, ...]:
    """`coins(s1=3)` is three for seat 1."""
    return tuple(SeatAmount(Seat(int(name[1:])), amount) for name, amount in amounts.items())


def _home(homes: Mapping[int, str], number: int) -> HomeThrow | None:
    return HomeThrow(read(homes[number]), "my street") if number in homes else None


def dice(text: str) -> Dice:
    """Dice as the rulebook writes them."""
    return read(text)
