"""Pictures as values, before they are painted: cards, their owners, and text.

All games share these classes. A picture has rows of tiles, such as cards and dice; their number decides the
painter's layout. The painter knows only this value, so a value without a secret makes a picture without it.
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
"""The maximum number of tiles of a hand that is painted beside another hand."""
TILES_SHORT = 3
"""The maximum number of tiles of all hands together, if more than two hands are side by side."""
GAUGES_MAX = 8
CURVES_MAX = 2


@dataclass(frozen=True, slots=True)
class Lane:
    """A row of tiles and its text.

    With a `mark` the lane is a seat's, and `name` is the player's. Without a `mark` it is a hand by itself,
    and `name` is the hand's.
    """

    tiles: tuple[Tile, ...] = ()
    mark: str = ""
    """The seat's sprite."""
    name: str = ""
    alias: str = ""
    """The name to paint if the font lacks the letters of `name`."""
    said: str = ""
    gain: str = ""
    tone: Tone = "plain"
    step: int = 0
    """The podium's step on which the lane stands; 0: none."""
    bet: str = ""
    """The seat's bet in coins."""
    sign: str = ""
    """The sprite beside the tiles that shows their outcome, such as a crown."""
    is_asked: bool = False
    """True if the seat is to act, which gives it a frame."""
    is_out: bool = False
    """True if the seat has folded, or is not in the hand."""
    manner: str = ""
    """A house player's style of play, painted only if all of it fits."""


@dataclass(frozen=True, slots=True)
class Curve:
    """An amount over days; `points` are days, each with the amount at its end."""

    points: tuple[tuple[int, int], ...]
    tone: Tone
    name: str = ""
    alias: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves over the same days, and the axes' labels: highest and lowest amount, first and last day."""

    curves: tuple[Curve, ...]
    most: str
    least: str
    days: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """A bar for an amount, with a mark at its expected value; both in thousandths of the full width."""

    name: str
    said: str
    share: int
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture. `description` is its text alternative, with the same facts."""

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
    """The message's text if no picture is sent; the painter ignores it."""

    @property
    def is_of_short_hands(self) -> bool:
        """True for one or two hands of a few tiles, or three of one tile: they are painted side by side."""
        has_only_hands = self.plot is None and not self.gauges
        counts = [len(each.tiles) for each in self.lanes]
        is_few = len(counts) < SHORT or sum(counts) <= TILES_SHORT
        return has_only_hands and is_few and counts != [] and all(0 < each <= SHORT for each in counts)


def described(lines: Iterable[str]) -> str:
    """Return the description of a picture, line by line, truncated to Discord's limit."""
    text = ""
    for line in filter(None, lines):
        longer = f"{text}\n{line}" if text else line
        if len(longer) > DESCRIPTION_MAX:
            return f"{text[: DESCRIPTION_MAX - 2]}\n…"
        text = longer
    return text


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
