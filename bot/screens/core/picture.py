"""Pictures as values, before they are painted: cards, their owners, and text.

One language for all games. A picture has rows of tiles, such as cards and dice; the painter's layout follows
from their number. Equal pictures are painted alike, byte for byte, so all that a viewer must not know is kept
out here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass

from bot.screens.core.tiles import Field, Portion, Tile, Tone, Track

DESCRIPTION_MAX = 1024
"""The maximum length of a picture's description on Discord."""
LANES_MAX = 12
TILES_MAX = 10
SHORT = 3
"""The number of a hand's tiles that fit beside another hand."""
TILES_SHORT = 3
"""The number of tiles of all hands together, if more than two hands are side by side."""
GAUGES_MAX = 8
CURVES_MAX = 2


@dataclass(frozen=True, slots=True)
class Lane:
    """A row of tiles and its text.

    With a `mark` it is a seat's: its name, the text about its hand, its gain. Without one it is a hand by
    itself, and `name` is the hand's name.
    """

    tiles: tuple[Tile, ...] = ()
    mark: str = ""
    """The seat's sprite."""
    name: str = ""
    alias: str = ""
    """The replacement of a name whose letters cannot be painted."""
    said: str = ""
    gain: str = ""
    tone: Tone = "plain"
    step: int = 0
    """The step of a podium that it stands on; 0: none."""
    bet: str = ""
    """The seat's bet in coins."""
    sign: str = ""
    """The sprite of the tiles' outcome, beside them."""
    is_asked: bool = False
    """True if the seat is to act, which gives it a frame."""
    is_out: bool = False
    """The seat has folded, or is not in the hand."""
    manner: str = ""
    """A house player's style of play, which is painted if there is room for all of it."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The course of an amount over days: days with amounts, the first where it begins."""

    points: tuple[tuple[int, int], ...]
    tone: Tone
    name: str = ""
    alias: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves over the same days, with text for its highest and lowest amount, and for its days."""

    curves: tuple[Curve, ...]
    most: str
    least: str
    days: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """An amount and its expected value, in thousandths of the breadth."""

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
    """The number of coins between two hands."""
    pot: str = ""
    """The pot, as a number."""
    stage: str = ""
    """The stage of the hand, beside the pot."""
    field: Field | None = None
    track: Track | None = None
    bar: tuple[Portion, ...] = ()
    plot: Plot | None = None
    gauges: tuple[Gauge, ...] = ()
    legend: str = ""
    """The meaning of the gauges."""
    signs: tuple[Tile, ...] = ()
    """The meaning of signs on the cards, below them: an example of each, with its caption."""
    instead: str = dataclasses.field(default="", compare=False)
    """The message's text if the picture is not shown; it does not affect the painting."""

    @property
    def is_of_short_hands(self) -> bool:
        """True for one or two hands of a few tiles, or three of one tile: these lie side by side."""
        is_alone = self.plot is None and not self.gauges
        counts = [len(each.tiles) for each in self.lanes]
        is_few = len(counts) < SHORT or sum(counts) <= TILES_SHORT
        return is_alone and is_few and counts != [] and all(0 < each <= SHORT for each in counts)


def described(lines: Iterable[str]) -> str:
    """Return the description of a picture, line by line, truncated to Discord's limit."""
    told = ""
    for line in filter(None, lines):
        longer = f"{told}\n{line}" if told else line
        if len(longer) > DESCRIPTION_MAX:
            return f"{told[: DESCRIPTION_MAX - 2]}\n…"
        told = longer
    return told


def picture_faults(picture: Picture) -> list[str]:
    """Return how a picture exceeds the limits of sending or painting; empty if it does not."""
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
