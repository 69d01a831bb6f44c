"""The values of Destiny: house rules, a hand's state, its moves and its events.

A *field* lasts for many hands and is one game (DE-2); what outlives a hand is the `Carry`.
Cards are written as in the rulebook, places as `A1` to `E5`: rows by letter from the top,
columns by number from the left. No event holds a card that has not been shown to all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.destiny.hands import JOKERS, Jokers
from games.engine.betting import Betting, BettingEvent, BettingMove, Limit
from games.engine.game import Seat
from games.engine.house_rules import option, phrase

ROWS = "ABCDE"
COLUMNS = "12345"
PLACES = tuple(f"{row}{column}" for row in ROWS for column in COLUMNS)
"""The places of the field, row by row."""
GONE = ""
"""What lies in a place that was played: nothing, for good (DE-7)."""

ShortAllIn: TypeAlias = Literal["side_pots", "whole_pot"]
Blind: TypeAlias = Literal["small", "big"]


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules of a table (DE-1, DE-3, DE-11, DE-12, TB-5)."""

    limit: Limit = option(
        phrase("Limit"),
        {
            "no_limit": phrase("no limit"),
            "pot_limit": phrase("pot limit"),
            "fixed_limit": phrase("fixed limit"),
        },
        default="no_limit",
    )
    jokers: Jokers = option(phrase("Jokers"), JOKERS, default="none")
    short_all_in: ShortAllIn = option(
        phrase("All in for less"),
        {"side_pots": phrase("side pots"), "whole_pot": phrase("plays for the whole pot")},
        default="side_pots",
    )
    memory_aid: bool = option(phrase("Memory aid"))
    small_blind: int = 1
    big_blind: int = 2
    """Also the smallest bet, and with fixed limit the fixed one. Whoever opens a table names the blinds."""
    is_endless: bool = False
    """In a tournament: a field that is empty is laid out anew, and nobody is asked (DE-10)."""

    def __post_init__(self) -> None:
        """Whoever takes blinds from a person checks them before."""
        assert 0 < self.small_blind <= self.big_blind


@dataclass(frozen=True, slots=True)
class LeftHand:
    """A place whose card a seat has taken up to look at (DE-4)."""

    seat: Seat
    place: str


@dataclass(frozen=True, slots=True)
class RightHand:
    """What a seat will play: the card held down in a place, or with None the Benediction Hand (DE-4)."""

    seat: Seat
    place: str | None


@dataclass(frozen=True, slots=True)
class Memory:
    """The places whose cards a seat has looked at, in the order of looking."""

    seat: Seat
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Carry:
    """What lasts from hand to hand. `field` holds a card, or `GONE`, for each of the `PLACES`.

    `deck` has its top first, `discard` its top last. `has_new_field` says that all agreed to
    lay out a new one before the next hand (DE-10).
    """

    dealer: Seat
    field: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    memories: tuple[Memory, ...]
    has_new_field: bool = False


Stage: TypeAlias = Literal["dealing", "first_round", "looking", "holding", "second_round", "agreeing", "over"]
"""The House makes the hand ready; first betting round; somebody may look; the same seat holds;
second betting round; is a new field wanted; over."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card that was turned over at the showdown: whose play it was, and from which place it came.

    Without a place it was drawn from the deck by a Benediction Hand.
    """

    seat: Seat
    card: str
    place: str | None


@dataclass(frozen=True, slots=True)
class WonPot:
    """A pot, who could have won it in turn order, and who did: cards never tie, so nobody shares."""

    amount: int
    contenders: tuple[Seat, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class State:
    """A hand.

    The stakes of `betting` are in turn order, from the dealer's left to the dealer, once the
    hand is dealt. `shuffling` is what the House is to shuffle for this hand, in usual order.
    """

    rules: Rules
    betting: Betting
    dealer: Seat | None
    """None until the lot has fallen, before the first hand (TB-3)."""
    stage: Stage
    shuffling: tuple[str, ...]
    field: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    memories: tuple[Memory, ...]
    turn: int = 0
    player: Seat | None = None
    """Whose play it is: who may look, or holds."""
    looks: tuple[LeftHand, ...] = ()
    """Left hands, in the order of playing, until all have played (DE-5)."""
    holds: tuple[RightHand, ...] = ()
    """Right hands, in the order of playing; whoever folds lets go (DE-6)."""
    left: tuple[Seat, ...] = ()
    """Who gave up the seat in this hand."""
    shown: tuple[Shown, ...] = ()
    won: tuple[WonPot, ...] = ()
    wanting: tuple[Seat, ...] = ()
    """Who wants a new field (DE-10)."""
    has_new_field: bool = False
    """All want one."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """Everybody the hand began with, in turn order."""
        return tuple(stake.seat for stake in self.betting.stakes)

    def card(self, place: str) -> str:
        """What lies in a place."""
        return self.field[PLACES.index(place)]


@dataclass(frozen=True, slots=True)
class Deal:
    """The House makes a hand ready: who deals, and the order of what was shuffled, top first.

    For a new field the first 25 cards are the places row by row, the next starts the discard
    pile, the rest is the deck. For a reshuffle (DE-9) the first card starts the discard pile.
    """

    dealer: Seat
    cards: tuple[str, ...]
    kind: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class Look:
    """Take up the card of a place."""

    place: str
    kind: Literal["look"] = "look"


@dataclass(frozen=True, slots=True)
class NoLook:
    """Look at nothing."""

    kind: Literal["no_look"] = "no_look"


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold down the card of a place: it will be played."""

    place: str
    kind: Literal["hold"] = "hold"


@dataclass(frozen=True, slots=True)
class Benediction:
    """Raise the Benediction Hand: a card from the deck will be played."""

    kind: Literal["benediction"] = "benediction"


@dataclass(frozen=True, slots=True)
class NewField:
    """Go on with a new field."""

    kind: Literal["new_field"] = "new_field"


@dataclass(frozen=True, slots=True)
class Enough:
    """Let the game end with this field."""

    kind: Literal["enough"] = "enough"


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up the seat (TB-9)."""

    kind: Literal["leave"] = "leave"


Play: TypeAlias = Look | NoLook | Hold | Benediction | NewField | Enough
"""What a player does beside betting."""
Move: TypeAlias = BettingMove | Play | Deal | Leave


@dataclass(frozen=True, slots=True)
class FieldLaid:
    """A new field lies there; `top` was turned over to start the discard pile (DE-2)."""

    top: str
    kind: Literal["field_laid"] = "field_laid"


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile went back into the deck, which now has `deck_count` cards besides `top` (DE-9)."""

    top: str
    deck_count: int
    kind: Literal["reshuffled"] = "reshuffled"


@dataclass(frozen=True, slots=True)
class HandBegun:
    """A hand began: who deals, whether the lot said so, and everybody in turn order."""

    dealer: Seat
    is_by_lot: bool
    order: tuple[Seat, ...]
    kind: Literal["hand_begun"] = "hand_begun"


@dataclass(frozen=True, slots=True)
class BlindPosted:
    """A seat put in a blind, or what it had left (DE-3)."""

    seat: Seat
    blind: Blind
    amount: int
    is_all_in: bool
    kind: Literal["blind_posted"] = "blind_posted"


@dataclass(frozen=True, slots=True)
class Looked:
    """A seat took up the card of a place and has seen it; nobody else has."""

    seat: Seat
    place: str
    kind: Literal["looked"] = "looked"


@dataclass(frozen=True, slots=True)
class LookDeclined:
    """A seat looked at nothing, though there was a card to look at."""

    seat: Seat
    kind: Literal["look_declined"] = "look_declined"


@dataclass(frozen=True, slots=True)
class Held:
    """A seat holds down the card of a place."""

    seat: Seat
    place: str
    kind: Literal["held"] = "held"


@dataclass(frozen=True, slots=True)
class Benedicted:
    """A seat plays the Benediction Hand."""

    seat: Seat
    kind: Literal["benedicted"] = "benedicted"


@dataclass(frozen=True, slots=True)
class PutBack:
    """Cards that had been taken up lie face down in their places again (DE-5)."""

    looks: tuple[LeftHand, ...]
    kind: Literal["put_back"] = "put_back"


@dataclass(frozen=True, slots=True)
class Showdown:
    """All cards that were played, in the order of turning over, and the pots, lowest first (DE-7).

    The cards lie on the discard pile now, in the same order.
    """

    shown: tuple[Shown, ...]
    pots: tuple[WonPot, ...]
    kind: Literal["showdown"] = "showdown"


@dataclass(frozen=True, slots=True)
class LastStanding:
    """All others folded: the whole pot is this seat's, and no card is shown (DE-8)."""

    seat: Seat
    amount: int
    kind: Literal["last_standing"] = "last_standing"


@dataclass(frozen=True, slots=True)
class FieldEmpty:
    """The last card of the field was played (DE-10)."""

    kind: Literal["field_empty"] = "field_empty"


@dataclass(frozen=True, slots=True)
class NewFieldWanted:
    """A seat wants to go on with a new field."""

    seat: Seat
    kind: Literal["new_field_wanted"] = "new_field_wanted"


@dataclass(frozen=True, slots=True)
class NewFieldRefused:
    """A seat has had enough: there will be no new field."""

    seat: Seat
    kind: Literal["new_field_refused"] = "new_field_refused"


@dataclass(frozen=True, slots=True)
class NewFieldAgreed:
    """All who are asked want a new field; it is laid out when the next hand begins."""

    kind: Literal["new_field_agreed"] = "new_field_agreed"


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """A seat's money is gone."""

    seat: Seat
    kind: Literal["player_out"] = "player_out"


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
