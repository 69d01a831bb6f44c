"""How often a seat raises, over the hands that its player has played at this table.

Everybody could count it, so everybody sees it. It lasts from hand to hand in a game's carry, and
goes with the player (TB-9).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.engine.core.game import Seat

HANDS_MAX = 40
"""With so many hands all counts are halved: what a seat did lately counts for more."""


@dataclass(frozen=True, slots=True)
class Habit:
    """Of how many hands in which a seat took part it raised in how many, or bet."""

    seat: Seat
    hands: int
    raised: int


def habit(habits: Sequence[Habit], seat: Seat) -> Habit:
    """The habit of a seat; of one that has just sat down, nothing is known."""
    return next((each for each in habits if each.seat == seat), Habit(seat, 0, 0))


def observed(
    habits: Sequence[Habit], seats: Collection[Seat], raisers: Collection[Seat]
) -> tuple[Habit, ...]:
    """The habits after a hand of these seats, some of which raised; by seat."""
    known = {each.seat: each for each in habits}
    after = (_after(habit(habits, seat), has_raised=seat in raisers) for seat in seats)
    known.update((each.seat, each) for each in after)
    return tuple(known[seat] for seat in sorted(known))


def without(habits: Sequence[Habit], seats: Collection[Seat]) -> tuple[Habit, ...]:
    """The habits of all other seats: what somebody new there does is not known yet."""
    return tuple(each for each in habits if each.seat not in seats)


def _after(before: Habit, *, has_raised: bool) -> Habit:
    hands, raised = before.hands + 1, before.raised + has_raised
    if hands == HANDS_MAX:
        hands, raised = hands // 2, raised // 2
    return Habit(before.seat, hands, raised)
