"""Each player's reserve of time for the whole game, which runs when a turn's time is over (TB-18).

The rules have no clock: how many seconds somebody took is told to them. At a tournament's table there is
none; whoever lays the tournament out says how long a turn is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine.core.game import Seat
from games.engine.core.house_rules import change, option
from games.engine.core.sentences import phrase
from games.engine.table.table import AnyTable

USUAL_SECONDS = 60
SHORT_TURN_SECONDS = 120
"""The longest turns with a time bank, unless the host wants one."""


@dataclass(frozen=True, slots=True)
class CommonRules:
    """House rules that every game has, as it is played at one table."""

    time_bank: int = option(
        phrase("Time bank"),
        # Translators: of a house rule: no jokers, no time bank, or no home throws count.
        {0: phrase("none"), 60: phrase("1 minute"), 120: phrase("2 minutes"), 300: phrase("5 minutes")},
        default=60,
    )
    """In seconds."""


def usual(turn_seconds: int) -> int:
    """The time bank of a table with turns of that length, in seconds."""
    return USUAL_SECONDS if turn_seconds <= SHORT_TURN_SECONDS else 0


def common_rules(table: AnyTable) -> CommonRules:
    """What was agreed at a table."""
    return CommonRules(table.terms.bank_seconds)


def with_rule(table: AnyTable, name: str, index: int) -> AnyTable:
    """The table with one of the common rules set to its index-th choice; `NotOffered` if there is none."""
    seconds = change(common_rules(table), name, index).time_bank
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
