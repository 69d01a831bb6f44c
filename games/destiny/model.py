"""The values of Destiny: cards and house rules, a hand's state, its moves and its events.

All cards are strictly ordered, so there are no ties (DE-1). Cards are written as in the rulebook, places as
`A1` to `E5`: rows by letter from the top, columns by number from the left. A *field* lasts for many hands and
is one game (DE-2); `DestinyCarry` is kept between hands. No event contains a card that has not been shown to
all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.engine.betting.bets import (
    LIMITS,
    LIMITS_SAY,
    Betting,
    BettingEvent,
    BettingMove,
    Deal,
    LastStanding,
    Leave,
    Limit,
    PlayerBusted,
    RaiseFrequency,
)
from games.engine.core.errors import N_, ImpossibleValue, addressed, ensure
from games.engine.core.game import Seat
from games.engine.core.house_rules import Choice, option
from games.engine.core.offers import variant

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE, LOW_RANKS = "A", "2345"
Jokers: TypeAlias = Literal["none", "above", "below"]
JOKERS: Mapping[Choice, str] = {
    # Translators: of a house rule: no jokers, no time bank, or no home throws count.
    "none": N_("none"),
    "above": N_("two, above all others"),
    "below": N_("two, below all others"),
}
"""The number and the rank of the jokers; the second joker is above the first."""

_CARDS = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)
JOKER_CARDS = ("*1", "*2")
_DECKS: Mapping[Jokers, tuple[str, ...]] = {
    "none": _CARDS,
    "above": (*_CARDS, *JOKER_CARDS),
    "below": (*JOKER_CARDS, *_CARDS),
}


def all_cards(jokers: Jokers) -> tuple[str, ...]:
    """Return all cards of the deck, lowest first, which is their fixed order."""
    return _DECKS[jokers]


@cache
def heights(jokers: Jokers) -> Mapping[str, int]:
    """Return the height of every card: the larger number is the higher card."""
    return {card: index for index, card in enumerate(all_cards(jokers))}


ROWS = "ABCDE"
COLUMNS = "12345"
PLACES = tuple(f"{row}{column}" for row in ROWS for column in COLUMNS)
"""The places of the field, row by row."""
GONE = ""
"""The content of a place whose card was played, which stays empty for good (DE-7)."""
NO_FIELD = (GONE,) * len(PLACES)

ShortAllIn: TypeAlias = Literal["side_pots", "whole_pot"]
Blind: TypeAlias = Literal["small", "big", "late"]
"""A late blind is the big blind posted by a player who owes a blind (TB-17)."""


@dataclass(frozen=True, slots=True)
class DestinyRules:
    """The house rules of a table (DE-1, DE-3, DE-11, DE-12, TB-5)."""

    # Translators: a house rule: how high bets may go.
    limit: Limit = option(N_("Limit"), LIMITS, default="no_limit", says=LIMITS_SAY)
    jokers: Jokers = option(
        N_("Jokers"),
        JOKERS,
        default="none",
        says={
            "none": N_("The Ace of Spades is the highest card, the Two of Clubs the lowest."),
            "above": N_("The deck has two jokers, and they beat even the Ace of Spades."),
            "below": N_("The deck has two jokers, and they lose even to the Two of Clubs."),
        },
    )
    short_all_in: ShortAllIn = option(
        N_("All in for less"),
        {"side_pots": N_("side pots"), "whole_pot": N_("plays for the whole pot")},
        default="side_pots",
        says={
            "side_pots": N_(
                "A player who is all in can win no more from each other player than they put in themselves."
            ),
            "whole_pot": N_("A player who is all in can win the whole pot, however little they put in."),
        },
    )
    memory_aid: bool = option(
        N_("Memory aid"),
        says={
            False: N_("You see a card only once, when you look at it; then you have to remember it."),
            True: N_("Your panel keeps the cards that you have looked at."),
        },
    )
    small_blind: int = 1
    big_blind: int = 2
    """Also the minimum bet, and with fixed limit the fixed bet. Chosen when a table is opened."""
    is_endless: bool = False
    """True in a tournament: an empty field is replaced by a new field without a vote (DE-10)."""
    is_button_dead: bool = False
    """True in a tournament: the blinds move forward seat by seat, and the button follows them (TN-27)."""

    def __post_init__(self) -> None:
        """Raise for blinds that no rules allow; user input has to be checked before."""
        ensure(0 < self.small_blind <= self.big_blind, ImpossibleValue, self.small_blind, self.big_blind)


@dataclass(frozen=True, slots=True)
class LeftHand:
    """The place whose card a seat has taken up to look at (DE-4)."""

    seat: Seat
    place: str


@dataclass(frozen=True, slots=True)
class RightHand:
    """A seat's play: the card held down in a place, or with None the Benediction Hand (DE-4)."""

    seat: Seat
    place: str | None


@dataclass(frozen=True, slots=True)
class Memory:
    """The places whose cards a seat has looked at, in the order of looking."""

    seat: Seat
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A place whose card a seat knew and did not play; `instead` is the card that it played.

    None: it trusted the deck.
    """

    place: str
    instead: str | None


@dataclass(frozen=True, slots=True)
class Blinds:
    """The seats of the blinds in a hand; the seat of the small blind may be empty (TN-27)."""

    small: Seat
    big: Seat


@dataclass(frozen=True, slots=True)
class DestinyCarry:
    """The carry from hand to hand. `field` contains a card, or `GONE`, for each of the `PLACES`.

    `deck` has its top first, `discard` its top last. `has_new_field` is True once all have agreed to a new
    field before the next hand (DE-10).
    """

    dealer: Seat
    field: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    memories: tuple[Memory, ...]
    has_new_field: bool = False
    blinds: Blinds | None = None
    """The blinds of the last hand; None in snapshots older than this field."""
    habits: tuple[RaiseFrequency, ...] = ()
    passed_over: tuple[PassedOver, ...] = ()


Stage: TypeAlias = Literal["dealing", "first_round", "looking", "holding", "second_round", "agreeing", "over"]
"""The House prepares the hand; first betting round; a seat looks; the same seat holds; second betting round;
vote on a new field; over."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card turned over at the showdown, its seat, and its place in the field.

    `place` is None for a card drawn from the deck by a Benediction Hand.
    """

    seat: Seat
    card: str
    place: str | None


@dataclass(frozen=True, slots=True)
class Declined:
    """The places that a seat knew and could have held down when it played another card."""

    seat: Seat
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DestinyPotWon:
    """A pot, its contenders in turn order, and its only winner, since cards never tie."""

    amount: int
    contenders: tuple[Seat, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class DestinyState:
    """A hand.

    Once it is dealt, the stakes of `betting` are in turn order, from the dealer's left to the dealer.
    `shuffling` are the cards that the House shuffles for this hand, in their fixed order.
    """

    rules: DestinyRules
    betting: Betting
    dealer: Seat | None
    """None until the first dealer has been drawn by lot, before the first hand (TB-3)."""
    stage: Stage
    shuffling: tuple[str, ...]
    field: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    memories: tuple[Memory, ...]
    turn: int = 0
    """The number of the turn: a seat's look and hold are one turn."""
    player: Seat | None = None
    """The seat that is to look or to hold."""
    looks: tuple[LeftHand, ...] = ()
    """The cards taken up in left hands, in the order of playing, until all have played (DE-5)."""
    holds: tuple[RightHand, ...] = ()
    """The plays of right hands, in the order of playing; a seat that folds lets go of its card (DE-6)."""
    let_go: tuple[RightHand, ...] = ()
    """The cards that folded players had held down, or that a winner did not have to show (DE-6, DE-8)."""
    left: tuple[Seat, ...] = ()
    """The seats of players who left in this hand."""
    shown: tuple[Shown, ...] = ()
    won: tuple[DestinyPotWon, ...] = ()
    wanting: tuple[Seat, ...] = ()
    """The seats that want a new field (DE-10)."""
    refused_by: Seat | None = None
    """The seat that said no, which ended the game for all (DE-10)."""
    has_new_field: bool = False
    """True if all want a new field."""
    blinds: Blinds | None = None
    """None before the deal if they follow from the dealer."""
    declined: tuple[Declined, ...] = ()
    """The places that seats knew and did not hold down in this hand."""
    passed_over: tuple[PassedOver, ...] = ()
    """The places passed over in earlier hands."""
    looked: tuple[Seat, ...] = ()
    """The seats that looked at a card in this hand."""
    posting: tuple[Seat, ...] = ()
    """The seats that post an owed blind to be dealt in (TB-17)."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats that the hand began with, in turn order."""
        return self.betting.order

    def card(self, place: str) -> str:
        """Return the card in a place."""
        return self.field[PLACES.index(place)]


@variant
class Look:
    """Take up the card in a place to look at it."""

    place: str


@variant
class NoLook:
    """Look at no card."""


@variant
class Hold:
    """Hold down the card in a place, to play it."""

    place: str


@variant
class Benediction:
    """Raise the Benediction Hand, to play a card from the deck."""


@variant
class NewField:
    """Vote for going on with a new field."""


@variant
class Enough:
    """Vote for ending the game with this field."""


Move: TypeAlias = BettingMove | Look | NoLook | Hold | Benediction | NewField | Enough | Deal | Leave


@variant
class FieldLaid:
    template = N_("A new field is laid out. {card} starts the discard pile.")
    top: str


@variant
class Reshuffled:
    """The discard pile went back into the deck, which now has `deck_count` cards besides `top` (DE-9)."""

    template = N_("The discard pile is shuffled into the deck; {card} starts a new one.")
    top: str
    deck_count: int


@variant
class HandBegun:
    """A hand began, with the button's seat and all seats in turn order."""

    dealer: Seat
    is_by_lot: bool
    order: tuple[Seat, ...]

    @property
    def template(self) -> str:
        """The event's sentence; at a tournament the button may stand at an empty seat (TN-27)."""
        if self.dealer not in self.order:
            return N_("The button is at seat {place}, which is empty.")
        if self.is_by_lot:
            return addressed(N_("{name} was drawn to deal first."), N_("You were drawn to deal first."))
        return addressed(N_("{name} deals."), N_("You deal."))


@variant
class BlindPosted:
    """A seat posted a blind, or the rest of its stack (DE-3)."""

    seat: Seat
    blind: Blind
    amount: int
    is_all_in: bool

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.blind == "small":
            return addressed(
                N_("{name} posts the small blind of {amount}."), N_("You post the small blind of {amount}.")
            )
        if self.blind == "late":
            return addressed(
                N_("{name} posts a blind of {amount} to be dealt in."),
                N_("You post a blind of {amount} to be dealt in."),
            )
        return addressed(
            N_("{name} posts the big blind of {amount}."), N_("You post the big blind of {amount}.")
        )


@variant
class Looked:
    template = addressed(N_("{name} looks at {place}."), N_("You look at {place}."))
    seat: Seat
    place: str


@variant
class LookDeclined:
    template = addressed(N_("{name} looks at nothing."), N_("You look at nothing."))
    seat: Seat


@variant
class Held:
    template = addressed(N_("{name} holds {place} down."), N_("You hold {place} down."))
    seat: Seat
    place: str


@variant
class Benedicted:
    template = addressed(
        N_("{name} trusts the deck (Benediction Hand)."), N_("You trust the deck (Benediction Hand).")
    )
    seat: Seat


@variant
class PutBack:
    template = N_("Every card looked at goes back, face down.")
    looks: tuple[LeftHand, ...]


@variant
class Showdown:
    """All cards played, in the order of turning over, and the pots, lowest first (DE-7).

    The cards are now on the discard pile, in the same order.
    """

    template = N_("The cards are turned over: **{won}.**")
    shown: tuple[Shown, ...]
    pots: tuple[DestinyPotWon, ...]


@variant
class FieldEmpty:
    template = N_("The field is empty.")


@variant
class NewFieldWanted:
    template = addressed(N_("{name} wants a new field."), N_("You want a new field."))
    seat: Seat


@variant
class NewFieldRefused:
    template = addressed(N_("{name} has had enough."), N_("You have had enough."))
    seat: Seat


@variant
class NewFieldAgreed:
    template = N_("Everyone agrees to a new field.")


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
    | PlayerBusted
)
"""All events of a hand."""
