"""What a game's screens are to the rest of the bot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from bot.screens.screen import Style
from games.engine.game import Seat
from games.engine.offers import Offer
from games.engine.views import TableView


@dataclass(frozen=True, slots=True)
class Face:
    """How a button for an offer looks."""

    label: str
    style: Style = "main"
    emoji: str | None = None


class GameScreen(Protocol):
    """The words and pictures of one game."""

    emoji: str
    accent: int
    credit: str
    """Whose game it is, as its own text names them."""

    def event(self, event: Any, view: TableView[Any]) -> str | None:
        """One line on what happened, or None where it goes without saying."""
        ...

    def body(self, view: TableView[Any]) -> tuple[str, ...]:
        """The hand under way as a whole, as lines of Markdown."""
        ...

    def at_seat(self, view: TableView[Any], seat: Seat) -> str:
        """What everybody sees of one seat in the hand under way; empty where there is nothing to see."""
        ...

    def stacks(self, view: TableView[Any]) -> Mapping[Seat, int]:
        """What lies before each seat at this moment of the hand."""
        ...

    def face(self, offer: Offer[Any]) -> Face:
        """How to show an offer."""
        ...

    def panel(self, view: TableView[Any]) -> tuple[str, ...]:
        """What only the viewer sees, as lines of Markdown."""
        ...
