"""Text and curves in pictures.

The bot's font has the letters of Latin, Greek, Cyrillic, Armenian and Georgian. A name in other letters is
replaced by `Lane.alias`; the message itself contains the name.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.tiles import CACHED_SHAPES, SMOOTHING, Box, Point
from bot.screens.core.picture import Curve, Plot

FONT = Path(__file__).with_name("DejaVuSansCondensed-Bold.ttf")
SIZE_MIN = 32
"""The smallest size that can be read on a phone, which shows a picture at a third of its size."""
SIZE_BESIDE = 38
"""The size below which a name takes a second line, if there is room for one."""
FEW_SHADES = [85 * round(shade / 85) for shade in range(256)]
"""The shades of letters' edges, reduced to two: more shades would make a picture 4 % larger."""
ISOLATES = str.maketrans("", "", "\u2068\u2069")
"""Removes the characters that isolate a name's direction, since they are not painted."""
NOT_IN_FONT = "\uffff"
"""A non-character, which is painted like every letter that the font lacks."""
CACHED_TEXTS = 100
"""The number of cached texts, some 10 KB each; most are used again in the next band or picture."""
STROKE = 7
DOT = 10


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font in a size; the layout is the same on every machine."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def paintable(name: str, alias: str = "") -> str:
    """Return a name without letters that the font lacks; if less than half would be left, the alias."""
    letters = unicodedata.normalize("NFKC", name)
    rest = " ".join("".join(each for each in letters if _is_in_font(each)).split())
    return rest if 2 * len(rest.replace(" ", "")) >= len(letters.replace(" ", "")) > 0 else alias


@lru_cache(maxsize=1024)
def length(words: str, size: int) -> float:
    """Return the width of text in a size of the font; cached, since each row needs it for all rows."""
    return font(size).getlength(words)


@lru_cache(maxsize=1024)
def fitted(words: str, size: int, width: int) -> tuple[str, ImageFont.FreeTypeFont]:
    """Return text and font that fit into a width: a smaller font, and if need be truncated text."""
    words, smallest = words.translate(ISOLATES), min(size, SIZE_MIN)
    while size > smallest and font(size).getlength(words) > width:
        size -= 2
    face, cut = font(max(size, smallest)), words
    while cut and face.getlength(cut) > width:
        words = words[:-1].rstrip()
        cut = f"{words}…" if words else ""
    return cut, face


@lru_cache(maxsize=1024)
def extent(words: str, face: ImageFont.FreeTypeFont, anchor: str) -> Box:
    """Return the box of text relative to its anchor point."""
    left, top, right, bottom = (int(each) for each in face.getbbox(words, anchor=anchor))
    return left, top, right, bottom


@lru_cache(maxsize=CACHED_TEXTS)
def lettered(words: str, face: ImageFont.FreeTypeFont) -> Image.Image:
    """Return the shape of text, in its full size."""
    left, top, right, bottom = extent(words, face, "lm")
    shape = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(shape).text((-left, -top), words, 255, face, "lm")
    return shape.point(FEW_SHADES)


def in_lines(words: str, size: int, width: int, lines: int) -> tuple[list[str], ImageFont.FreeTypeFont]:
    """Return lines and font that fit into a width: by a smaller font, more lines, or both.

    Only the last line may be truncated.
    """
    words = words.translate(ISOLATES)
    single, face = fitted(words, size, width)
    if single == words and (face.size >= SIZE_BESIDE or lines == 1):
        return [single], face
    least, most = min(size, SIZE_MIN), min(size, SIZE_BESIDE)
    for smaller in range(most, least - 1, -2):
        broken = _broken(words, font(smaller), width, lines)
        if font(smaller).getlength(broken[-1]) <= width:
            return broken, font(smaller)
    last, face = fitted(broken[-1], least, width)
    return [*broken[:-1], last], face


def _broken(words: str, face: ImageFont.FreeTypeFont, width: int, lines: int) -> list[str]:
    """Break text into lines at spaces and hyphens, and long words anywhere; the last line takes the rest."""
    parts: list[str] = []
    rest = words
    while len(parts) < lines - 1 and face.getlength(rest) > width:
        fitting = (count for count in range(len(rest), 1, -1) if face.getlength(rest[:count]) <= width)
        most = next(fitting, 1)
        end = max(rest.rfind(" ", 1, most + 1), rest.rfind("-", 1, most) + 1)
        end = end if end > 0 else most
        parts.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*parts, rest]


def wrapped(words: str, size: int, width: int, lines: int) -> list[str]:
    """Return text in as many lines as it needs; the last one takes the rest."""
    parts: list[str] = []
    for word in words.split():
        longer = f"{parts[-1]} {word}" if parts else word
        if parts and (len(parts) == lines or font(size).getlength(longer) <= width):
            parts[-1] = longer
        else:
            parts.append(word)
    return parts


@lru_cache(maxsize=4096)
def _is_in_font(letter: str) -> bool:
    mask, lacking = (bytes(font(SIZE_MIN).getmask(each)) for each in (letter, NOT_IN_FONT))
    return letter.isspace() or mask != lacking


def height_of(amount: int, plot: Plot, box: Box) -> int:
    """Return the y coordinate of an amount in a plot, whose range includes 0."""
    amounts = [0, *(each for curve in plot.curves for _day, each in curve.points)]
    most, least = max(amounts), min(amounts)
    _left, top, _right, bottom = box
    return bottom - (bottom - top) * (amount - least) // max(1, most - least)


def course(drawn: Curve, plot: Plot, box: Box) -> tuple[Point, ...]:
    """Return a curve's points from day to day within a box."""
    left, top, right, _bottom = box
    days = [day for each in plot.curves for day, _amount in each.points]
    first, last = min(days), max(days)
    return tuple(
        ((right - left) * (day - first) // max(1, last - first), height_of(amount, plot, box) - top)
        for day, amount in drawn.points
    )


@lru_cache(maxsize=CACHED_SHAPES)
def curved(width: int, height: int, points: tuple[Point, ...]) -> Image.Image:
    """Return the shape of straight lines between points, with a dot at the last, in a margin of `DOT`."""
    # The shape is drawn larger and then reduced, so that its edges are smooth.
    large = Image.new("L", ((width + 2 * DOT) * SMOOTHING, (height + 2 * DOT) * SMOOTHING))
    strokes = ImageDraw.Draw(large)
    inside = [((x + DOT) * SMOOTHING, (y + DOT) * SMOOTHING) for x, y in points]
    strokes.line(inside, 255, STROKE * SMOOTHING, joint="curve")
    (x, y), around = inside[-1], DOT * SMOOTHING
    strokes.ellipse((x - around, y - around, x + around, y + around), 255)
    return large.reduce(SMOOTHING)
