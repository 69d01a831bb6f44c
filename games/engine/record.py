"""The record of a game: its rules, and further facts that the tavern needs.

A package that brings a game names its record as an entry point (`games/plugins.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.engine.core.game import AnyGame, DailyGame, Ranker
from games.engine.history import History

Referee: TypeAlias = Callable[[History], Iterator[str]]
"""A function that yields the faults of a hand's history, one line each. Raises `MalformedInput`."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, its verifier and ranker, and the limits that the laws check."""

    game: AnyGame
    referee: Referee
    ranker: Ranker | None
    """None if a hand is a single card, so that there is nothing to rank on the command line."""
    hidden: frozenset[str]
    """The fields of a state that contain secrets, each as a dotted path of names (TB-11)."""
    moves_max: tuple[int, int]
    """An upper bound on the moves of a hand: a fixed number, and a number per seat (Law 1)."""
    daily: DailyGame[Any] | None = None
    """Its deal of the day; None if the best answer depends on what others do."""
