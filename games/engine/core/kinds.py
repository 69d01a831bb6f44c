"""What the engine asks of the types that a game is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


class HandState(Protocol):
    """The state of a hand, as far as the engine looks into it."""

    @property
    def turn(self) -> int:
        """A number that stays the same through all questions of one turn, and then changes."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """The types of a game's values, for reading them back strictly."""

    state: Any
    move: Any
    event: Any
    view: Any
    carry: Any
    rules: Any
    keepsake: Any
