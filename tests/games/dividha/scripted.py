"""A hand of Dividha played by script: the cards are written out, and only what is offered can be answered."""

from __future__ import annotations

from typing import Any, TypeVar

from games.dividha.cards import DECK
from games.dividha.game import DIVIDHA
from games.dividha.model import Carry, Deal, Move, Rules, State
from games.dividha.tablets import UsualSplit
from games.dividha.view import Line, Own, View
from games.engine.game import HOUSE, Guest, Seat, TableFacts
from games.engine.offers import Offer, Pick, find, take

E = TypeVar("E")
SIX = {
    1: "KH KD KB 7H 5D 2B",
    2: "AH QD JB 7D 5B 3H",
    3: "QH JD 7B 6H 4D 2H",
    4: "AD JH 6B 5H 4B 3D",
}
"""What seats hold: three Kings, and three hands of which Ace, Queen and Ace high are the best."""


class Hand:
    """A hand; `stacks` are those of seats 1, 2, 3 and so on.

    Seats get the six cards of `holding`, private ones first: two, then the two public ones, then
    the last two. After those come the cards of `drawn`, for trades. Without a carry the last
    seat deals.
    """

    def __init__(
        self,
        *stacks: int,
        rules: Rules | None = None,
        holding: dict[int, str] | None = None,
        drawn: str = "",
        carry: Carry | None = None,
        away: tuple[int, ...] = (),
    ) -> None:
        facts = seated(*stacks, rules=rules, away=away)
        self.state: State = DIVIDHA.start(facts, carry)
        self.events: list[Any] = []
        dealer = self.state.dealer or Seat(len(stacks))
        order = sorted(self.state.players, key=lambda seat: (seat <= dealer, seat))
        self._apply(HOUSE, Deal(dealer, stacked(order, holding or SIX, drawn.split())))

    @property
    def turn(self) -> int:
        """Whose turn it is; -1 when the hand is over, the first of several who are asked at once."""
        return min(DIVIDHA.to_act(self.state), default=Seat(-1))

    @property
    def stacks(self) -> list[int]:
        """What lies before each seat, by seat."""
        return [stake.stack for stake in sorted(self.state.betting.stakes, key=lambda stake: stake.seat)]

    @property
    def kinds(self) -> list[str]:
        """The kinds of all that happened."""
        return [event.kind for event in self.events]

    @property
    def stage(self) -> str:
        """Where the hand is."""
        return self.state.stage

    def offered(self, seat: int | None = None) -> dict[str, Offer[Move]]:
        """What may be answered."""
        return {each.key: each for each in DIVIDHA.offers(self.state, Seat(seat or self.turn))}

    def view(self, viewer: int | None) -> View:
        """What a seat sees."""
        return DIVIDHA.view(self.state, None if viewer is None else Seat(viewer))

    def own(self, seat: int) -> Own:
        """What is a seat's own."""
        own = self.view(seat).own
        assert own is not None
        return own

    def line(self, seat: int) -> Line:
        """A seat's line as everybody sees it."""
        return self.view(None).line(Seat(seat))

    def last(self, kind: type[E]) -> E:
        """The last event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def presses(self, *keys: str) -> Hand:
        """Whoever's turn it is answers; `bet 6 2` makes the bet come to 6, 2 of its coins on Win."""
        for key in keys:
            self.answers(self.turn, key)
        return self

    def answers(self, seat: int, key: str) -> Hand:
        """A seat answers; cards of a pick are named: `trade_one 7H`. A match may leave out its amount."""
        name, *given = key.split()
        offers = (*DIVIDHA.offers(self.state, Seat(seat)), *DIVIDHA.asides(self.state, Seat(seat)))
        offer = find(offers, name)
        if isinstance(offer, Pick):
            numbers = tuple(offer.choices.index(card) for card in given)
        else:
            numbers = tuple(map(int, given))
        if name in ("match", "all_in", "pay") and len(numbers) < 2:
            numbers = (offer.least, *numbers)  # type: ignore[union-attr]  # these are splits
        return self._apply(Seat(seat), take(offer, numbers))

    def checks_to(self, stage: str) -> Hand:
        """Everybody checks or matches, and trades nothing, until that stage."""
        while self.state.stage != stage:
            offered = self.offered()
            self.presses(next(key for key in ("check", "match", "no_trade") if key in offered))
        return self

    def shows(self, **discards: str) -> Hand:
        """Everybody leaves a card out: `s1="2B"`."""
        for seat, card in discards.items():
            self.answers(int(seat[1:]), f"discard {card}")
        return self

    def runs_out(self, seat: int | None = None) -> Hand:
        """A seat lets the time run out."""
        at = Seat(seat or self.turn)
        given = DIVIDHA.timeout(self.state, at)
        return self._apply(at, take(find(DIVIDHA.offers(self.state, at), given.key), given.numbers))

    def leaves(self, *seats: int) -> Hand:
        """Seats are given up."""
        for seat in seats:
            self._apply(Seat(seat), DIVIDHA.departure(self.state, Seat(seat)))
        return self

    def _apply(self, seat: Seat, move: Move) -> Hand:
        step = DIVIDHA.apply(self.state, seat, move)
        self.state = step.state
        self.events.extend(step.events)
        return self


def seated(
    *stacks: int, rules: Rules | None = None, away: tuple[int, ...] = ()
) -> TableFacts[Rules, UsualSplit]:
    """The table as the rules see it, with these stacks."""
    guests: tuple[Guest[UsualSplit], ...] = tuple(
        Guest(Seat(number), stack, is_away=number in away) for number, stack in enumerate(stacks, 1)
    )
    return TableFacts(rules or Rules(), guests, Seat(1))


def stacked(order: list[Seat], holding: dict[int, str], drawn: list[str]) -> tuple[str, ...]:
    """A deck that deals these cards, two at a time and one after the other, while all stay in."""
    six = [holding[seat].split() for seat in order]
    first = [cards[place] for place in range(4) for cards in six]
    last = [cards[place] for place in (4, 5) for cards in six]
    top = (*first, *drawn, *last)
    return (*top, *(card for card in DECK if card not in top))
