"""A player's view of a hand: the one place where hidden cards of field and deck are redacted.

Everything in a `DestinyView` is public except `looked_card` and `seen_before`, which are the viewer's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.destiny.model import (
    GONE,
    PLACES,
    Blinds,
    DestinyCarry,
    DestinyPotWon,
    DestinyRules,
    DestinyState,
    Memory,
    PassedOver,
    RightHand,
    Shown,
    Stage,
)
from games.destiny.rules import is_all_in, to_act
from games.engine.betting.bets import Betting
from games.engine.core.errors import N_, Missing
from games.engine.core.game import Seat, Withheld
from games.engine.core.values import dataclass

UNTIL = N_("until it has left the field, or the field is over")
"""The time until which a card that a player looked at is withheld, without the memory aid (DE-12)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The public view of a place of the field: empty for good, looked at, held down, or face down.

    At most one of `is_gone`, `looked_at_by` and `held_by` is set. With none of them, the place has a card
    face down that may be looked at and held down.
    """

    place: str
    is_gone: bool
    looked_at_by: Seat | None
    """The seat that has taken up the card in its left hand, until all have played (DE-4, DE-5)."""
    held_by: Seat | None
    """The seat that holds the card down, until the showdown or until it folds (DE-4, DE-6)."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A card of the field that the viewer has seen, and its place."""

    place: str
    card: str


@dataclass(frozen=True, slots=True)
class DestinySeat:
    """The public view of a seat in the hand."""

    seat: Seat
    stack: int
    """The stack, without bets; after the showdown, including winnings."""
    bet: int
    """The bet in the current betting round."""
    total: int
    """All chips put in during this hand; 0 once the pots are won."""
    has_folded: bool
    is_all_in: bool
    """True if still in, with no chips left or with a pledge for the current betting round (DE-11)."""
    hold: RightHand | None
    """The seat's play, once it has decided: a place, or None for the Benediction Hand."""
    has_left: bool
    """True if the player gave up the seat during this hand."""
    wants_new_field: bool
    """True if the seat has voted for a new field, during the vote (DE-10)."""


@dataclass(frozen=True, slots=True)
class DestinyView:
    """A hand as one viewer sees it; None is a spectator.

    `lines` are in turn order, from the dealer's left to the dealer; `field` has the 25 places row by row, A1
    to E5. `to_act` are the seats to act, in turn order: one seat, or while `agreeing` all voters who have not
    answered.
    """

    viewer: Seat | None
    rules: DestinyRules
    stage: Stage
    dealer: Seat | None
    """None before the first dealer is drawn; in a tournament possibly an empty seat (TN-27)."""
    blinds: Blinds | None
    """The seats of the blinds; None before the deal if they follow from the dealer."""
    to_act: tuple[Seat, ...]
    lines: tuple[DestinySeat, ...]
    betting: Betting
    """The current betting, which is all public."""
    pot: int
    """All chips in the middle, including this round's bets."""
    to_match: int
    """The current bet, which all have to call; 0 between rounds."""
    field: tuple[Spot, ...]
    discard: tuple[str, ...]
    """The discard pile in the order in which the cards went there, its top last (DE-13)."""
    deck_count: int
    """The number of cards in the deck (DE-13)."""
    looked_card: Sight | None
    """The card in the viewer's left hand, shown only until the viewer has decided what to hold."""
    seen_before: tuple[Sight, ...]
    """The cards in the field that the viewer has looked at, also in earlier hands, in the order of looking.

    Empty if `rules.memory_aid` is off (DE-12).
    """
    memories: tuple[Memory, ...]
    """The places that each seat has looked at, in this field, in the order of looking (DE-4)."""
    passed_over: tuple[PassedOver, ...]
    """The places whose cards seats knew in earlier hands and did not play."""
    let_go: tuple[RightHand, ...]
    """The plays of seats that folded, or that won without showing their card (DE-6, DE-8)."""
    refused_by: Seat | None
    """The seat that voted against a new field (DE-10)."""
    shown: tuple[Shown, ...]
    """The cards turned over in this hand's showdown, in that order; empty before it."""
    won: tuple[DestinyPotWon, ...]
    """The pots of the showdown with their winners, lowest pot first; empty before it."""
    posting: tuple[Seat, ...] = ()
    """The seats that post an owed blind to be dealt in (TB-17)."""

    def line(self, seat: Seat) -> DestinySeat:
        """Return the view of a seat in the hand."""
        for line in self.lines:
            if line.seat == seat:
                return line
        raise Missing


def redact(state: DestinyState, viewer: Seat | None) -> DestinyView:
    """Return the hand as a viewer may see it; None is a spectator."""
    acting = to_act(state)
    # The card just looked at is shown until its seat has decided what to hold (DE-12).
    looked = (each.place for each in state.looks if each.seat == viewer == state.player)
    return DestinyView(
        viewer=viewer,
        rules=state.rules,
        stage=state.stage,
        dealer=state.dealer,
        blinds=state.blinds,
        to_act=tuple(seat for seat in state.order if seat in acting),
        lines=tuple(_line(state, seat) for seat in state.order),
        betting=state.betting,
        pot=state.betting.pot,
        to_match=state.betting.to_match,
        field=_field(state),
        discard=state.discard,
        deck_count=len(state.deck),
        looked_card=next((Sight(place, state.card(place)) for place in looked), None),
        seen_before=sights(state, viewer) if state.rules.memory_aid else (),
        memories=state.memories,
        passed_over=state.passed_over,
        let_go=state.let_go,
        refused_by=state.refused_by,
        shown=state.shown,
        won=state.won,
        posting=state.posting,
    )


def recollection(state: DestinyState, seat: Seat) -> DestinyView:
    """Return the seat's view with all cards that it has looked at, from which a house player decides."""
    return replace(redact(state, seat), seen_before=sights(state, seat))


def sights(state: DestinyState, viewer: Seat | None) -> tuple[Sight, ...]:
    """Return the cards the viewer has looked at that still lie in the field, in the order of looking."""
    places = next((memory.places for memory in state.memories if memory.seat == viewer), ())
    return tuple(Sight(place, state.card(place)) for place in places if state.card(place) != GONE)


def seen(state: DestinyState, viewer: Seat | None) -> tuple[str, ...]:
    """Return the public discard pile and the cards that the viewer has looked at in the field (TB-13)."""
    return (*state.discard, *(sight.card for sight in sights(state, viewer)))


def withheld(state: DestinyState, carry: DestinyCarry, viewer: Seat | None) -> Mapping[str, Withheld]:
    """Return the cards the viewer looked at that still lie in the field, without the memory aid (DE-12)."""
    if state.rules.memory_aid:
        return {}
    return {
        sight.card: Withheld(sight.place, UNTIL)
        for sight in sights(state, viewer)
        if sight.card in carry.field
    }


def _field(state: DestinyState) -> tuple[Spot, ...]:
    looking = {each.place: each.seat for each in state.looks}
    holding = {each.place: each.seat for each in state.holds}
    return tuple(
        Spot(place, card == GONE, looking.get(place), holding.get(place))
        for place, card in zip(PLACES, state.field, strict=True)
    )


def _line(state: DestinyState, seat: Seat) -> DestinySeat:
    stake = state.betting.stake(seat)
    return DestinySeat(
        seat=seat,
        stack=stake.stack,
        bet=stake.bet,
        total=stake.total,
        has_folded=stake.has_folded,
        is_all_in=is_all_in(state, seat),
        hold=next((each for each in state.holds if each.seat == seat), None),
        has_left=seat in state.left,
        wants_new_field=seat in state.wanting,
    )
