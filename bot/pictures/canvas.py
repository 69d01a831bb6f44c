"""The strokes of a page, and the page as a PNG, band by band.

Successive pictures of a table are mostly equal. So strokes are recorded as values, and horizontal bands of
the page are cached by their strokes: a cached band is neither drawn nor compressed again.

All rows of a PNG are one zlib stream. Each band is a piece of the stream that ends at a whole byte and refers
to no earlier byte, so pieces can be joined in any order. The checksum at the end of the stream is combined
from the checksums of the pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import DEFLATED, MAX_WBITS, Z_SYNC_FLUSH, adler32, crc32

from PIL import Image, ImageDraw, ImageFont
from zlib_ng.zlib_ng import compressobj

from bot.pictures import tiles
from bot.pictures.text import DOT, curved, extent, lettered
from bot.pictures.tiles import HEIGHT_MAX, PAD, WIDTH, Box, Point, colours, felt, in_few_colours, rounded

ROWS = 32
"""The height of a band: with lower bands fewer rows are redrawn, but each band takes some time."""
CACHED_BANDS = 1000
"""The number of cached bands, of some 2 KB each, half of which is the key."""


class Stroke(NamedTuple):
    """A drawing function with its box on the page and its arguments."""

    draw: Callable[..., None]
    box: Box
    arguments: tuple[Any, ...]


class Canvas:
    """The strokes of a page, recorded until its height is known."""

    def __init__(self) -> None:
        self._strokes: list[Stroke] = []

    def tile(self, sprite: str, side: int, look: str, middle: Point) -> None:
        """Draw a sprite centred at a point; a dim one looks like a plain one."""
        (x, y), whole = middle, side + 2 * PAD
        left, upper = x - whole // 2, y - whole // 2
        ring = look if look == "lit" else "plain"
        self._record((left, upper, left + whole, upper + whole), _tile, sprite, side, ring)

    def plate(self, box: Box, colour: str, radius: int = 20) -> None:
        """Draw a rounded plate."""
        left, upper, right, lower = box
        self._record(box, _shape, colour, rounded, right - left, lower - upper, radius)

    def curve(self, box: Box, colour: str, points: tuple[Point, ...]) -> None:
        """Draw a line from point to point within a box, with a dot at the last one."""
        left, upper, right, lower = box
        around = (left - DOT, upper - DOT, right + DOT, lower + DOT)
        self._record(around, _shape, colour, curved, right - left, lower - upper, points)

    def text(self, at: Point, words: str, ink: str, face: ImageFont.FreeTypeFont, anchor: str) -> None:
        """Draw text; `anchor` is Pillow's."""
        (x, y), (left, upper, right, lower) = at, extent(words, face, anchor)
        self._record((x + left, y + upper, x + right, y + lower), _shape, ink, lettered, words, face)

    def frame(self, box: Box, colour: str) -> None:
        """Draw the edge of a plate."""
        self._record(box, _frame, colour)

    def rectangle(self, box: Box, colour: str) -> None:
        """Draw a filled rectangle."""
        self._record(box, _rectangle, colour)

    def ellipse(self, box: Box, colour: str) -> None:
        """Draw a filled ellipse."""
        self._record(box, _ellipse, colour)

    def arc(self, box: Box, colour: str, width: int) -> None:
        """Draw the upper half of an ellipse's edge."""
        self._record(box, _arc, colour, width)

    def line(self, left: int, right: int, y: int, colour: str, width: int) -> None:
        """Draw a horizontal line."""
        self._record((left, y - width, right, y + width), _line, colour, width)

    def painted(self, height: int) -> bytes:
        """Return the page on felt, as a PNG."""
        whole = min(height, HEIGHT_MAX)
        bands = []
        for top in range(0, whole, ROWS):
            bottom = min(top + ROWS, whole)
            crossing = (each for each in self._strokes if each.box[1] < bottom and each.box[3] >= top)
            bands.append(band(top, bottom, tuple(crossing)))
        return joined((WIDTH, whole), colours(), bands)

    def _record(self, box: Box, draw: Callable[..., None], *arguments: Any) -> None:
        self._strokes.append(Stroke(draw, box, arguments))


@lru_cache(maxsize=CACHED_BANDS)
def band(top: int, bottom: int, strokes: tuple[Stroke, ...]) -> Packed:
    """Return the compressed rows of a page from `top` to `bottom`."""
    page = felt(WIDTH, bottom - top, top)
    for draw, (left, upper, right, lower), arguments in strokes:
        draw(page, (left, upper - top, right, lower - top), *arguments)
    return packed(in_few_colours(page).tobytes(), WIDTH)


def _tile(page: Image.Image, box: Box, sprite: str, side: int, look: str) -> None:
    drawn = tiles.tile(sprite, side, look)
    page.paste(drawn, box[:2], drawn)


def _shape(
    page: Image.Image, box: Box, colour: str, mask: Callable[..., Image.Image], *arguments: Any
) -> None:
    page.paste(colour, box[:2], mask(*arguments))


def _frame(page: Image.Image, box: Box, colour: str) -> None:
    ImageDraw.Draw(page).rounded_rectangle(box, 16, outline=colour, width=4)


def _rectangle(page: Image.Image, box: Box, colour: str) -> None:
    ImageDraw.Draw(page).rectangle(box, colour)


def _ellipse(page: Image.Image, box: Box, colour: str) -> None:
    ImageDraw.Draw(page).ellipse(box, colour)


def _arc(page: Image.Image, box: Box, colour: str, width: int) -> None:
    ImageDraw.Draw(page).arc(box, 180, 360, colour, width)


def _line(page: Image.Image, box: Box, colour: str, width: int) -> None:
    left, upper, right, lower = box
    y = (upper + lower) // 2
    ImageDraw.Draw(page).line((left, y, right, y), colour, width)


PACKING = 6
"""The compression level: compressing takes a quarter of the painting time.

At 5 it takes three quarters of the time of 6, but the largest pictures exceed 60 KB.
"""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
KIND = bytes((8, 3, 0, 0, 0))
"""The PNG header: a colour index of one byte per pixel, and PNG's only compression and filter methods."""
UNFILTERED = b"\0"
"""The filter byte of an unfiltered row."""
BEGIN, END = b"\x78\x5e", b"\x03\x00"
"""The begin of a zlib stream, and its last piece, which is empty."""
PRIME = 65521


class Packed(NamedTuple):
    """A compressed piece of the stream, with the checksum and the number of its bytes before compression."""

    content: bytes
    sum: int
    length: int


def packed(pixels: bytes, width: int) -> Packed:
    """Return rows as a piece of the stream."""
    rows = b"".join(UNFILTERED + pixels[start : start + width] for start in range(0, len(pixels), width))
    packer = compressobj(PACKING, DEFLATED, -MAX_WBITS)
    return Packed(packer.compress(rows) + packer.flush(Z_SYNC_FLUSH), adler32(rows), len(rows))


def joined(size: tuple[int, int], colours: bytes, pieces: Sequence[Packed]) -> bytes:
    """Return a whole PNG."""
    head = b"".join(each.to_bytes(4, "big") for each in size) + KIND
    stream = b"".join((BEGIN, *(each.content for each in pieces), END, _sum(pieces).to_bytes(4, "big")))
    chunks = (b"IHDR", head), (b"PLTE", colours), (b"IDAT", stream), (b"IEND", b"")
    return SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    checked = name + content
    return len(content).to_bytes(4, "big") + checked + crc32(checked).to_bytes(4, "big")


def _sum(pieces: Sequence[Packed]) -> int:
    """Return the Adler checksum of all bytes, combined from those of the pieces."""
    low, high = 1, 0
    for each in pieces:
        high += (each.sum >> 16) + each.length * (low - 1)
        low += (each.sum & 0xFFFF) - 1
    return (high % PRIME) << 16 | low % PRIME
