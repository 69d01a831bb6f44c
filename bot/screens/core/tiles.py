"""Things on a table as values: cards and dice, a field of places, a moving number, split coins.

All games make these values, and all renderers show them: chat as text and pictures, the page as HTML.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from bot.text.translate import number
from games.engine.core.values import dataclass

TileLook: TypeAlias = Literal["plain", "lit", "dim"]
"""`lit`: the card makes the hand, or decides. `dim`: it does not count; it stays readable."""
Tone: TypeAlias = Literal["plain", "gold", "blue"]
"""The background colour of a row, never the only sign of a meaning. `gold`: the best one."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A card, a die or a coin, by its sprite; large tiles have `caption` and `said` below them."""

    sprite: str
    look: TileLook = "plain"
    caption: str = ""
    said: str = ""
    alias: str = ""
    """The text to paint if the font lacks the letters of `said`."""
    card: str = field(default="", compare=False)
    """The card in the game's notation; empty if it is face down."""
    name: str = field(default="", compare=False)
    """The card in words, for descriptions and screen readers."""
    corner: str = ""
    """The sprite in a corner: the mark of the seat that looks at the card, or an eye for a public card."""
    front: str = ""
    """The sprite on top of a card that is face down: the card that the viewer knows it to be."""


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """One place of a field."""

    name: str
    tile: Tile
    written: str
    """The place's state in two characters, for text without emojis."""
    sign: str = "gap"
    """The sprite of the place's most important fact, for text with emojis."""
    action: str = ""
    """The custom_id of a press on the place; empty if it can't be pressed."""


@dataclass(frozen=True, slots=True)
class Field:
    """A grid of places: rows have letters, columns have numbers. Piles of cards lie beside it."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    places: tuple[FieldPlace, ...]
    piles: tuple[Tile, ...] = ()
    """The piles beside the grid, with their numbers of cards."""
    said: str = ""
    """The piles as text."""
    legend: tuple[str, ...] = ()
    """The legend of the places' states as text."""
    does: str = ""
    """The label of the button that confirms a press on a `{place}`."""

    @property
    def is_pressed(self) -> bool:
        """True if any place can be pressed."""
        return any(each.action for each in self.places)

    def in_rows(self) -> list[tuple[FieldPlace, ...]]:
        """Return the places row by row."""
        width = len(self.columns)
        return [self.places[start : start + width] for start in range(0, len(self.places), width)]


@dataclass(frozen=True, slots=True)
class Track:
    """A number that changes between two bounds during a hand; `past` are its earlier values, oldest first."""

    least: int
    most: int
    now: int
    past: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of split coins, with its sign: a sprite, or `letter` in text without emojis."""

    label: str
    amount: int
    tone: Tone
    sprite: str = ""
    letter: str = ""

    @property
    def written(self) -> str:
        """The portion as plain text."""
        return f"{self.letter} {self.label} {number(self.amount)}".lstrip()
