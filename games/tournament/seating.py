"""Who moves, and to which seat, in a game with blinds (TDA: the next big blind, to the worst seat).

Elsewhere both are drawn by lot. `last` posted the big blind of the last hand that ended at the
table: the next to the left posts the next one (TN-27).
"""

from __future__ import annotations

from collections.abc import Collection

from games.engine.core.game import Seat, clockwise


def next_big_blind(taken: Collection[Seat], last: Seat) -> Seat:
    """Who of these is to post the big blind in the next hand."""
    return clockwise(taken, last)[0]


def worst_seat(taken: Collection[Seat], free: Collection[Seat], last: Seat, *, is_playing: bool) -> Seat:
    """The free seat that posts the big blind soonest; the next small blind's seat only if it is the last one.

    While a hand is under way the big blind has moved on by one player since the last that ended.
    """
    return clockwise(free, next_big_blind(taken, last) if is_playing else last)[0]
