"""A hand of Destiny played by script: the cards are written out, and only what is offered can be pressed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from games.destiny.game import DESTINY
from games.destiny.model import NO_FIELD, PLACES, DestinyCarry, DestinyRules, DestinyState, Memory, all_cards
from games.destiny.view import DestinyView, Spot
from games.engine.betting.bets import Deal
from games.engine.core.game import HandSetup, Seat, SeatedPlayer
from tests.games.scripted import Scripted


class Hand(Scripted[DestinyState, DestinyView]):
    """A hand; `stacks` are those of seats 1, 2, 3 and so on, None where nobody sits.

    The deck of a new field, or of a reshuffle, begins with `cards`; the rest follows in usual
    order. Without a carry seat 3 deals: seat 1 posts the small blind, seat 2 the big one.
    """

    game = DESTINY

    def __init__(
        self,
        *stacks: int | None,
        rules: DestinyRules | None = None,
        cards: str = "",
        dealer: int = 3,
        carry: DestinyCarry | None = None,
    ) -> None:
        super().__init__(seated(*stacks, rules=rules), carry)
        first = cards.split()
        order = (*first, *(card for card in self.state.shuffling if card not in first))
        self.deals(Deal(self.state.dealer or Seat(dealer), order if self.state.shuffling else ()))

    def spot(self, place: str) -> Spot:
        """A place as everybody sees it."""
        return self.view(None).field[PLACES.index(place)]

    def checks_down(self) -> Self:
        """Call or check for each seat until the betting round is over."""
        stage = self.state.stage
        while self.state.stage == stage:
            self.presses("check" if "check" in self.offered else "match")
        return self

    def plays(self, *touches: str) -> Self:
        """One play after the other: `A1 B2` looks at A1 and holds B2, `- -` declines and blesses."""
        for touch in touches:
            look, hold = touch.lower().split()
            if self.state.stage == "looking":
                self.presses("no_look" if look == "-" else f"look_{look}")
            self.presses("benediction" if hold == "-" else f"hold_{hold}")
        return self


def seated(*stacks: int | None, rules: DestinyRules | None = None) -> HandSetup[DestinyRules, None]:
    """The table as the rules see it, with these stacks."""
    players: tuple[SeatedPlayer[None], ...] = tuple(
        SeatedPlayer(Seat(number), stack) for number, stack in enumerate(stacks, 1) if stack is not None
    )
    return HandSetup(rules or DestinyRules(), players, Seat(1))


def carry(
    field: str = "", deck: str = "", discard: str = "2c", dealer: int = 3, memories: Iterable[Memory] = ()
) -> DestinyCarry:
    """Return the carry between two hands: `A1=As B2=Kd`, all other places of the field empty for good."""
    lying = dict(each.split("=") for each in field.split())
    return DestinyCarry(
        dealer=Seat(dealer),
        field=tuple(lying.get(place, "") for place in PLACES) if lying else NO_FIELD,
        deck=tuple(deck.split()),
        discard=tuple(discard.split()),
        memories=tuple(memories),
    )


def in_order(first: str) -> tuple[str, ...]:
    """These cards, and after them all others in usual order."""
    cards = first.split()
    return (*cards, *(card for card in all_cards("none") if card not in cards))
