"""Things on a table, as values: cards and dice, a field of them, a moving number, divided coins.

One language for all games and all renderers: chat as text or as a picture, or a page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.text.translate import number

TileLook: TypeAlias = Literal["plain", "lit", "dim"]
"""Lit: it decides, or makes the hand. Dim: it does not count, but is readable all the same."""
Tone: TypeAlias = Literal["plain", "gold", "blue"]
"""The ground of a row, which never carries meaning alone. Gold: the best of it."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A card, a die or a coin, by its sprite; with up to two lines below it if tiles are large."""

    sprite: str
    look: TileLook = "plain"
    caption: str = ""
    said: str = ""
    alias: str = ""
    """The replacement of the caption, in letters that can be painted."""
    card: str = field(default="", compare=False)
    """The card in its game's notation; empty for a back."""
    name: str = field(default="", compare=False)
    """The card in words, for a description."""
    corner: str = ""
    """The sprite of a small mark over a corner: a seat that looks there, or that everybody sees it."""
    front: str = ""
    """The sprite on top of it: the viewer's knowledge of the card below."""


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """One place of a field."""

    name: str
    tile: Tile
    written: str
    """The place in two characters, if there are no emojis."""
    sign: str = "gap"
    """The sprite of the most important fact there, if there is room for one emoji."""
    action: str = ""
    """The custom_id of a press on the place, if it does anything."""


@dataclass(frozen=True, slots=True)
class Field:
    """Places in rows, which have letters, and columns, which have numbers; and the piles beside them."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    places: tuple[FieldPlace, ...]
    piles: tuple[Tile, ...] = ()
    """The piles beside it, with their numbers of cards."""
    said: str = ""
    """The piles as text."""
    legend: tuple[str, ...] = ()
    """The legend of places that are words."""
    does: str = ""
    """The words of a button for a press on a `{place}`."""

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
    """A number between two bounds that moves during a hand; `past` are its earlier values, oldest first."""

    least: int
    most: int
    now: int
    past: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of something divided, with its sign: a sprite, or a letter if there is none."""

    label: str
    amount: int
    tone: Tone
    sprite: str = ""
    letter: str = ""

    @property
    def written(self) -> str:
        """The whole of it in letters."""
        return f"{self.letter} {self.label} {number(self.amount)}".lstrip()
