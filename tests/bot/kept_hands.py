"""Helpers that several tests about kept hands share."""

from __future__ import annotations

from games.catalog import GAMES
from storage.play.hands import KEPT_MAX, KeptMark

HERE, ELSEWHERE = 7, 8


MOST = tuple(
    KeptMark(HERE, tuple(GAMES)[number % len(GAMES)], 10**12 + number, 10**8 + number, 1_900_000_000.0)
    for number in range(KEPT_MAX)
)
