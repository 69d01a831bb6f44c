"""The pace of a table: all times that depend on it, in seconds (TB-28).

A table is slow if its turns last at least `SLOW_SECONDS`. Other modules read the times of a table from here,
so that they need not distinguish slow and live tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

PaceName: TypeAlias = Literal["live", "unhurried", "day", "three_days"]

MINUTE, HOUR, DAY = 60, 3600, 86_400
SLOW_SECONDS = 12 * HOUR
"""Turns of this length and longer make a table slow."""
TURNS: Mapping[PaceName, tuple[int, int]] = {
    "unhurried": (10 * MINUTE, 0),
    "day": (DAY, 2 * DAY),
    "three_days": (3 * DAY, 3 * DAY),
}
"""The length of a turn and of the time bank; a live table has the server's turns."""


@dataclass(frozen=True, slots=True)
class PaceTimes:
    """The times of a table apart from its turns, in seconds."""

    lonely: int
    """The time until a lobby with a single person closes."""
    idle: int
    """The time until a table without any action closes."""
    rest: int
    """The time between two hands, unless a player deals earlier."""
    company: int
    """The time until a new game begins without the old players who are not back, if enough are (TB-10)."""
    pause: int
    """The longest pause."""
    host_away: int
    """The time until a lobby's silent host can be replaced."""
    rounded: int
    """The step to which deadlines are rounded up; 0: not at all."""
    absence: int | None = None
    """The time until an absent player loses the seat; if None, the seat is lost after one more hand."""
    is_slow: bool = False
    """True if the table waits for absent people: it keeps results and seats."""


LIVE = PaceTimes(15 * MINUTE, DAY, 30, MINUTE, HOUR, 15 * MINUTE, rounded=0)
SLOW = PaceTimes(
    lonely=7 * DAY,
    idle=7 * DAY,
    rest=12 * HOUR,
    company=12 * HOUR,
    pause=14 * DAY,
    host_away=3 * DAY,
    rounded=15 * MINUTE,
    absence=7 * DAY,
    is_slow=True,
)


def name_of(turn_seconds: int) -> PaceName:
    """Return the pace with turns of this length; live if there is none."""
    return next((name for name, (turn, _bank) in TURNS.items() if turn == turn_seconds), "live")


def rounded_up(at: float, step: int) -> float:
    """Return the first multiple of `step` that is at least a third of a step after the time `at`."""
    return -(-(at + step / 3) // step) * step


def is_within(at: float, due_at: float, step: int) -> bool:
    """Return True if a displayed time, rounded up earlier, still fits a deadline that has moved since."""
    return at <= due_at <= rounded_up(at, step) + step
