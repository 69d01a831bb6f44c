"""What everybody is told of a hand.

No event holds a card that has not been shown to all, and none says how a bet is split between Win
and Lose before the pot is shared out (DV-13).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.dividha.model import DividhaOutcome
from games.engine.betting.stakes import BettingEvent
from games.engine.core.game import Seat
from games.engine.core.moves import LastStanding, PlayerOut
from games.engine.core.sentences import phrase
from games.engine.core.variants import variant


@variant
class DividhaHandBegun:
    """A hand began: who deals, whether the lot said so, everybody in turn order, and the ante of each."""

    dealer: Seat
    is_by_lot: bool
    order: tuple[Seat, ...]
    ante: int
    left_behind: int
    """What those who went out before left in the pot (DV-15)."""
    kind = "hand_begun"

    @property
    def says(self) -> str:
        """The sentence that tells this event."""
        if self.is_by_lot:
            return phrase("The lot falls on {name} to deal first. The ante is {ante}.")
        return phrase("{name} deals. The ante is {ante}.")


@variant
class AnteMissed:
    """In a tournament: a seat cannot pay the ante and is out; what it had is in this pot, on Win (TN-23)."""

    says = phrase("{name} can’t pay the ante and is out. What was left, {amount}, goes into the pot, on Win.")
    seat: Seat
    amount: int


@variant
class AllOnWin:
    """In a tournament: nobody can pay the ante, so all have put in all that they had, on Win (TN-24)."""

    says = phrase("Nobody can pay the ante: all put in what they have, all of it on Win.")


@variant
class PrivateDealt:
    """Two private cards went to each of these."""

    says = phrase("Two private cards each.")
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Public cards of a seat."""

    seat: Seat
    cards: tuple[str, ...]


@variant
class PublicDealt:
    """Two public cards lie before each of these."""

    says = phrase("Two public cards each.")
    cards: tuple[Open, ...]


@variant
class Traded:
    """A seat traded `private_count` private cards and some public ones, and paid for it."""

    says = phrase("{name} trades {cards}.")
    seat: Seat
    private_count: int
    turned_down: tuple[str, ...]
    drawn: tuple[str, ...]
    paid: int


@variant
class TradeDeclined:
    """A seat traded nothing."""

    says = phrase("{name} trades nothing.")
    seat: Seat


@variant
class DividhaShowdown:
    """The hands are shown, the tablets too, and the pot is shared out."""

    says = phrase("The hands are shown. {taken}")
    outcome: DividhaOutcome
    kind = "showdown"


@variant
class LastTakesBoth:
    """All others folded: the whole pot is this seat's, and no card is shown."""

    seat: Seat
    amount: int
    outcome: DividhaOutcome
    kind = "last_standing"

    @property
    def says(self) -> str:
        """The sentence that tells this event."""
        if sum(bool(each.bets) for each in self.outcome.tablets) == 1:
            return phrase("Nobody else can pay the ante: **{name} takes {amount}**.")
        return LastStanding.says


@variant
class Left:
    """A seat was given up; if it was still in, it folds."""

    says = ""  # the table itself tells that
    seat: Seat


@variant
class LowerWished:
    """A seat would have the next ante lowered to so much."""

    says = phrase("{name} asks to lower the next ante to {to}.")
    seat: Seat
    to: int = 0


@variant
class LowerRefused:
    """A seat would not: the next ante stays what it is."""

    says = phrase("{name} says no. The ante stays.")
    seat: Seat


@variant
class Lowered:
    """All agree: the next ante is so much."""

    says = phrase("Everyone agrees: the next ante is **{ante}**.")
    ante: int


@variant
class OutOfAntes:
    """A seat cannot pay the next ante; what is left of its stack goes into the next pot."""

    seat: Seat
    amount: int
    kind = "player_out"

    @property
    def says(self) -> str:
        """The sentence that tells this event."""
        if self.amount == 0:
            return PlayerOut.says
        return phrase("{name} can’t pay the next ante and is out, and leaves {amount} for the next pot.")


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
