"""What happens at a table beside the game: comings and goings, time, money, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.engine.core.game import Seat


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody sat down."""

    seat: Seat
    kind: Literal["came"] = "came"


@dataclass(frozen=True, slots=True)
class Went:
    """Somebody's seat is free again; `stack` is what they took along."""

    seat: Seat
    stack: int
    kind: Literal["went"] = "went"


@dataclass(frozen=True, slots=True)
class Leaving:
    """Somebody leaves as soon as the hand is over."""

    seat: Seat
    kind: Literal["leaving"] = "leaving"


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Somebody's time ran out; the mildest answer was given."""

    seat: Seat
    kind: Literal["timed_out"] = "timed_out"


@dataclass(frozen=True, slots=True)
class SeatedOut:
    """Somebody missed two turns in a row and is played for from now on."""

    seat: Seat
    kind: Literal["seated_out"] = "seated_out"


@dataclass(frozen=True, slots=True)
class CameBack:
    """Somebody who was seated out plays again."""

    seat: Seat
    kind: Literal["came_back"] = "came_back"


@dataclass(frozen=True, slots=True)
class TurnedPractice:
    """The house cannot pay its seats here, so nobody's coins are at stake (TB-12)."""

    kind: Literal["turned_practice"] = "turned_practice"


@dataclass(frozen=True, slots=True)
class TurnedCoins:
    """No house player is left who could not pay: the game is for coins again."""

    kind: Literal["turned_coins"] = "turned_coins"


@dataclass(frozen=True, slots=True)
class HouseLimited:
    """The house's coins are at stake, so the table plays by the house rules that the house insists on."""

    kind: Literal["house_limited"] = "house_limited"


@dataclass(frozen=True, slots=True)
class HouseDone:
    """Whoever has that seat has won from the house what it loses to one person in a day (TB-12)."""

    seat: Seat
    kind: Literal["house_done"] = "house_done"


@dataclass(frozen=True, slots=True)
class Hosts:
    """Whoever has that seat hosts the table from now on (TB-15)."""

    seat: Seat
    kind: Literal["hosts"] = "hosts"


@dataclass(frozen=True, slots=True)
class Short:
    """Somebody could not pay the buy-in when the game began, and lost the seat."""

    seat: Seat
    kind: Literal["short"] = "short"


@dataclass(frozen=True, slots=True)
class LastCalled:
    """Somebody would have this hand be the last (SH-8)."""

    seat: Seat
    kind: Literal["last_called"] = "last_called"


@dataclass(frozen=True, slots=True)
class CalledOff:
    """The hand was called off for that reason; every contribution to it went back (TB-10)."""

    reason: str = ""
    kind: Literal["called_off"] = "called_off"


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has been played out; `winner` is the only one left, if there is one."""

    winner: Seat | None
    kind: Literal["game_over"] = "game_over"


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
