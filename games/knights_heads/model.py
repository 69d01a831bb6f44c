"""The values of Knights' Heads: house rules, a hand's state, its moves and its events.

Cards are written as in the rulebook. Events contain only cards that were laid down for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.engine.betting import bets
from games.engine.core.errors import N_, ImpossibleValue, addressed, ensure
from games.engine.core.game import Seat, SeatAmount
from games.engine.core.house_rules import option
from games.engine.core.offers import variant

Scoring: TypeAlias = Literal["courts", "wins", "places", "wins_alone", "places_alone"]


Deck: TypeAlias = Literal["official", "own"]


@dataclass(frozen=True, slots=True)
class KnightsRules:
    """The house rules of a table (KH-4, KH-5, KH-12, KH-13, TB-5)."""

    limit: bets.Limit = option(N_("Limit"), bets.LIMITS, default="no_limit", says=bets.LIMITS_SAY)
    triplet_counts: bool = option(
        N_("Triplet"),
        # Translators: of the Triplet: a house rule says whether it counts as a hand.
        {True: N_("counts"), False: N_("does not count")},
        default=True,
        says={
            True: N_("Three of a face are a hand."),
            False: N_("Three of a face and nothing more are Rabble."),
        },
    )
    scoring: Scoring = option(
        N_("Court score"),
        {
            "courts": N_("courts of Knights"),
            "wins": N_("courts, and hands won"),
            "places": N_("courts, and hands by place"),
            "wins_alone": N_("hands won only"),
            "places_alone": N_("hands by place only"),
        },
        default="courts",
        says={
            "courts": N_("Four Knights laid down score a point, eight score two."),
            "wins": N_("Four Knights laid down score a point, and so does each hand won."),
            "places": N_("Four Knights laid down score a point, and higher hands score more when they win."),
            "wins_alone": N_("Each hand won scores a point; Knights score nothing."),
            "places_alone": N_("The higher a hand that wins, the more it scores; Knights score nothing."),
        },
    )
    court_first: bool = option(
        N_("A court of Knights first"),
        # Translators: of a house rule or a setting.
        {True: N_("on"), False: N_("off")},
        default=True,
        says={
            True: N_("Nothing you do scores until you lay down your first four Knights."),
            False: N_("Everything that scores counts from the first hand."),
        },
    )
    deck: Deck = option(
        # Translators: a house rule: whose names and lines the cards have.
        N_("Deck"),
        # Translators: of the deck’s names and lines.
        {"official": N_("official"), "own": N_("the server’s own, for coins")},
        default="official",
        at_tournaments=False,
        says={
            "official": N_("The people on the cards are the official ones."),
            "own": N_("The people on the cards have names that this server gave them."),
        },
    )
    """The names of the cards, which don't affect the rules (KH-13)."""
    ante: int = 2
    """Also the minimum bet, and with fixed limit the fixed bet. Chosen when a table is opened."""

    def __post_init__(self) -> None:
        """Raise for an ante that no rules allow; user input has to be checked before."""
        ensure(self.ante > 0, ImpossibleValue, self.ante)


@dataclass(frozen=True, slots=True)
class CourtScore:
    """The keepsake: the court score from other tables of the same tournament (KH-12)."""

    points: int

    def __post_init__(self) -> None:
        """Raise for a score below zero: points are never lost."""
        ensure(self.points >= 0, ImpossibleValue, self.points)


@dataclass(frozen=True, slots=True)
class Tally:
    """A seat's court score."""

    seat: Seat
    points: int

    def __post_init__(self) -> None:
        """Raise for a score below zero."""
        ensure(self.points >= 0, ImpossibleValue, self.points)


@dataclass(frozen=True, slots=True)
class KnightsCarry:
    """The carry from hand to hand."""

    dealer: Seat
    tallies: tuple[Tally, ...]
    habits: tuple[bets.RaiseFrequency, ...] = ()


@dataclass(frozen=True, slots=True)
class HeldCards:
    """The cards in a seat's hand, in the order in which it got them; the luck card is the tenth."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """The three cards that a seat has sealed, to be passed on once all seats have sealed theirs (KH-7)."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """The three cards that one seat has passed to another."""

    seat: Seat
    to: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LaidHand:
    """Ten cards laid down; `number` is their hand in the table, `making` are the cards that make it."""

    seat: Seat
    cards: tuple[str, ...]
    number: int
    making: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnightsPotWon:
    """A pot, its contenders, and the shares of its winners, in turn order (KH-3, TB-1)."""

    amount: int
    contenders: tuple[Seat, ...]
    shares: tuple[SeatAmount, ...]


Stage: TypeAlias = Literal[
    "dealing", "first_round", "exchange", "second_round", "final_round", "laying", "over"
]
"""`laying` appears in replays only, never in play."""


@dataclass(frozen=True, slots=True)
class KnightsState:
    """A hand.

    Once it is dealt, the stakes of `betting`, and `hands`, are in turn order, from the dealer's left to the
    dealer.
    """

    rules: KnightsRules
    betting: bets.Betting
    dealer: Seat | None
    """None until the first dealer has been drawn by lot, before the first hand (TB-3)."""
    stage: Stage
    tallies: tuple[Tally, ...]
    """The court score of each seat, including this hand's once it is over."""
    deck: tuple[str, ...] = ()
    """The undealt cards, top first."""
    hands: tuple[HeldCards, ...] = ()
    picks: tuple[Picked, ...] = ()
    """The cards sealed so far (KH-7)."""
    passes: tuple[Passed, ...] = ()
    """The cards passed on, once all had sealed."""
    turn: int = 0
    """The number of the turn: each action in the betting is a turn, and the exchange is one."""
    left: tuple[Seat, ...] = ()
    """The seats of players who left in this hand."""
    laid: tuple[LaidHand, ...] = ()
    won: tuple[KnightsPotWon, ...] = ()
    scored: tuple[Tally, ...] = ()
    """The court scores gained in this hand."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats that the hand began with, in turn order."""
        return self.betting.order

    def cards(self, seat: Seat | None) -> tuple[str, ...]:
        """Return the cards in a seat's hand; empty if it has none."""
        return next((held.cards for held in self.hands if held.seat == seat), ())


@variant
class Pass:
    """Seal three cards for the player to the left; until all have sealed, they can be replaced."""

    cards: tuple[str, ...]


Move: TypeAlias = bets.BettingMove | bets.Deal | Pass | bets.Leave


@variant
class KnightsHandBegun:
    """A hand began, with its dealer and the ante (KH-5)."""

    dealer: Seat
    is_by_lot: bool
    ante: int
    kind = "hand_begun"

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.is_by_lot:
            return addressed(
                N_("{name} was drawn to deal first: nine cards each. The ante is {amount}."),
                N_("You were drawn to deal first: nine cards each. The ante is {amount}."),
            )
        return addressed(
            N_("{name} deals nine cards each. The ante is {amount}."),
            N_("You deal nine cards each. The ante is {amount}."),
        )


@variant
class AnteAllIn:
    template = addressed(
        N_("{name} is all in with the ante of {amount}."), N_("You are all in with the ante of {amount}.")
    )
    seat: Seat
    amount: int


@variant
class CardsPassed:
    """Each seat passed three cards to the next seat, the last to the first (KH-7)."""

    template = N_("Everybody passes three cards to the left.")
    seats: tuple[Seat, ...]


@variant
class LuckDealt:
    template = N_("Everybody gets a luck card.")


@variant
class KnightsShowdown:
    """All hands in the order in which they were laid down, and the pots, lowest first (KH-10, KH-11)."""

    caller: Seat | None
    laid: tuple[LaidHand, ...]
    pots: tuple[KnightsPotWon, ...]
    kind = "showdown"

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.caller is None:
            return ""
        return addressed(N_("{name} calls for cards."), N_("You call for cards."))


@variant
class CourtsScored:
    """These seats gained points in the hand; `tallies` are their new scores (KH-12)."""

    template = N_("{name}’s court score grows by {gained} to **{points}**.")
    gained: tuple[Tally, ...]
    tallies: tuple[Tally, ...]


Event: TypeAlias = (
    bets.BettingEvent
    | KnightsHandBegun
    | AnteAllIn
    | CardsPassed
    | LuckDealt
    | KnightsShowdown
    | CourtsScored
    | bets.LastStanding
    | bets.PlayerBusted
)
