"""Hands as text: what a game's ranker takes, returns and raises (see `games/tools/ranking.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias


class UnreadableHand(Exception):
    """A text that is no hand in the game's notation; its message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a hand is.

    Of two keys the lexicographically larger is the better hand, equal keys share. `number`
    is the hand's place in its game's table, or its score where the game counts so. `cards`
    make the hand; `discard` is the card left out, in games that leave one out.
    """

    hand: str
    number: int | None
    key: tuple[int, ...]
    cards: tuple[str, ...]
    discard: str | None = None


Rank: TypeAlias = Callable[[str, Any], Ranking]
"""Read a line under the house rules in force; raises `UnreadableHand`."""


@dataclass(frozen=True, slots=True)
class Ranker:
    """How a game's hands are ranked, and its house rules.

    `weakest` takes the weakest hand that the cards can make, in a game that pays for it.
    """

    house_rules: type[Any]
    best: Rank
    weakest: Rank | None = None
