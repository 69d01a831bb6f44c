"""How long a game of Stone Hand is: until all but one have lost their wager (SH-8)."""

from __future__ import annotations

from math import isqrt

SHORT_ROUNDS = 20
"""A short game."""


def rounds_expected(units: int, seats: int) -> int:
    """About how many rounds a game of such wagers takes, to one figure.

    Wagers go up and down by chance, so twice the wager takes four times as long. The figures are those of
    simulated games of 2 to 6 house players with 5 to 40 units each.
    """
    rounds = max(1, round(units**2 * _slowness(seats) / 10))
    unit: int = 10 ** (len(str(rounds)) - 1)
    return round(rounds / unit) * unit


def short_wager(seats: int) -> int:
    """The wager in units that makes a short game of it."""
    return max(2, isqrt(round(SHORT_ROUNDS * 10 / _slowness(seats))))


def _slowness(seats: int) -> float:
    """How many times as long as for two: most rounds leave most players as they were."""
    return float((seats - 1) ** 1.6)
