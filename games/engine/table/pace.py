"""How long a seat's turn is: shorter for who is slow several times running, so that nobody stalls (TB-18).

    slow answers in a row    0  1  2  3   4   5
    seconds for a turn      60 60 60 30  15  15

Each quicker answer takes one step back, and from the table's whole time at once to the beginning. The rules
have no clock: how many seconds an answer took is told to them.
"""

from __future__ import annotations

from dataclasses import replace

from games.engine.core.game import Seat
from games.engine.table.events import TurnsShortened
from games.engine.table.table import AnyTable, has_clock
from games.engine.table.time_bank import SHORT_TURN_SECONDS, reserve, spend

SLOW_TIMES = 3
"""Slow answers running from which on turns are shorter."""
SECONDS_MIN = 15
"""The shortest turn."""


def turn_seconds(table: AnyTable, seat: Seat) -> int:
    """How long a seat's turn is, without its time bank."""
    whole, steps = table.terms.turn_seconds, table.seated(seat).slow - SLOW_TIMES + 1
    return max(min(whole, SECONDS_MIN), whole >> steps) if steps > 0 else whole


def short_turn(table: AnyTable, seat: Seat) -> int | None:
    """How long a seat's turn is, where it is shorter than the table's and a clock runs."""
    seconds = turn_seconds(table, seat)
    return seconds if seconds < table.terms.turn_seconds and has_clock(table) else None


def limit(table: AnyTable, seat: Seat) -> int:
    """Seconds after which a seat's time has run out, with all that is left in its time bank."""
    return turn_seconds(table, seat) + reserve(table, seat)


def answered(table: AnyTable, seat: Seat, taken: int) -> AnyTable:
    """The table once a seat has taken so many seconds: it may have cost the time bank, and been slow."""
    usual = turn_seconds(table, seat)
    table = spend(table, seat, max(0, taken - usual))
    if table.terms.turn_seconds > SHORT_TURN_SECONDS:
        return table
    seated = table.seated(seat)
    if 4 * taken <= 3 * usual:
        slow = seated.slow - 1 if seated.slow >= SLOW_TIMES else 0
    else:
        slow = seated.slow + (usual > SECONDS_MIN)
    noted = table if slow == seated.slow else table.with_seat(replace(seated, slow=slow))
    return noted.telling(TurnsShortened(seat)) if turn_seconds(noted, seat) < usual else noted
