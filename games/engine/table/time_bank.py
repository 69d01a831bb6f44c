"""How long a seat's turn is, and its player's reserve of time for the whole game (TB-18).

The time bank runs when a turn's time is over. A turn is shorter for who is slow several times running, so
that nobody stalls:

    slow answers in a row    0  1  2  3   4   5
    seconds for a turn      60 60 60 30  15  15

A quicker answer takes one step back and begins the count again: after it, turns get shorter only with the
third slow answer running. Letting the clock run out is one slow answer. At a tournament's table there is no
time bank; whoever lays the tournament out says how long a turn is. The rules have no clock: how many seconds
somebody took is told to them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from games.engine.core.errors import N_
from games.engine.core.game import Seat
from games.engine.core.house_rules import change, option
from games.engine.table.events import TurnsShortened
from games.engine.table.table import AnyTable, TableSeat

USUAL_SECONDS = 60
SHORT_TURN_SECONDS = 120
"""The longest turns with a time bank, unless the host wants one."""
SLOW_TIMES = 3
"""Slow answers running from which on turns are shorter."""
SECONDS_MIN = 15
"""The shortest turn."""


@dataclass(frozen=True, slots=True)
class CommonRules:
    """House rules that every game has, as it is played at one table."""

    time_bank: int = option(
        N_("Time bank"),
        # Translators: of a house rule: no jokers, no time bank, or no home throws count.
        {0: N_("none"), 60: N_("1 minute"), 120: N_("2 minutes"), 300: N_("5 minutes")},
        default=60,
        says={
            0: N_("When your turn’s time is over, I play for you."),
            **dict.fromkeys((60, 120, 300), N_("Extra time for the whole game, on top of your turns.")),
        },
    )
    """In seconds."""


def usual(turn: int) -> int:
    """The time bank of a table with turns of that length; both in seconds."""
    return USUAL_SECONDS if turn <= SHORT_TURN_SECONDS else 0


def common(table: AnyTable) -> CommonRules:
    """The house rules that every game has, as they are at a table."""
    return CommonRules(table.terms.bank_seconds)


def with_rule(table: AnyTable, name: str, index: int) -> AnyTable:
    """The table with one of the common rules set to its index-th choice; `NotOffered` if there is none."""
    seconds = change(common(table), name, index).time_bank
    return replace(table, terms=replace(table.terms, bank_seconds=seconds))


def reserve(table: AnyTable, seat: Seat) -> int:
    """Seconds that are left in a seat's time bank."""
    return max(0, table.terms.bank_seconds - table.seated(seat).bank_spent)


def spend(table: AnyTable, seat: Seat, seconds: int) -> AnyTable:
    """The table with so many seconds, or all that are left, taken out of a seat's time bank."""
    taken = min(seconds, reserve(table, seat))
    if not taken:
        return table
    seated = table.seated(seat)
    return table.with_seat(replace(seated, bank_spent=seated.bank_spent + taken))


def turn_seconds(table: AnyTable, seated: TableSeat[Any]) -> int:
    """How long a seat's turn is, without its time bank."""
    whole = table.terms.turn_seconds
    return max(min(whole, SECONDS_MIN), whole >> seated.halved)


def limit(table: AnyTable, seat: Seat) -> int:
    """Seconds after which a seat's time has run out, with all that is left in its time bank."""
    return turn_seconds(table, table.seated(seat)) + reserve(table, seat)


def answered(table: AnyTable, seat: Seat, taken: int) -> AnyTable:
    """The table once a seat has taken so many seconds: it may have cost the time bank, and been slow."""
    whole = turn_seconds(table, table.seated(seat))
    if taken > whole:
        table = spend(table, seat, taken - whole)
    seated, is_slow = table.seated(seat), 4 * taken > 3 * whole
    if not is_slow:
        is_usual = not seated.slow and not seated.halved
        quicker = replace(seated, slow=0, halved=max(0, seated.halved - 1))
        return table if is_usual else table.with_seat(quicker)
    if whole <= SECONDS_MIN or table.terms.turn_seconds > SHORT_TURN_SECONDS:
        return table
    slower = replace(seated, slow=min(seated.slow + 1, SLOW_TIMES))
    if slower.slow < SLOW_TIMES:
        return table.with_seat(slower)
    return table.with_seat(replace(slower, halved=seated.halved + 1)).telling(TurnsShortened(seat))
