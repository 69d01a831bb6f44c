"""A hand of Knights’ Heads by script: cards are written out, and only what is offered is pressed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from games.engine.game import HOUSE, Guest, Seat, TableFacts
from games.engine.offers import Answer, Pick, find, take
from games.knights_heads.cards import DECK
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import Carry, CourtScore, Deal, Move, Rules, State
from games.knights_heads.view import Line, View

E = TypeVar("E")
NINE = 9


class Hand:
    """A hand; `stacks` are those of seats 1, 2, 3 and so on, None where nobody sits.

    `cards` are the nine cards of a seat, as many as matter; `luck` are the luck cards from the
    dealer's left. All others come in usual order. Unless it is said, the last seat deals, so that
    seat 1 begins.
    """

    def __init__(
        self,
        *stacks: int | None,
        cards: Mapping[int, str] | None = None,
        luck: str = "",
        dealer: int | None = None,
        rules: Rules | None = None,
        carry: Carry | None = None,
        brought: Mapping[int, int] | None = None,
    ) -> None:
        self.state: State = KNIGHTS_HEADS.start(seated(*stacks, rules=rules, brought=brought), carry)
        self.events: list[Any] = []
        deals = self.state.dealer or Seat(dealer or max(self.state.order))
        self._apply(HOUSE, Deal(deals, _deck(self.state, deals, cards or {}, luck)))

    @property
    def turn(self) -> int:
        """Whose turn it is; -1 when the hand is over, the first of several who are asked at once."""
        return min(KNIGHTS_HEADS.to_act(self.state), default=Seat(-1))

    @property
    def asked(self) -> list[int]:
        """All who are to act, by seat."""
        return sorted(KNIGHTS_HEADS.to_act(self.state))

    @property
    def offered(self) -> list[str]:
        """What may be pressed."""
        return [offer.key for offer in KNIGHTS_HEADS.offers(self.state, Seat(self.turn))]

    @property
    def stage(self) -> str:
        """Where the hand is."""
        return self.state.stage

    @property
    def stacks(self) -> list[int]:
        """What lies before each seat, by seat."""
        return [stake.stack for stake in sorted(self.state.betting.stakes, key=lambda stake: stake.seat)]

    @property
    def carry(self) -> Carry:
        """What lasts."""
        return KNIGHTS_HEADS.result(self.state).carry

    @property
    def points(self) -> Mapping[Seat, int]:
        """What the hand brought for the court score."""
        return KNIGHTS_HEADS.result(self.state).points

    @property
    def kinds(self) -> list[str]:
        """The kinds of all that happened."""
        return [event.kind for event in self.events]

    def view(self, viewer: int | None) -> View:
        """What a seat sees."""
        return KNIGHTS_HEADS.view(self.state, None if viewer is None else Seat(viewer))

    def line(self, seat: int) -> Line:
        """A seat's line as everybody sees it."""
        return self.view(None).line(Seat(seat))

    def cards(self, seat: int) -> set[str]:
        """What a seat has in its hand."""
        return set(self.view(seat).cards)

    def last(self, kind: type[E]) -> E:
        """The last event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def presses(self, *keys: str) -> Hand:
        """Whoever's turn it is answers; `raise 6` makes the seat's bet come to 6."""
        for key in keys:
            name, _, number = key.partition(" ")
            offer = find(KNIGHTS_HEADS.offers(self.state, Seat(self.turn)), name)
            self._apply(Seat(self.turn), take(offer, (int(number),) if number else ()))
        return self

    def everybody_bets(self) -> Hand:
        """The first bets the ante, everybody else matches: the first round is over."""
        self.presses("bet 2")
        while self.stage == "first_round":
            self.presses("match")
        return self

    def checks_down(self) -> Hand:
        """Everybody checks until the betting round is over."""
        stage = self.stage
        while self.stage == stage:
            self.presses("check")
        return self

    def passes(self, seat: int, cards: str) -> Hand:
        """A seat seals three cards, for the first time or anew."""
        state, wanted = self.state, cards.split()
        offers = KNIGHTS_HEADS.offers(state, Seat(seat)) or KNIGHTS_HEADS.asides(state, Seat(seat))
        offer = find(offers, "pass")
        assert isinstance(offer, Pick)
        return self._apply(Seat(seat), take(offer, tuple(map(offer.choices.index, wanted))))

    def all_pass(self, **cards: str) -> Hand:
        """Everybody who is asked seals: `s1="K01 ..."`, or else what TB-8 would pass on."""
        for seat in self.asked:
            if f"s{seat}" in cards:
                self.passes(seat, cards[f"s{seat}"])
            else:
                self.runs_out(seat)
        return self

    def runs_out(self, seat: int) -> Hand:
        """Time runs out for a seat."""
        given = KNIGHTS_HEADS.timeout(self.state, Seat(seat))
        offer = find(KNIGHTS_HEADS.offers(self.state, Seat(seat)), given.key)
        return self._apply(Seat(seat), take(offer, given.numbers))

    def mildest(self) -> Answer:
        """What is answered for whoever lets the time run out."""
        return KNIGHTS_HEADS.timeout(self.state, Seat(self.turn))

    def leaves(self, *seats: int) -> Hand:
        """Seats are given up."""
        for seat in seats:
            self._apply(Seat(seat), KNIGHTS_HEADS.departure(self.state, Seat(seat)))
        return self

    def _apply(self, seat: Seat, move: Move) -> Hand:
        step = KNIGHTS_HEADS.apply(self.state, seat, move)
        self.state = step.state
        self.events.extend(step.events)
        return self


class Lot:
    """A lot that falls on a place, if it has to fall, and a shuffle that turns the deck round."""

    def __init__(self, place: int | None = None) -> None:
        self._place = place

    def below(self, bound: int) -> int:
        """The place that was named."""
        assert self._place is not None
        assert self._place < bound
        return self._place

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The last card first."""
        return cards[::-1]


def seated(
    *stacks: int | None, rules: Rules | None = None, brought: Mapping[int, int] | None = None
) -> TableFacts[Rules, CourtScore]:
    """The table as the rules see it, with these stacks."""
    along = {seat: CourtScore(points) for seat, points in (brought or {}).items()}
    guests = tuple(
        Guest(Seat(number), stack, along.get(number))
        for number, stack in enumerate(stacks, 1)
        if stack is not None
    )
    return TableFacts(rules or Rules(), guests, Seat(1))


def _deck(state: State, dealer: int, cards: Mapping[int, str], luck: str) -> tuple[str, ...]:
    """The deck from which these cards are dealt, one at a time from the dealer's left."""
    order = sorted(state.order, key=lambda seat: (seat <= dealer, seat))
    written = [card for text in (*cards.values(), luck) for card in text.split()]
    assert len(written) == len(set(written))
    others = iter([card for card in DECK if card not in written])
    given = {seat: iter(cards.get(seat, "").split()) for seat in order}
    dealt = [next(given[seat], None) or next(others) for _ in range(NINE) for seat in order]
    return (*dealt, *luck.split(), *others)
