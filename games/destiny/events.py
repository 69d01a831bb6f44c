"""What everybody is told of a hand of Destiny: no event holds a card that has not been shown to all."""

from __future__ import annotations

from typing import TypeAlias

from games.destiny.model import Blind, DestinyPotWon, LeftHand, Shown
from games.engine.betting.stakes import BettingEvent
from games.engine.core.game import Seat
from games.engine.core.moves import LastStanding, PlayerOut
from games.engine.core.sentences import phrase
from games.engine.core.variants import variant


@variant
class FieldLaid:
    """A new field lies there; `top` was turned over to start the discard pile (DE-2)."""

    says = phrase("A new field is laid out. {card} starts the discard pile.")
    top: str


@variant
class Reshuffled:
    """The discard pile went back into the deck, which now has `deck_count` cards besides `top` (DE-9)."""

    says = phrase("The discard pile is shuffled into the deck; {card} starts a new one.")
    top: str
    deck_count: int


@variant
class HandBegun:
    """A hand began: where the button stands, whether the lot said so, and everybody in turn order."""

    dealer: Seat
    is_by_lot: bool
    order: tuple[Seat, ...]

    @property
    def says(self) -> str:
        """The event's sentence; at a tournament the button may stand at an empty seat (TN-27)."""
        if self.dealer not in self.order:
            return phrase("The button is at seat {place}, where nobody sits.")
        if self.is_by_lot:
            return phrase("The lot falls on {name} to deal first.")
        return phrase("{name} deals.")


@variant
class BlindPosted:
    """A seat put in a blind, or what it had left (DE-3)."""

    seat: Seat
    blind: Blind
    amount: int
    is_all_in: bool

    @property
    def says(self) -> str:
        """The sentence that tells this event."""
        if self.blind == "small":
            return phrase("{name} posts the small blind of {amount}.")
        if self.blind == "late":
            return phrase("{name} posts a blind of {amount} to be dealt in.")
        return phrase("{name} posts the big blind of {amount}.")


@variant
class Looked:
    """A seat took up the card of a place and has seen it; nobody else has."""

    says = phrase("{name} looks at {place}.")
    seat: Seat
    place: str


@variant
class LookDeclined:
    """A seat looked at nothing, though there was a card to look at."""

    says = phrase("{name} looks at nothing.")
    seat: Seat


@variant
class Held:
    """A seat holds down the card of a place."""

    says = phrase("{name} holds {place} down.")
    seat: Seat
    place: str


@variant
class Benedicted:
    """A seat plays the Benediction Hand."""

    says = phrase("{name} trusts the deck (Benediction Hand).")
    seat: Seat


@variant
class PutBack:
    """Cards that had been taken up lie face down in their places again (DE-5)."""

    says = phrase("Every card looked at goes back, face down.")
    looks: tuple[LeftHand, ...]


@variant
class Showdown:
    """All cards that were played, in the order of turning over, and the pots, lowest first (DE-7).

    The cards lie on the discard pile now, in the same order.
    """

    says = phrase("The cards are turned over: **{won}.**")
    shown: tuple[Shown, ...]
    pots: tuple[DestinyPotWon, ...]


@variant
class FieldEmpty:
    """The last card of the field was played (DE-10)."""

    says = phrase("The field is empty.")


@variant
class NewFieldWanted:
    """A seat wants to go on with a new field."""

    says = phrase("{name} wants a new field.")
    seat: Seat


@variant
class NewFieldRefused:
    """A seat has had enough: there will be no new field."""

    says = phrase("{name} has had enough.")
    seat: Seat


@variant
class NewFieldAgreed:
    """All who are asked want a new field; it is laid out when the next hand begins."""

    says = phrase("All agree to a new field.")


Event: TypeAlias = (
    BettingEvent
    | FieldLaid
    | Reshuffled
    | HandBegun
    | BlindPosted
    | Looked
    | LookDeclined
    | Held
    | Benedicted
    | PutBack
    | Showdown
    | LastStanding
    | FieldEmpty
    | NewFieldWanted
    | NewFieldRefused
    | NewFieldAgreed
    | PlayerOut
)
"""Betting's own events are as they are; their `Returned` is chips, `PutBack` is cards."""
