"""What a game's deal of the day looks like."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from bot.screens.core.picture import Picture
from bot.screens.core.screen import Part
from games.engine.core.errors import NotOffered

ActionOf: TypeAlias = Callable[[int], str]
"""The custom_id of a button that gives an answer, by its number."""


class DailyFace(Protocol):
    """The words and buttons of one game's deal of the day."""

    how: str
    """How its answers are graded, in a line."""

    def cards(self, deal: Any) -> str:  # noqa: ARG002
        """The cards that were dealt, as they stand where there is no picture; empty if there are none."""
        return ""

    def picture(self, deal: Any) -> Picture | None:  # noqa: ARG002
        """The same as a picture."""
        return None

    @abstractmethod
    def dealt(self, deal: Any) -> tuple[str, ...]:
        """What else was dealt, and what has to be known of it, in lines."""

    @abstractmethod
    def asks(self, deal: Any, answer: ActionOf, pick: str, picked: int | None) -> tuple[Part, ...]:
        """The question, and what can be pressed: `pick` is the custom_id of a select for an answer in parts.

        What was picked there is `picked`, and can be confirmed.
        """

    def picked(self, deal: Any, places: Sequence[int]) -> int:  # noqa: ARG002
        """The number of the answer that was picked in the select; `NotOffered` if there is none."""
        raise NotOffered

    @abstractmethod
    def told(self, deal: Any, answer: int) -> str:
        """An answer in a few words, as an order."""

    @abstractmethod
    def worth(self, worth: int) -> str:
        """What an answer is worth, after its words."""
