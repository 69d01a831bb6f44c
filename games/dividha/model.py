"""The values of Dividha: house rules, a hand's state, its moves and its events, and the carry.

No event contains a card that has not been shown to all. No event reveals the split of a bet between Win and
Lose before the pot is shared out (DV-13).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games.dividha.cards import Tablet, Usual
from games.engine.betting import bets
from games.engine.betting.bets import Betting, BettingEvent, Check, Deal, Fold, Leave, UncalledBetReturned
from games.engine.core.errors import N_, ImpossibleValue, Missing, addressed, ensure
from games.engine.core.game import Seat, SeatAmount
from games.engine.core.house_rules import option
from games.engine.core.offers import variant

ANTE_MIN = 2


@dataclass(frozen=True, slots=True)
class DividhaRules:
    """The house rules of a table (DV-9 to DV-11, DV-14, DV-18, DV-19, DV-21, DV-22, TB-5)."""

    limit: bets.Limit = option(N_("Limit"), bets.LIMITS, default="pot_limit", says=bets.LIMITS_SAY)
    divine_intervention: bool = option(
        N_("Divine Intervention"),
        says={
            False: N_("God and Satan can’t be in the same hand."),
            True: N_("God and Satan together beat every other hand."),
        },
    )
    rule_of_order: bool = option(
        N_("Rule of Order"),
        says={
            False: N_("Your cards count in any order."),
            True: N_("You lay your cards in the right order, or the hand is broken."),
        },
    )
    aural_rule: bool = option(
        N_("Aural Rule"),
        says={
            False: N_("Your cards speak for themselves."),
            True: N_("You call your hand by name, and a wrong call breaks it."),
        },
    )
    ante_rise: int = option(
        N_("Ante rise"),
        {
            0: N_("never"),
            3: N_("every 3 hands"),
            5: N_("every 5 hands"),
            10: N_("every 10 hands"),
            20: N_("every 20 hands"),
        },
        default=10,
        says={
            0: N_("The ante stays as it is."),
            **dict.fromkeys((3, 5, 10, 20), N_("The ante goes up by half of the first one each time.")),
        },
    )
    demons_wager: bool = option(
        N_("Demon’s Wager"),
        says={
            False: N_("Betting begins when you have seen two cards."),
            True: N_("A round of betting comes before any card is dealt."),
        },
    )
    pay_to_trade: bool = option(
        N_("Pay to trade"),
        says={
            False: N_("Trading cards costs nothing."),
            True: N_("Each card that you trade costs an ante."),
        },
    )
    split_all_in: bool = option(
        N_("Split all-in"),
        default=True,
        says={
            False: N_("The bet that takes your last coin all goes on one column."),
            True: N_("You split the bet that takes your last coin like any other."),
        },
    )
    opponents_purse: bool = option(
        N_("Opponent’s purse"),
        says={
            False: N_("You may bet more than the others have."),
            True: N_("You may bet no more than the richest opponent could match."),
        },
    )
    ante: int = ANTE_MIN
    """The first ante (DV-14). Chosen when a table is opened."""
    is_played_out: bool = False
    """True in a tournament: the level sets the ante, and no coins are kept between hands (TN-23)."""

    def __post_init__(self) -> None:
        """Raise for an ante that no rules allow; user input has to be checked before."""
        ensure(self.ante > 0 and self.ante % 2 == 0, ImpossibleValue, self.ante)


@dataclass(frozen=True, slots=True)
class DividhaCarry:
    """The carry from hand to hand; the next ante is the first ante plus `risen` (DV-14)."""

    dealer: Seat
    hands: int
    """The number of hands played."""
    risen: int
    left_behind: tuple[SeatAmount, ...]
    usual: tuple[Usual, ...]
    habits: tuple[bets.RaiseFrequency, ...] = ()


Stage: TypeAlias = Literal[
    "dealing",
    "wager",
    "first_round",
    "second_round",
    "trade",
    "third_round",
    "last_round",
    "showdown",
    "agreeing",
    "over",
]
"""The House deals; the Demon's Wager; betting with two private cards; betting with two more public cards;
trade; betting; betting with all six cards; choice of the hands to show; vote on the ante; over (DV-17)."""


@dataclass(frozen=True, slots=True)
class Holding:
    """One seat's cards. Its private cards, held or traded, are the owner's secret."""

    seat: Seat
    private: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    turned_in: tuple[str, ...] = ()
    """The private cards that were traded."""
    turned_down: tuple[str, ...] = ()
    """The public cards that were traded."""
    discard: str | None = None
    laid: tuple[str, ...] = ()
    """The cards face up at the showdown, from the top down."""
    call: int | None = None
    """The rank in DV-1 of the hand that was called (DV-11)."""

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards that the seat holds."""
        return (*self.private, *self.public)


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A shown hand: five cards from the top down, the cards that make the hand, and its key.

    The larger of two keys is the better hand. `call` is the rank of the hand that was called (DV-11).
    """

    seat: Seat
    face_up: tuple[str, ...]
    number: int
    key: tuple[int, ...]
    cards: tuple[str, ...]
    call: int | None


@dataclass(frozen=True, slots=True)
class SidePot:
    """A layer of the pot: its columns, its contenders, and the winners of each column (DV-20, DV-21)."""

    win: int
    lose: int
    contenders: tuple[Seat, ...]
    strongest: tuple[Seat, ...]
    """The winners who share the Win column, in this order."""
    weakest: tuple[Seat, ...]
    """The winners who share the Lose column."""


@dataclass(frozen=True, slots=True)
class DividhaOutcome:
    """The distribution of the pot; hands from the strongest down, layers from the lowest up.

    If only one seat is left, there are no hands and one layer.
    """

    hands: tuple[ShownHand, ...]
    layers: tuple[SidePot, ...]
    tablets: tuple[Tablet, ...]
    invictories: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """A seat's wish to lower the next ante to this amount (DV-14)."""

    seat: Seat
    to: int


@dataclass(frozen=True, slots=True)
class DividhaState:
    """A hand.

    Once it is dealt, stakes, holdings and tablets are in turn order, from the dealer's left to the dealer.
    """

    rules: DividhaRules
    betting: Betting
    dealer: Seat | None
    """None until the first dealer has been drawn by lot, before the first hand (TB-3)."""
    stage: Stage
    hands: int
    """The number of hands played before this one."""
    risen: int
    left_behind: tuple[SeatAmount, ...]
    """Chips in this pot from players who went out before it (in a tournament, at its beginning).

    Once the hand is over: the chips of players who go out now, for the next pot.
    """
    holdings: tuple[Holding, ...]
    tablets: tuple[Tablet, ...]
    usual: tuple[Usual, ...]
    absent: tuple[Seat, ...]
    """The seats seated out when the hand began (DV-16)."""
    deck: tuple[str, ...] = ()
    turn: int = 0
    """The turn's number: a trade with its payment is one turn, and so are all choices at the showdown."""
    trader: Seat | None = None
    """The seat that is to trade."""
    trading: tuple[str, ...] = ()
    """The cards that the trader has chosen and still has to pay for (DV-19)."""
    left: tuple[Seat, ...] = ()
    """The seats of players who left in this hand."""
    outcome: DividhaOutcome | None = None
    lowering: tuple[Seat, ...] = ()
    """The seats that want to lower the next ante, to the amount asked for last (DV-14)."""
    is_lowered: bool = False
    lower_to: int | None = None
    """The amount asked for; None if seats ask for one step less, as in older snapshots."""
    wishes: tuple[Wish, ...] = ()
    """All wishes, in order."""
    refused_by: Seat | None = None
    """The seat that voted to keep the ante, which kept it for all."""

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats that the hand began with, in turn order."""
        return self.betting.order

    @property
    def ante(self) -> int:
        """The ante of this hand."""
        return self.rules.ante + self.risen

    @property
    def players(self) -> tuple[Seat, ...]:
        """Before the deal: the seats that can pay the ante; all seats if none can."""
        paying = tuple(stake.seat for stake in self.betting.stakes if stake.stack >= self.ante)
        return paying or self.order

    def holding(self, seat: Seat) -> Holding:
        """Return the cards of a seat."""
        for each in self.holdings:
            if each.seat == seat:
                return each
        raise Missing

    def tablet(self, seat: Seat) -> Tablet:
        """Return the tablet of a seat."""
        for each in self.tablets:
            if each.seat == seat:
                return each
        raise Missing

    def with_holding(self, changed: Holding) -> DividhaState:
        """Return the state with one seat's cards replaced."""
        holdings = tuple(changed if each.seat == changed.seat else each for each in self.holdings)
        return replace(self, holdings=holdings)

    def with_tablet(self, changed: Tablet) -> DividhaState:
        """Return the state with one seat's tablet replaced."""
        tablets = tuple(changed if each.seat == changed.seat else each for each in self.tablets)
        return replace(self, tablets=tablets)

    def gathered(
        self, closed: tuple[Betting, tuple[UncalledBetReturned, ...]]
    ) -> tuple[DividhaState, tuple[UncalledBetReturned, ...]]:
        """Return the state with all bets in the pot, and without the uncalled bet on its tablet."""
        betting, returned = closed
        state = replace(self, betting=betting)
        for each in returned:
            state = state.with_tablet(state.tablet(each.seat).returned(each.amount))
        return state, returned

    def usual_of(self, seat: Seat) -> Usual:
        """Return the default split of a seat."""
        for each in self.usual:
            if each.seat == seat:
                return each
        raise Missing


Act: TypeAlias = Literal["match", "raise", "all_in"]


@variant
class Wager:
    """Call, bet, raise or go all in: the seat's bet this round becomes `to`.

    `win` is the number of added coins on Win; None: the default split.
    """

    act: Act
    to: int
    win: int | None


@variant
class Trade:
    """Trade these cards; empty to trade nothing."""

    cards: tuple[str, ...]


@variant
class Pay:
    """Pay for the trade with `win` coins on Win; None: the default split."""

    win: int | None


@variant
class DiscardMove:
    """Leave this card out of the shown hand."""

    card: str
    kind = "discard"


@variant
class Lay:
    """Lay the next card below the previous ones; None lays all remaining cards."""

    card: str | None


@variant
class CallByName:
    """Call the hand by its rank (DV-11)."""

    number: int
    kind = "call"


@variant
class SplitUsually:
    """Change the default split of the player's bets."""

    percent: int


@variant
class Lower:
    """Ask for the next ante to be lowered to an amount, or agree to the amount asked for."""

    to: int | None = None


@variant
class KeepAnte:
    """Vote for keeping the ante."""

    kind = "keep"


Choosing: TypeAlias = DiscardMove | Lay | CallByName
"""A player's choice at the showdown."""
Move: TypeAlias = (
    Deal | Fold | Check | Wager | Trade | Pay | Choosing | SplitUsually | Lower | KeepAnte | Leave
)


@variant
class DividhaHandBegun:
    """A hand began, with its dealer, all seats in turn order, and the ante."""

    dealer: Seat
    is_by_lot: bool
    order: tuple[Seat, ...]
    ante: int
    left_behind: int
    """The chips left in the pot by players who went out before (DV-15)."""
    kind = "hand_begun"

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.is_by_lot:
            return addressed(
                N_("{name} was drawn to deal first. The ante is {ante}."),
                N_("You were drawn to deal first. The ante is {ante}."),
            )
        return addressed(N_("{name} deals. The ante is {ante}."), N_("You deal. The ante is {ante}."))


@variant
class AnteMissed:
    template = addressed(
        N_("{name} can’t pay the ante and is out. What was left, {amount}, goes into the pot, on Win."),
        N_("You can’t pay the ante and are out. What was left, {amount}, goes into the pot, on Win."),
    )
    seat: Seat
    amount: int


@variant
class AllOnWin:
    template = N_("Nobody can pay the ante: everyone puts in what they have, all of it on Win.")


@variant
class PrivateDealt:
    template = N_("Two private cards each.")
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """The public cards of a seat."""

    seat: Seat
    cards: tuple[str, ...]


@variant
class PublicDealt:
    template = N_("Two public cards each.")
    cards: tuple[Open, ...]


@variant
class Traded:
    """A seat traded `private_count` private cards and some public ones, and paid for it."""

    template = addressed(N_("{name} trades {cards}."), N_("You trade {cards}."))
    seat: Seat
    private_count: int
    turned_down: tuple[str, ...]
    drawn: tuple[str, ...]
    paid: int


@variant
class TradeDeclined:
    template = addressed(N_("{name} trades nothing."), N_("You trade nothing."))
    seat: Seat


@variant
class DividhaShowdown:
    template = N_("The hands are shown. {taken}")
    outcome: DividhaOutcome
    kind = "showdown"


@variant
class LastTakesBoth:
    """All others folded: the seat wins the pot without the uncalled bet, and no card is shown (TB-7)."""

    seat: Seat
    amount: int
    outcome: DividhaOutcome
    kind = "last_standing"

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if sum(bool(each.bets) for each in self.outcome.tablets) == 1:
            return addressed(
                N_("Nobody else can pay the ante: **{name} takes the pot of {amount}**."),
                N_("Nobody else can pay the ante: **you take the pot of {amount}**."),
            )
        return bets.LastStanding.template


@variant
class Left:
    """A player left; if the seat was still in, it folds."""

    template = ""  # the table's own event tells that
    seat: Seat


@variant
class LowerWished:
    template = addressed(
        N_("{name} asks to lower the next ante to {to}."), N_("You ask to lower the next ante to {to}.")
    )
    seat: Seat
    to: int = 0


@variant
class LowerRefused:
    template = addressed(N_("{name} says no. The ante stays."), N_("You say no. The ante stays."))
    seat: Seat


@variant
class Lowered:
    template = N_("Everyone agrees: the next ante is **{ante}**.")
    ante: int


@variant
class OutOfAntes:
    """A seat can't pay the next ante; the rest of its stack goes into the next pot."""

    seat: Seat
    amount: int
    kind = "player_out"

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.amount == 0:
            return bets.PlayerBusted.template
        return addressed(
            N_("{name} can’t pay the next ante and is out, and leaves {amount} for the next pot."),
            N_("You can’t pay the next ante and are out, and leave {amount} for the next pot."),
        )


Event: TypeAlias = (
    BettingEvent
    | DividhaHandBegun
    | AnteMissed
    | AllOnWin
    | PrivateDealt
    | PublicDealt
    | Traded
    | TradeDeclined
    | DividhaShowdown
    | LastTakesBoth
    | Left
    | LowerWished
    | LowerRefused
    | Lowered
    | OutOfAntes
)
