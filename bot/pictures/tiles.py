"""The materials of pictures: scaled sprites with or without a ring, the felt, plates and colours."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

from PIL import Image, ImageColor, ImageDraw
from zlib_ng.zlib_ng import compress, decompress

from bot import sprites
from bot.screens.core.tiles import Tone

SMALL = 128
"""The side of the smaller sprites, in pixels."""
RING = 6
PAD = 8
"""The margin of a tile around its sprite for ring and shadow."""
SHADOW = (0, 4)
GOLD = "#e7b84b"
DARK = "#0d1511"
CACHED_TILES = 16
"""The number of cached tiles, of 50 to 250 KB each, which are used band after band."""
CACHED_PACKED_TILES = 400
"""The number of compressed tiles, of some 10 KB each; decompressing takes a ninth of the time of drawing."""
CACHED_SHAPES = 4
"""The number of cached plates and curves, of up to 240 KB each, which are used band after band."""
WIDTH = 1040
HEIGHT_MAX = 1600
"""The maximum height of a picture; content below it is cut off."""
FELT = ("#2f4a3d", "#2b4538", "#284034", "#243b30", "#21362c", "#1e3128")
"""The background, darker towards the bottom, in few steps: a gradient would use colours that cards need."""
FELT_STEP = 96
"""The height of each step of the background; the last step goes on to the end."""
PLATES: dict[Tone, str] = {"plain": "#385145", "gold": "#4d5339", "blue": "#2f4a58"}
CREAM, GREY, INK = "#f6efdf", "#a9bcb0", "#1b1d22"
INKS: dict[Tone, str] = {"plain": "#f6efdf", "gold": "#ffd98a", "blue": "#bcd8ff"}
FILLS: dict[Tone, str] = {"plain": "#cfd6d2", "gold": "#e7b84b", "blue": "#7ea8dc"}
COLOURS = Path(__file__).with_name("colours.txt")
"""The file with the palette of all pictures (see `colours.py`)."""
Point: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]
SMOOTHING = 2


@lru_cache(maxsize=CACHED_TILES)
def tile(sprite: str, side: int, look: str) -> Image.Image:
    """Return a sprite of this side, in a margin of `PAD`."""
    whole = side + 2 * PAD
    pixels = decompress(_packed(sprite, side, look))
    return Image.frombuffer("RGBA", (whole, whole), pixels, "raw", "RGBA", 0, 1)


@lru_cache(maxsize=CACHED_PACKED_TILES)
def _packed(sprite: str, side: int, look: str) -> bytes:
    return compress(drawn_tile(sprite, side, look).tobytes(), level=6)


def drawn_tile(sprite: str, side: int, look: str) -> Image.Image:
    """Draw a tile: a sprite of this side with its shadow, and a ring if it is lit, in a margin of `PAD`."""
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
    """Return the share of its width that a sprite takes."""
    left, _upper, right, _lower = _sprite(sprite, SMALL).getchannel("A").getbbox() or (0, 0, SMALL, SMALL)
    return (right - left) / SMALL


def _sprite(sprite: str, side: int) -> Image.Image:
    drawn_at = SMALL if side <= SMALL else 2 * SMALL
    drawn = Image.open(sprites.path_of(sprite, drawn_at)).convert("RGBA")
    return drawn if side == drawn_at else drawn.resize((side, side), Image.Resampling.BOX)


def felt(width: int, height: int, top: int = 0) -> Image.Image:
    """Return a new background that begins at this row of the page."""
    whole = Image.new("RGB", (width, height), FELT[min(top // FELT_STEP, len(FELT) - 1)])
    for step in range(top // FELT_STEP + 1, min((top + height) // FELT_STEP + 1, len(FELT))):
        whole.paste(FELT[step], (0, step * FELT_STEP - top, width, height))
    return whole


def in_few_colours(page: Image.Image) -> Image.Image:
    """Return the page with a palette."""
    return page.quantize(palette=_palette(), dither=Image.Dither.NONE)


@cache
def colours() -> bytes:
    """Return the colours of all pictures, three bytes each."""
    return bytes(part for each in COLOURS.read_text().split() for part in ImageColor.getrgb(each))


@cache
def _palette() -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours())
    return palette


@lru_cache(maxsize=CACHED_SHAPES)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return the shape of a plate, drawn larger and then reduced so that its corners are smooth."""
    large = Image.new("L", (width * SMOOTHING, height * SMOOTHING))
    corner = radius * SMOOTHING
    ImageDraw.Draw(large).rounded_rectangle((0, 0, large.width - 1, large.height - 1), corner, 255)
    return large.reduce(SMOOTHING)
