"""Events at a table outside the game: seats, time, money, and the end."""

from __future__ import annotations

from typing import TypeAlias

from games.engine.core.errors import N_, addressed
from games.engine.core.game import Seat
from games.engine.core.offers import variant


@variant
class PlayerJoined:
    kind = "came"
    template = addressed(N_("{name} sat down."), N_("You sat down."))
    seat: Seat


@variant
class BroughtAlong:
    """A player who left recently sat down again with the stack from then (TB-17)."""

    template = addressed(
        N_("{name} left less than an hour ago, so they sit down with the {amount} they left with."),
        N_("You left less than an hour ago, so you sit down with the {amount} you left with."),
    )
    seat: Seat
    amount: int


@variant
class PlayerLeft:
    kind = "went"
    template = addressed(N_("{name} left the table."), N_("You left the table."))
    seat: Seat
    stack: int
    """The stack that the player took along."""


@variant
class LeavesAfterHand:
    kind = "leaving"
    template = addressed(N_("{name} will leave when this is over."), N_("You’ll leave when this is over."))
    seat: Seat


@variant
class TimedOut:
    template = addressed(N_("{name} ran out of time."), N_("You ran out of time."))
    seat: Seat


@variant
class TurnsShortened:  # TB-18
    template = addressed(
        N_("{name} has taken long several times running: their turns are shorter for now."),
        N_("You have taken long several times running: your turns are shorter for now."),
    )
    seat: Seat


@variant
class SeatedOut:
    template = addressed(
        N_("{name} missed two turns. I’ll play for them until they press “I’m back”."),
        N_("You missed two turns. I’ll play for you until you press “I’m back”."),
    )
    seat: Seat


@variant
class GoneOnWithout:  # TB-8
    template = addressed(
        N_("The others go on without {name}. I’ll play for them until they press “I’m back”."),
        N_("The others go on without you. I’ll play for you until you press “I’m back”."),
    )
    seat: Seat


@variant
class CameBack:
    template = addressed(N_("{name} is back."), N_("You are back."))
    seat: Seat


@variant
class SitsOut:  # TB-17
    template = addressed(N_("{name} sits out."), N_("You sit out."))
    seat: Seat


@variant
class WillSitOut:
    template = addressed(
        N_("{name} will sit out when this is over."), N_("You’ll sit out when this is over.")
    )
    seat: Seat


@variant
class WillPost:  # TB-17
    template = addressed(
        N_("{name} posts a blind instead of waiting for the big one."),
        N_("You post a blind instead of waiting for the big one."),
    )
    seat: Seat


@variant
class ToppedUp:  # TB-17
    template = addressed(N_("{name} tops up by {amount}."), N_("You top up by {amount}."))
    seat: Seat
    amount: int


@variant
class WillTopUp:
    template = addressed(N_("{name} will top up when this is over."), N_("You’ll top up when this is over."))
    seat: Seat


@variant
class TopUpTakenBack:
    template = addressed(N_("{name} won’t top up after all."), N_("You won’t top up after all."))
    seat: Seat


@variant
class NotToppedUp:
    template = addressed(
        N_("{name} couldn’t top up: there’s too little in the wallet."),
        N_("You couldn’t top up: there’s too little in your wallet."),
    )
    seat: Seat


@variant
class PauseAsked:
    template = addressed(N_("{name} asks for a pause."), N_("You ask for a pause."))
    seat: Seat


@variant
class PauseRefused:
    template = addressed(N_("{name} says no to the pause."), N_("You say no to the pause."))
    seat: Seat


@variant
class PauseBegun:
    template = N_("The game is paused.")


@variant
class PauseEnded:
    template = N_("The pause is over.")


@variant
class TurnedPractice:  # TB-12
    template = N_("The house has no coins for this table, so it’s for practice: nobody’s wallet is touched.")


@variant
class TurnedCoins:
    template = N_("This table isn’t for practice any more.")


@variant
class HouseLimited:
    template = N_("With the house’s coins at stake, this game is played with pot limit.")


@variant
class HouseDone:  # TB-12
    template = addressed(
        N_(
            "{name} has won as much as the house loses to one person in a day, so it won’t play "
            "any more today. Everybody takes their coins home."
        ),
        N_(
            "You have won as much as the house loses to one person in a day, so it won’t play "
            "any more today. Everybody takes their coins home."
        ),
    )
    seat: Seat


@variant
class HostChanged:  # TB-15
    kind = "hosts"
    template = addressed(N_("{name} hosts the table now."), N_("You host the table now."))
    seat: Seat


@variant
class StakeSet:  # TB-15
    template = N_("A seat costs {stake} now.")
    stake: int


@variant
class RuleSet:  # TB-15
    """The host changed a house rule while others were seated; both fields are message ids."""

    template = N_("The host changed a house rule. {rule}: {choice}")
    rule: str
    choice: str


@variant
class LookAgain:  # TB-15
    template = N_(
        "You sat down before this was changed: the host can press “Start” again when everyone has seen it."
    )


@variant
class SentAway:  # TB-16
    template = addressed(
        N_("{name} goes home: the host sent them away."), N_("You go home: the host sent you away.")
    )
    seat: Seat


@variant
class StackTooShort:
    kind = "short"
    template = addressed(
        N_("{name} couldn’t pay the stake and lost the seat."),
        N_("You couldn’t pay the stake and lost the seat."),
    )
    seat: Seat


@variant
class LastCalled:  # SH-8
    template = addressed(
        N_("{name} wants this to be the last round."), N_("You want this to be the last round.")
    )
    seat: Seat


@variant
class TimeIsUp:  # SH-8
    """The table's time is over, so that this hand is the last."""

    template = N_("Time is up, so this is the last one.")


@variant
class CalledOff:  # TB-10
    template = N_("The hand was called off{why}. Everyone has their stake back.")
    reason: str = ""


@variant
class GameOver:
    """The game has been played out; `winner` has won it from all others, if there is one (TB-9)."""

    winner: Seat | None

    @property
    def template(self) -> str:
        """The sentence that tells this event."""
        if self.winner is None:
            return N_("The game is over.")
        return addressed(
            N_("**The game is over: {name} has won.**"), N_("**The game is over: you have won.**")
        )


_Seats: TypeAlias = (
    PlayerJoined
    | BroughtAlong
    | PlayerLeft
    | LeavesAfterHand
    | TimedOut
    | TurnsShortened
    | SeatedOut
    | GoneOnWithout
    | CameBack
)
_Rests: TypeAlias = SitsOut | WillSitOut | WillPost | ToppedUp | WillTopUp | TopUpTakenBack | NotToppedUp
_Pauses: TypeAlias = PauseAsked | PauseRefused | PauseBegun | PauseEnded
_House: TypeAlias = TurnedPractice | TurnedCoins | HouseLimited | HouseDone
_Host: TypeAlias = HostChanged | StakeSet | RuleSet | LookAgain | SentAway
_Ends: TypeAlias = StackTooShort | LastCalled | TimeIsUp | CalledOff | GameOver
TableEvent: TypeAlias = _Seats | _Rests | _Pauses | _House | _Host | _Ends
