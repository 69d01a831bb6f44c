"""What pictures are made of: sprites in their size, ringed or not, felt, plates and colours."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias
from zlib import compress, decompress

from PIL import Image, ImageColor, ImageDraw, ImageFont

from bot.screens.core.tiles import Tone

SPRITES = Path(__file__).parents[1] / "sprites"
SMALL = 128
"""The side of the smaller sprites, in pixels."""
RING = 6
PAD = 8
"""What a tile needs around its sprite for ring and shadow."""
SHADOW = (0, 4)
GOLD = "#e7b84b"
DARK = "#0d1511"
KEPT = 24
"""Tiles kept, of 50 to 200 KB each."""
KEPT_PACKED = 600
"""Tiles kept packed, of some 7 KB each: unpacking one takes a ninth of the time that drawing it takes."""
WIDTH = 1040
HEIGHT_MAX = 1400
"""What would stand below it is cut off."""
FELT = ("#2f4a3d", "#2b4538", "#284034", "#243b30", "#21362c", "#1e3128")
"""Lighter above, darker below, in few steps: a smooth change would take colours that the cards need."""
FELT_STEP = 96
"""How high each step is; the last goes on to the end."""
PLATES: dict[Tone, str] = {"plain": "#385145", "gold": "#4d5339", "blue": "#2f4a58"}
CREAM, GREY, INK = "#f6efdf", "#a9bcb0", "#1b1d22"
INKS: dict[Tone, str] = {"plain": "#f6efdf", "gold": "#ffd98a", "blue": "#bcd8ff"}
FILLS: dict[Tone, str] = {"plain": "#cfd6d2", "gold": "#e7b84b", "blue": "#7ea8dc"}
COLOURS = Path(__file__).with_name("colours.txt")
"""The colours of all pictures, chosen beforehand: counting them takes longer than painting."""
Box: TypeAlias = tuple[int, int, int, int]
SMOOTHING = 2


@lru_cache(maxsize=KEPT)
def tile(sprite: str, side: int, look: str) -> Image.Image:
    """A sprite of this side, in a margin of `PAD`."""
    whole = side + 2 * PAD
    return Image.frombytes("RGBA", (whole, whole), decompress(_packed(sprite, side, look)))


@lru_cache(maxsize=KEPT_PACKED)
def _packed(sprite: str, side: int, look: str) -> bytes:
    return compress(drawn_tile(sprite, side, look).tobytes(), level=1)


def drawn_tile(sprite: str, side: int, look: str) -> Image.Image:
    """The same, drawn anew."""
    drawn = _sprite(sprite, side)
    whole = Image.new("RGBA", (side + 2 * PAD, side + 2 * PAD))
    shape = drawn.getchannel("A")
    whole.paste(DARK, (PAD + SHADOW[0], PAD + SHADOW[1]), shape.point(lambda value: value // 2))
    if look == "lit":
        left, upper, right, lower = shape.getbbox() or (0, 0, side, side)
        ring = shape.crop((left, upper, right, lower)).resize(
            (right - left + 2 * RING, lower - upper + 2 * RING), Image.Resampling.BILINEAR
        )
        whole.paste(GOLD, (PAD + left - RING, PAD + upper - RING), ring)
    whole.alpha_composite(drawn, (PAD, PAD))
    return whole


@cache
def breadth(sprite: str) -> float:
    """How much of its width a sprite takes."""
    left, _upper, right, _lower = _sprite(sprite, SMALL).getchannel("A").getbbox() or (0, 0, SMALL, SMALL)
    return (right - left) / SMALL


def _sprite(sprite: str, side: int) -> Image.Image:
    drawn_at = SMALL if side <= SMALL else 2 * SMALL
    drawn = Image.open(SPRITES / str(drawn_at) / f"{sprite}.png").convert("RGBA")
    return drawn if side == drawn_at else drawn.resize((side, side), Image.Resampling.HAMMING)


class Canvas:
    """What is drawn, noted stroke by stroke until it is known how high the page is.

    The highest that there may be is not laid out, nor cut off again: that takes as long as its words.
    """

    def __init__(self) -> None:
        self._strokes: list[Callable[[Image.Image, ImageDraw.ImageDraw], None]] = []

    def paste(self, what: Image.Image | str, at: tuple[int, int], shape: Image.Image) -> None:
        """An image, or a colour, in this shape."""
        self._strokes.append(lambda page, _draw: page.paste(what, at, shape))

    def plate(self, box: Box, colour: str, radius: int = 20) -> None:
        """A rounded plate."""
        left, upper, right, lower = box
        self.paste(colour, (left, upper), _rounded(right - left, lower - upper, radius))

    def frame(self, box: Box, colour: str) -> None:
        """The edge of such a plate."""
        self._strokes.append(lambda _page, draw: draw.rounded_rectangle(box, 16, outline=colour, width=4))

    def rectangle(self, box: Box, colour: str) -> None:
        """A full one."""
        self._strokes.append(lambda _page, draw: draw.rectangle(box, colour))

    def ellipse(self, box: Box, colour: str) -> None:
        """A full one."""
        self._strokes.append(lambda _page, draw: draw.ellipse(box, colour))

    def arc(self, box: Box, colour: str, width: int) -> None:
        """The upper half of an ellipse's edge."""
        self._strokes.append(lambda _page, draw: draw.arc(box, 180, 360, colour, width))

    def line(self, ends: Box, colour: str, width: int) -> None:
        """From point to point."""
        self._strokes.append(lambda _page, draw: draw.line(ends, colour, width))

    def text(
        self, at: tuple[int, int], words: str, ink: str, face: ImageFont.FreeTypeFont, anchor: str
    ) -> None:
        """Words; where they stand to the point is said as Pillow says it."""
        self._strokes.append(lambda _page, draw: draw.text(at, words, ink, face, anchor))

    def painted(self, height: int) -> Image.Image:
        """All of it, on felt."""
        page = felt(WIDTH, min(height, HEIGHT_MAX))
        draw = ImageDraw.Draw(page)
        for each in self._strokes:
            each(page, draw)
        return page


def felt(width: int, height: int) -> Image.Image:
    """A fresh ground."""
    whole = Image.new("RGB", (width, height), None)
    for step, colour in enumerate(FELT):
        is_last = step == len(FELT) - 1
        whole.paste(colour, (0, step * FELT_STEP, width, height if is_last else (step + 1) * FELT_STEP))
    return whole


def in_few_colours(page: Image.Image) -> Image.Image:
    """The page with a palette."""
    return page.quantize(palette=_palette(), dither=Image.Dither.NONE)


@cache
def _palette() -> Image.Image:
    palette = Image.new("P", (1, 1))
    colours = [ImageColor.getrgb(each) for each in COLOURS.read_text().split()]
    palette.putpalette([part for colour in colours for part in colour])
    return palette


@lru_cache(maxsize=16)
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    """The shape of a plate, drawn larger so that its corners come out smooth."""
    large = Image.new("L", (width * SMOOTHING, height * SMOOTHING))
    corner = radius * SMOOTHING
    ImageDraw.Draw(large).rounded_rectangle((0, 0, large.width - 1, large.height - 1), corner, 255)
    return large.reduce(SMOOTHING)
