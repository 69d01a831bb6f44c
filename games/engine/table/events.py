"""What happens at a table besides the game: comings and goings, time, money, and the end."""

from __future__ import annotations

from typing import TypeAlias

from games.engine.core.errors import phrase
from games.engine.core.game import Seat
from games.engine.core.offers import variant


@variant
class Came:
    """Somebody sat down."""

    says = phrase("{name} sat down.")
    seat: Seat


@variant
class BroughtAlong:
    """Somebody who left not long ago sat down with the stack that they had then (TB-17)."""

    says = phrase("{name} left less than an hour ago, so they sit down with the {amount} they left with.")
    seat: Seat
    amount: int


@variant
class Went:
    """Somebody's seat is free again; `stack` is what they took along."""

    says = phrase("{name} left the table.")
    seat: Seat
    stack: int


@variant
class Leaving:
    """Somebody leaves as soon as the hand is over."""

    says = phrase("{name} leaves when this is over.")
    seat: Seat


@variant
class TimedOut:
    """Somebody's time ran out; the mildest answer was given."""

    says = phrase("{name} ran out of time.")
    seat: Seat


@variant
class TurnsShortened:
    """Somebody was slow several times running, and has less time for each turn (TB-18)."""

    says = phrase("{name} has taken long several times running: their turns are shorter for now.")
    seat: Seat


@variant
class SeatedOut:
    """Somebody missed two turns in a row and is played for from now on."""

    says = phrase("{name} missed two turns. I’ll play for them until they press “I’m back”.")
    seat: Seat


@variant
class CameBack:
    """Somebody who was seated out plays again."""

    says = phrase("{name} is back.")
    seat: Seat


@variant
class SitsOut:
    """Somebody is dealt no cards until they come back (TB-17)."""

    says = phrase("{name} sits out.")
    seat: Seat


@variant
class WillSitOut:
    """Somebody sits out as soon as the hand is over."""

    says = phrase("{name} sits out when this is over.")
    seat: Seat


@variant
class WillPost:
    """Somebody who owes a blind posts one instead of waiting for the big blind (TB-17)."""

    says = phrase("{name} posts a blind instead of waiting for the big one.")
    seat: Seat


@variant
class ToppedUp:
    """Somebody filled the stack up by that much (TB-17)."""

    says = phrase("{name} tops up by {amount}.")
    seat: Seat
    amount: int


@variant
class WillTopUp:
    """Somebody fills the stack up as soon as the hand is over."""

    says = phrase("{name} tops up when this is over.")
    seat: Seat


@variant
class TopUpTakenBack:
    """Somebody would no longer fill the stack up after the hand."""

    says = phrase("{name} doesn’t top up after all.")
    seat: Seat


@variant
class NotToppedUp:
    """Somebody's wallet held too little to fill the stack up after the hand."""

    says = phrase("{name} couldn’t top up: there’s too little in the wallet.")
    seat: Seat


@variant
class PauseAsked:
    """Somebody asks all others for a pause."""

    says = phrase("{name} asks for a pause.")
    seat: Seat


@variant
class PauseRefused:
    """Somebody would play on."""

    says = phrase("{name} says no to the pause.")
    seat: Seat


@variant
class PauseBegun:
    """All have agreed: the clock stands still."""

    says = phrase("The game is paused.")


@variant
class PauseEnded:
    """The clock goes on."""

    says = phrase("The pause is over.")


@variant
class TurnedPractice:
    """The house cannot pay its seats here, so nobody's coins are at stake (TB-12)."""

    says = phrase(
        "The house has no coins of its own here, so this is a practice table: nobody’s wallet is touched."
    )


@variant
class TurnedCoins:
    """No house player is left who could not pay: the game is for coins again."""

    says = phrase("This table isn’t for practice any more.")


@variant
class HouseLimited:
    """The house's coins are at stake, so the table plays by the house rules that the house insists on."""

    says = phrase("With the house’s coins at stake, this game is played with pot limit.")


@variant
class HouseDone:
    """The player in this seat has won all that the house loses to one person in a day (TB-12)."""

    says = phrase(
        "{name} has won as much as the house loses to one person in a day, so it won’t play "
        "any more today. Everybody takes their coins home."
    )
    seat: Seat


@variant
class Hosts:
    """The player in this seat hosts the table from now on (TB-15)."""

    says = phrase("{name} hosts the table now.")
    seat: Seat


@variant
class SentAway:
    """The host sends the player in this seat away: at once, or when the hand is over (TB-16)."""

    says = phrase("{name} goes home: the host sent them away.")
    seat: Seat


@variant
class Short:
    """Somebody could not pay the buy-in when the game began, and lost the seat."""

    says = phrase("{name} couldn’t pay the stake and lost the seat.")
    seat: Seat


@variant
class LastCalled:
    """Somebody would have this hand be the last (SH-8)."""

    says = phrase("{name} wants this to be the last round.")
    seat: Seat


@variant
class CalledOff:
    """The hand was called off for that reason; every contribution to it went back (TB-10)."""

    says = phrase("The hand was called off{why}. Every stake went back to whoever made it.")
    reason: str = ""


@variant
class GameOver:
    """The game has been played out; `winner` is the only one left, if there is one."""

    winner: Seat | None

    @property
    def says(self) -> str:
        """The sentence that tells this event."""
        if self.winner is None:
            return phrase("The game is over.")
        return phrase("**The game is over: {name} has won.**")


TableEvent: TypeAlias = (
    Came
    | BroughtAlong
    | Went
    | Leaving
    | TimedOut
    | TurnsShortened
    | SeatedOut
    | CameBack
    | SitsOut
    | WillSitOut
    | WillPost
    | ToppedUp
    | WillTopUp
    | TopUpTakenBack
    | NotToppedUp
    | PauseAsked
    | PauseRefused
    | PauseBegun
    | PauseEnded
    | TurnedPractice
    | TurnedCoins
    | HouseLimited
    | HouseDone
    | Hosts
    | SentAway
    | Short
    | LastCalled
    | CalledOff
    | GameOver
)
