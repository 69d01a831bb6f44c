"""The value from which a table is rendered for one viewer."""

from __future__ import annotations

from dataclasses import dataclass

from bot.page import screen_html
from bot.screens.core.screen import Screen
from bot.screens.table.scenes import Scene
from games.engine.core.game import Seat


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table for one viewer: its scene, the order of the viewer's cards, and the last press's refusal."""

    scene: Scene
    order: str
    refusal: Screen | None
    place: screen_html.Surrounds
    strip: Screen | None = None
    """The lines above a tournament's table."""
    present: frozenset[Seat] = frozenset()
    """The seats of players who have the page open at the table (TB-14)."""
    has_ranks: bool = False
    """True if the hand rankings are shown."""
