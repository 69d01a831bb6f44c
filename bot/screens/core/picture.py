"""Pictures as values, before anybody paints them: what lies there, whose it is, and what is said of it.

One language for all games. A picture has rows of tiles, such as cards and dice; where the painter puts
them follows from how many there are. Equal pictures are painted alike, byte for byte, so whatever a viewer
must not know is kept out here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from bot.screens.core.tiles import Field, Portion, Tile, Tone, Track

DESCRIPTION_MAX = 1024
"""Characters that Discord takes to describe a picture."""
LANES_MAX = 12
TILES_MAX = 10
SHORT = 3
"""Tiles of a hand that can stand beside another."""
TILES_SHORT = 3
"""Tiles of all hands together, where more than two hands stand side by side."""
GAUGES_MAX = 8
CURVES_MAX = 2


@dataclass(frozen=True, slots=True)
class Lane:
    """A row of tiles and its words.

    With a `mark` it is a seat's: its name, what is said of its hand, what it gains. Without one it is
    a hand by itself, and `name` is what it makes.
    """

    tiles: tuple[Tile, ...] = ()
    mark: str = ""
    """The sprite that stands for the seat."""
    name: str = ""
    alias: str = ""
    """What to write instead of a name in letters that cannot be painted."""
    said: str = ""
    gain: str = ""
    tone: Tone = "plain"
    step: int = 0
    """The step of a podium that it stands on; 0: none."""
    bet: str = ""
    """What lies before the seat in coins."""
    sign: str = ""
    """The sprite of what its tiles have come to, beside them."""
    is_asked: bool = False
    """Whose turn it is, who has a frame."""
    is_out: bool = False
    """It has folded, or is not in the hand."""
    manner: str = ""
    """How a house player plays, which is painted where there is room for all of it."""


@dataclass(frozen=True, slots=True)
class Curve:
    """What came of something from day to day: days with amounts, the first where it begins."""

    points: tuple[tuple[int, int], ...]
    tone: Tone
    name: str = ""
    alias: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves over the same days, with words for its highest and lowest amount, and for its days."""

    curves: tuple[Curve, ...]
    most: str
    least: str
    days: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """How much there was of something, and how much was to be expected, in thousandths of the breadth."""

    name: str
    said: str
    share: int
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture. `description` tells the same facts in words, and stands in for it."""

    description: str
    title: str = ""
    said: str = ""
    emblem: str = ""
    """The sprite above the title."""
    lanes: tuple[Lane, ...] = ()
    coins: int = 0
    """How many coins lie between two hands."""
    pot: str = ""
    """What lies in the middle, as a number."""
    stage: str = ""
    """Where the hand stands, beside it."""
    field: Field | None = None
    track: Track | None = None
    bar: tuple[Portion, ...] = ()
    plot: Plot | None = None
    gauges: tuple[Gauge, ...] = ()
    legend: str = ""
    """What the gauges show."""
    signs: tuple[Tile, ...] = ()
    """What signs on the cards mean, below them: an example of each, with its caption."""
    instead: str = dataclasses.field(default="", compare=False)
    """What a message says in its place where it is not shown; painted it is the same with any."""

    @property
    def is_of_short_hands(self) -> bool:
        """Whether there are one or two hands of a few tiles, or three of one: these lie side by side."""
        is_alone = self.plot is None and not self.gauges
        counts = [len(each.tiles) for each in self.lanes]
        is_few = len(counts) < SHORT or sum(counts) <= TILES_SHORT
        return is_alone and is_few and counts != [] and all(0 < each <= SHORT for each in counts)


def described(lines: Iterable[str]) -> str:
    """The description of a picture, line by line; what Discord has no room for is left out."""
    told = ""
    for line in filter(None, lines):
        longer = f"{told}\n{line}" if told else line
        if len(longer) > DESCRIPTION_MAX:
            return f"{told[: DESCRIPTION_MAX - 2]}\n…"
        told = longer
    return told


def picture_faults(picture: Picture) -> list[str]:
    """How a picture exceeds what can be sent or painted; empty if it does not."""
    checks = {
        "a picture without description": bool(picture.description),
        "a picture's description is too long": len(picture.description) <= DESCRIPTION_MAX,
        "an empty picture": bool(picture.title or picture.lanes or picture.field),
        "too many gauges in a picture": len(picture.gauges) <= GAUGES_MAX,
        "no curve in a plot, or too many": picture.plot is None or 0 < len(picture.plot.curves) <= CURVES_MAX,
        "too many rows in a picture": len(picture.lanes) <= LANES_MAX,
        "too many tiles in a row": all(len(each.tiles) <= TILES_MAX for each in picture.lanes),
    }
    return [fault for fault, holds in checks.items() if not holds]
