"""What happens at a table besides the game: comings and goings, time, money, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.engine.core.game import Seat
from games.engine.core.sentences import phrase


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody sat down."""

    says = phrase("{name} sat down.")
    seat: Seat
    kind: Literal["came"] = "came"


@dataclass(frozen=True, slots=True)
class Went:
    """Somebody's seat is free again; `stack` is what they took along."""

    says = phrase("{name} left the table.")
    seat: Seat
    stack: int
    kind: Literal["went"] = "went"


@dataclass(frozen=True, slots=True)
class Leaving:
    """Somebody leaves as soon as the hand is over."""

    says = phrase("{name} leaves when this is over.")
    seat: Seat
    kind: Literal["leaving"] = "leaving"


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Somebody's time ran out; the mildest answer was given."""

    says = phrase("{name} ran out of time.")
    seat: Seat
    kind: Literal["timed_out"] = "timed_out"


@dataclass(frozen=True, slots=True)
class SeatedOut:
    """Somebody missed two turns in a row and is played for from now on."""

    says = phrase("{name} missed two turns and is played for until they press “I’m back”.")
    seat: Seat
    kind: Literal["seated_out"] = "seated_out"


@dataclass(frozen=True, slots=True)
class CameBack:
    """Somebody who was seated out plays again."""

    says = phrase("{name} is back.")
    seat: Seat
    kind: Literal["came_back"] = "came_back"


@dataclass(frozen=True, slots=True)
class TurnedPractice:
    """The house cannot pay its seats here, so nobody's coins are at stake (TB-12)."""

    says = phrase("The house has no coins of its own here: this is a practice table, no wallet is touched.")
    kind: Literal["turned_practice"] = "turned_practice"


@dataclass(frozen=True, slots=True)
class TurnedCoins:
    """No house player is left who could not pay: the game is for coins again."""

    says = phrase("This table isn’t for practice any more.")
    kind: Literal["turned_coins"] = "turned_coins"


@dataclass(frozen=True, slots=True)
class HouseLimited:
    """The house's coins are at stake, so the table plays by the house rules that the house insists on."""

    says = phrase("With the house’s coins at stake, this game is played with pot limit.")
    kind: Literal["house_limited"] = "house_limited"


@dataclass(frozen=True, slots=True)
class HouseDone:
    """The player in this seat has won all that the house loses to one person in a day (TB-12)."""

    says = phrase(
        "{name} has won from the house what it loses to one person in a day, so it plays no more today. "
        "Everybody takes their coins home."
    )
    seat: Seat
    kind: Literal["house_done"] = "house_done"


@dataclass(frozen=True, slots=True)
class Hosts:
    """The player in this seat hosts the table from now on (TB-15)."""

    says = phrase("{name} hosts the table now.")
    seat: Seat
    kind: Literal["hosts"] = "hosts"


@dataclass(frozen=True, slots=True)
class Short:
    """Somebody could not pay the buy-in when the game began, and lost the seat."""

    says = phrase("{name} could not pay the stake and lost the seat.")
    seat: Seat
    kind: Literal["short"] = "short"


@dataclass(frozen=True, slots=True)
class LastCalled:
    """Somebody would have this hand be the last (SH-8)."""

    says = phrase("{name} wants this to be the last round.")
    seat: Seat
    kind: Literal["last_called"] = "last_called"


@dataclass(frozen=True, slots=True)
class CalledOff:
    """The hand was called off for that reason; every contribution to it went back (TB-10)."""

    says = phrase("The hand was called off{why}. Every stake went back to whoever made it.")
    reason: str = ""
    kind: Literal["called_off"] = "called_off"


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has been played out; `winner` is the only one left, if there is one."""

    winner: Seat | None
    kind: Literal["game_over"] = "game_over"

    @property
    def says(self) -> str:
        """The sentence that tells this event."""
        if self.winner is None:
            return phrase("The game is over.")
        return phrase("**The game is over: {name} has won.**")


TableEvent: TypeAlias = (
    Came
    | Went
    | Leaving
    | TimedOut
    | SeatedOut
    | CameBack
    | TurnedPractice
    | TurnedCoins
    | HouseLimited
    | HouseDone
    | Hosts
    | Short
    | LastCalled
    | CalledOff
    | GameOver
)
