"""A table as one viewer is shown it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.page import screen_html
from bot.screens.core.screen import Screen
from bot.screens.table.scenes import Scene
from games.engine.core.game import Seat


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table for one viewer: its scene, the order of their cards, and why their last press did nothing."""

    scene: Scene
    order: str
    refusal: Screen | None
    place: screen_html.Surrounds
    strip: Screen | None = None
    """What stands above a tournament's table."""
    present: frozenset[Seat] = frozenset()
    """The seats of those who have the page open there (TB-14)."""
    has_ranks: bool = False
    """True if it says what beats what in this hand."""
