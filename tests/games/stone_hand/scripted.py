"""A round played by script: the dice are written out, and only what is offered can be pressed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.game import HOUSE, Guest, Seat, TableFacts
from games.engine.offers import Answer, find, take
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import Dice
from games.stone_hand.model import Carry, Coins, HomeThrow, Move, Roll, RoundEnded, Rules, State
from games.stone_hand.notation import read


class Round:
    """A round of Stone Hand; `wagers` are those of seats 1, 2, 3 and so on, None where nobody sits."""

    def __init__(
        self,
        *wagers: int | None,
        rules: Rules | None = None,
        homes: Mapping[int, str] | None = None,
        carry: Carry | None = None,
        host: int = 1,
    ) -> None:
        guests = tuple(
            Guest(Seat(number), wager, _home(homes or {}, number))
            for number, wager in enumerate(wagers, 1)
            if wager is not None
        )
        facts = TableFacts(rules or Rules(), guests, Seat(host))
        self.state: State = STONE_HAND.start(facts, carry)
        self.events: list[Any] = []

    @property
    def turn(self) -> int:
        """Whose turn it is; 0 is the House's, -1 nobody's."""
        return next(iter(STONE_HAND.to_act(self.state)), Seat(-1))

    @property
    def offered(self) -> list[str]:
        """What may be pressed."""
        return [offer.key for offer in STONE_HAND.offers(self.state, Seat(self.turn))]

    @property
    def is_over(self) -> bool:
        """Whether nobody is to act any more."""
        return self.turn == -1

    @property
    def ended(self) -> RoundEnded:
        """How the round ended."""
        return next(event for event in self.events if isinstance(event, RoundEnded))

    @property
    def stacks(self) -> list[int]:
        """The wagers after the round, by seat."""
        assert self.is_over
        stacks = STONE_HAND.result(self.state).stacks
        return [stacks[seat] for seat in sorted(stacks)]

    @property
    def carry(self) -> Carry:
        """What lasts."""
        return STONE_HAND.result(self.state).carry

    @property
    def first_next(self) -> int:
        """Who throws first in the next round."""
        return self.carry.first

    def kinds(self) -> list[str]:
        """The kinds of all that happened."""
        return [event.kind for event in self.events]

    def throws(self, *all_dice: str) -> Round:
        """One throw after the other, each by whoever's turn it is."""
        for dice in all_dice:
            self._press("throw")
            self.rolls(dice)
        return self

    def rethrows(self, *all_dice: str) -> Round:
        """The same seat picks the dice up and throws again."""
        for dice in all_dice:
            self._press("rethrow")
            self.rolls(dice)
        return self

    def keeps(self) -> Round:
        """Let it stand."""
        self._press("keep")
        return self

    def takes(self, *all_dice: str) -> Round:
        """Throws that are kept where there is a choice."""
        for dice in all_dice:
            self.throws(dice)
            if self.offered == ["rethrow", "keep"]:
                self.keeps()
        return self

    def leaves(self, seat: int) -> Round:
        """A seat is given up."""
        self._apply(Seat(seat), STONE_HAND.departure(self.state, Seat(seat)))
        return self

    def runs_out(self) -> Answer:
        """What is answered for whoever lets the time run out."""
        return STONE_HAND.timeout(self.state, Seat(self.turn))

    def rolls(self, dice: str) -> Round:
        """The House's dice show this."""
        assert self.turn == HOUSE
        self._apply(HOUSE, Roll(read(dice)))
        return self

    def _press(self, key: str) -> None:
        seat = Seat(self.turn)
        self._apply(seat, take(find(STONE_HAND.offers(self.state, seat), key), ()))

    def _apply(self, seat: Seat, move: Move) -> None:
        step = STONE_HAND.apply(self.state, seat, move)
        self.state = step.state
        self.events.extend(step.events)


def coins(**amounts: int) -> tuple[Coins, ...]:
    """`coins(s1=3)` is three for seat 1."""
    return tuple(Coins(Seat(int(name[1:])), amount) for name, amount in amounts.items())


def _home(homes: Mapping[int, str], number: int) -> HomeThrow | None:
    return HomeThrow(read(homes[number]), "my street") if number in homes else None


def dice(text: str) -> Dice:
    """Dice as the rulebook writes them."""
    return read(text)
