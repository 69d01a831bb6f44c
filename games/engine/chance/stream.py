"""Unbiased numbers from HMAC-SHA-256, which anybody who knows the key can draw again (TB-13).

    HMAC(key, '[["cut",...],draw,block]')  ->  eight 32-bit words, big-endian

The text is JSON without blanks, in UTF-8; draw and block count from 0. The cuts are sorted by their UTF-8
bytes, so that nobody chooses their order. Words that would favour the low numbers are thrown away.
`docs/fair-chance.md` says all of it for people who work it out with a program of their own.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias, TypeVar

T = TypeVar("T")
Writing: TypeAlias = Literal["ascii", "utf-8"]
"""How cuts stand in the text; older seals have all but ASCII escaped, in JSON's way: `\\u00e4`."""

WORD = 2**32
WORDS_PER_BLOCK = 8
UNCUT = "[]"
"""What is mixed in where nobody cuts."""


def mixed(cuts: Iterable[str], writing: Writing) -> str:
    """The cuts as they are mixed in; their order does not matter."""
    # Written as JSON, so that two cuts can never be read as one.
    return json.dumps(sorted(cuts), separators=(",", ":"), ensure_ascii=writing == "ascii")


def words(key: bytes, mixed: str, draw: int) -> Iterator[int]:
    """The endless stream of words of one draw, with the cuts as `mixed` writes them."""
    block = 0
    while True:
        digest = hmac.digest(key, f"[{mixed},{draw},{block}]".encode(), "sha256")
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
