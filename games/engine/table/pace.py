"""How long a seat's turn is: shorter for who is slow several times running, so that nobody stalls (TB-18).

    slow answers in a row    0  1  2  3   4   5
    seconds for a turn      60 60 60 30  15  15

A quicker answer takes one step back; where turns have not become shorter yet, it begins the count again. The
rules have no clock: how many seconds an answer took is told to them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine.core.game import Seat
from games.engine.table.events import TurnsShortened
from games.engine.table.table import AnyTable, Seated, has_clock
from games.engine.table.time_bank import SHORT_TURN_SECONDS, reserve, spend

SLOW_TIMES = 3
"""Slow answers running from which on turns are shorter."""
SECONDS_MIN = 15
"""The shortest turn."""


def turn_seconds(table: AnyTable, seated: Seated[Any]) -> int:
    """How long a seat's turn is, without its time bank."""
    whole, steps = table.terms.turn_seconds, seated.slow - SLOW_TIMES + 1
    return max(min(whole, SECONDS_MIN), whole >> steps) if steps > 0 else whole


def short_turn(table: AnyTable, seated: Seated[Any]) -> int | None:
    """How long a seat's turn is, where it is shorter than the table's and a clock runs."""
    is_short = seated.slow >= SLOW_TIMES and has_clock(table)
    return turn_seconds(table, seated) if is_short else None


def limit(table: AnyTable, seat: Seat) -> int:
    """Seconds after which a seat's time has run out, with all that is left in its time bank."""
    return turn_seconds(table, table.seated(seat)) + reserve(table, seat)


def answered(table: AnyTable, seat: Seat, taken: int) -> AnyTable:
    """The table once a seat has taken so many seconds: it may have cost the time bank, and been slow."""
    usual = turn_seconds(table, table.seated(seat))
    if taken > usual:
        table = spend(table, seat, taken - usual)
    seated, is_slow = table.seated(seat), 4 * taken > 3 * usual
    if is_slow and usual > SECONDS_MIN and table.terms.turn_seconds <= SHORT_TURN_SECONDS:
        slower = table.with_seat(replace(seated, slow=seated.slow + 1))
        return slower.telling(TurnsShortened(seat)) if seated.slow + 1 >= SLOW_TIMES else slower
    if is_slow or not seated.slow:
        return table
    quicker = seated.slow - 1 if seated.slow >= SLOW_TIMES else 0
    return table.with_seat(replace(seated, slow=quicker))
