"""Unbiased numbers from HMAC-SHA-256, which anybody who knows the key can draw again (TB-13).

    HMAC(key, '[["cut", ...], draw, block]')  ->  eight 32-bit words, big-endian

The cuts are sorted by code point, so that nobody chooses their order. Words that would favour the
low numbers are thrown away.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

WORD = 2**32
WORDS_PER_BLOCK = 8


def words(key: bytes, cuts: Sequence[str], draw: int) -> Iterator[int]:
    """The endless stream of words of one draw; the order of the cuts does not matter."""
    # Written as JSON, so that two cuts can never be read as one.
    before = json.dumps([sorted(cuts), draw], separators=(",", ":"))[:-1]
    block = 0
    while True:
        digest = hmac.digest(key, f"{before},{block}]".encode(), "sha256")
        for start in range(0, 4 * WORDS_PER_BLOCK, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(drawn: Iterator[int], bound: int) -> int:
    """A number from 0 to bound - 1, by rejection."""
    assert 0 < bound <= WORD
    fair = WORD - WORD % bound
    return next(word for word in drawn if word < fair) % bound


def shuffled(items: Iterable[T], below: Callable[[int], int]) -> tuple[T, ...]:
    """The items shuffled, each order equally likely (Fisher and Yates); `below` draws each number."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
