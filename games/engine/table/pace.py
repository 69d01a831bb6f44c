"""The pace of a table: all times that depend on it, in seconds (TB-28).

A table is slow if its turns are that long; nothing else marks it. Whatever differs at a slow table reads a
number from here, so that no other module has to tell the paces apart.
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
    """The times of a table beside its turns."""

    lonely: int
    """Until a lobby with a single person closes."""
    idle: int
    """Until a table closes at which nobody acts."""
    rest: int
    """Between two hands, unless somebody deals."""
    company: int
    """Until a company that plays again, with enough of it back, begins without the rest (TB-10)."""
    pause: int
    """The longest pause."""
    host_away: int
    """Until a lobby's silent host can be replaced."""
    rounded: int
    """Deadlines are rounded up to multiples of this; 0: not at all."""
    absence: int | None = None
    """Until an absent player loses the seat; if None, after one more hand."""
    is_slow: bool = False
    """True if absent people are waited for: results stand, seats are kept."""


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
    """Return the pace whose turns have this length; live if there is none."""
    return next((name for name, (turn, _bank) in TURNS.items() if turn == turn_seconds), "live")


def rounded_up(at: float, step: int) -> float:
    """Return a multiple of `step` after that time, by a third of a step at least."""
    return -(-(at + step / 3) // step) * step


def is_within(at: float, due_at: float, step: int) -> bool:
    """Return True if a time that was rounded up is still true of a deadline that has moved."""
    return at <= due_at <= rounded_up(at, step) + step
