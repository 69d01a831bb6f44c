"""Rows of pixels as a PNG, joined of pieces that were packed each by itself.

All rows of a PNG are one stream of zlib's. Its pieces here end at whole bytes and refer to nothing before
them, so that any of them can stand after any other. Only the sum of all bytes, with which the stream ends,
is made of what each piece adds to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from zlib import DEFLATED, MAX_WBITS, Z_SYNC_FLUSH, adler32, compressobj, crc32

PACKING = 6
"""How thoroughly rows are packed, which is a third of painting: at 5 the largest are beyond 60 KB, at 9 it
takes seven times as long."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
KIND = bytes((8, 3, 0, 0, 0))
"""A byte a pixel, each the number of a colour; no other way to pack or to order them is known to PNG."""
AS_IT_IS = b"\0"
"""What stands before a row whose bytes are not told by those beside them."""
BEGIN, END = b"\x78\x5e", b"\x03\x00"
"""How a stream of zlib's begins, and its last piece, with nothing in it."""
PRIME = 65521


class Packed(NamedTuple):
    """A piece of the stream, and the sum and the number of the bytes that are packed there."""

    content: bytes
    sum: int
    length: int


def packed(pixels: bytes, width: int) -> Packed:
    """Some rows."""
    rows = b"".join(AS_IT_IS + pixels[start : start + width] for start in range(0, len(pixels), width))
    packer = compressobj(PACKING, DEFLATED, -MAX_WBITS)
    return Packed(packer.compress(rows) + packer.flush(Z_SYNC_FLUSH), adler32(rows), len(rows))


def joined(size: tuple[int, int], colours: bytes, pieces: Sequence[Packed]) -> bytes:
    """A whole PNG."""
    head = b"".join(each.to_bytes(4, "big") for each in size) + KIND
    stream = b"".join((BEGIN, *(each.content for each in pieces), END, _sum(pieces).to_bytes(4, "big")))
    chunks = (b"IHDR", head), (b"PLTE", colours), (b"IDAT", stream), (b"IEND", b"")
    return SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    checked = name + content
    return len(content).to_bytes(4, "big") + checked + crc32(checked).to_bytes(4, "big")


def _sum(pieces: Sequence[Packed]) -> int:
    """Adler's sum of all bytes: that of one more byte is the sum of them all, and of all such sums."""
    low, high = 1, 0
    for each in pieces:
        high += (each.sum >> 16) + each.length * (low - 1)
        low += (each.sum & 0xFFFF) - 1
    return (high % PRIME) << 16 | low % PRIME
