"""Hands as text: what every game's ranker gives back, and what it raises (see `games/ranking.py`)."""

from __future__ import annotations

from dataclasses import dataclass


class Unreadable(Exception):
    """A text that is no hand in the game's notation; its message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a hand is.

    Of two keys the lexicographically larger is the better hand, equal keys share. `number`
    is the hand's place in its game's table, or its score where the game counts so. `cards`
    make the hand; `discard` is what was left out, where a game leaves one out.
    """

    hand: str
    number: int | None
    key: tuple[int, ...]
    cards: tuple[str, ...]
    discard: str | None = None
