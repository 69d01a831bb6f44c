"""What lies on a table, as values: cards and dice, a field of them, a number that moves, coins in parts.

One language for all games, for whoever draws: chat in words or as a picture, or a page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.text.translate import number

TileLook: TypeAlias = Literal["plain", "lit", "dim"]
"""Lit: it decides, or makes the hand. Dim: it does not count, but can be read all the same."""
Tone: TypeAlias = Literal["plain", "gold", "blue"]
"""The ground of a row, which never says anything alone. Gold: the best of it."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A card, a die or a coin, by its sprite; with up to two lines below it where tiles are large."""

    sprite: str
    look: TileLook = "plain"
    caption: str = ""
    said: str = ""
    alias: str = ""
    """What to write instead of what is said, in letters that can be painted."""
    card: str = field(default="", compare=False)
    """What it is, as its game writes it down; empty for a back."""
    name: str = field(default="", compare=False)
    """What it is in words, for a description."""
    corner: str = ""
    """The sprite of a small mark over a corner: who looks there, or that everybody sees it."""
    front: str = ""
    """The sprite that lies over it: what the viewer knows of what is below."""


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """One place of a field."""

    name: str
    tile: Tile
    written: str
    """It in two characters, where there are no emojis."""
    sign: str = "gap"
    """The sprite of what matters most there, where one emoji has to say it."""
    action: str = ""
    """The custom_id of what a press here does, if it does anything."""


@dataclass(frozen=True, slots=True)
class Field:
    """Places in rows, which have letters, and columns, which have numbers; and the piles beside them."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    places: tuple[FieldPlace, ...]
    piles: tuple[Tile, ...] = ()
    """What lies beside it, with how many cards there are."""
    said: str = ""
    """The piles in words."""
    legend: tuple[str, ...] = ()
    """What is written in the places, where they are words."""

    @property
    def is_pressed(self) -> bool:
        """Whether any place can be pressed."""
        return any(each.action for each in self.places)

    def in_rows(self) -> list[tuple[FieldPlace, ...]]:
        """The places row by row."""
        width = len(self.columns)
        return [self.places[start : start + width] for start in range(0, len(self.places), width)]


@dataclass(frozen=True, slots=True)
class Track:
    """A number between two others that moves during a hand; `past` is where it has been, oldest first."""

    least: int
    most: int
    now: int
    past: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of something that is divided, with its sign: a sprite, and a letter where there is none."""

    label: str
    amount: int
    tone: Tone
    sprite: str = ""
    letter: str = ""

    @property
    def written(self) -> str:
        """The whole of it in letters."""
        return f"{self.letter} {self.label} {number(self.amount)}".lstrip()
