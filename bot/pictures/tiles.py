"""Sprites as pictures need them: in their size, with a shadow, ringed or dimmed."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from PIL import Image

SPRITES = Path(__file__).parents[1] / "sprites"
SMALL = 128
"""The side of the smaller sprites, in pixels."""
RING = 6
PAD = 8
"""What a tile needs around its sprite for ring and shadow."""
SHADOW = (0, 4)
GOLD = "#e7b84b"
DARK = "#0d1511"
DIM = 0.4
FADED = "#2a3a32"
"""What dim tiles fade into; the same everywhere, for the sake of few colours."""
KEPT = 72
"""Tiles kept, of 50 to 200 KB each."""


@lru_cache(maxsize=KEPT)
def tile(sprite: str, side: int, look: str) -> Image.Image:
    """A sprite of this side, in a margin of `PAD`."""
    drawn = _sprite(sprite, side)
    whole = Image.new("RGBA", (side + 2 * PAD, side + 2 * PAD))
    shape = drawn.getchannel("A")
    if look == "dim":
        faint = Image.blend(Image.new("RGB", drawn.size, FADED), drawn.convert("RGB"), DIM)
        whole.paste(faint, (PAD, PAD), shape)
        return whole
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
