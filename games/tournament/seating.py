"""Who moves, and to which seat, in a game with blinds (TDA: the next big blind, to the worst seat).

Elsewhere both are drawn by lot. `dealer` dealt the last hand that ended at the table.
"""

from __future__ import annotations

from collections.abc import Collection

from games.engine.game import Seat


def next_big_blind(taken: Collection[Seat], dealer: Seat) -> Seat:
    """Who of these is to post the big blind in the next hand; with two the dealer posts the small one."""
    clockwise = _from(taken, dealer)
    return clockwise[min(2, len(clockwise) - 1)]


def worst_seat(taken: Collection[Seat], free: Collection[Seat], dealer: Seat, *, is_playing: bool) -> Seat:
    """The free seat that is the first to post the big blind, which is never the small blind's if it can be.

    That is the next one behind the coming small blind. While a hand is under way the deal
    has moved on by one seat since the last that ended.
    """
    clockwise = _from(taken, dealer)
    small_blind = clockwise[(2 if is_playing else 1) % len(clockwise)]
    return _from(free, small_blind)[0]


def _from(seats: Collection[Seat], start: Seat) -> list[Seat]:
    """Clockwise, the first one left of a seat first."""
    return sorted(seats, key=lambda seat: (seat <= start, seat))
