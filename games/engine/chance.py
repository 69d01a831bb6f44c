"""Fair chance (TB-13).

Before a hand the bot fixes a secret seed and shows its SHA-256. Players *cut*: words of
their own are mixed in. Every draw of the House is read from HMAC-SHA-256, keyed with the
seed, over the cuts so far, the number of the draw and the number of the block:

    HMAC(seed, '[["cut", ...], draw, block]')  ->  eight 32-bit words, big-endian

A word that would favour the low numbers is thrown away. When the hand is over the seed is
shown, and anybody can repeat every draw.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

WORD = 2**32
WORDS_PER_BLOCK = 8


class Chance(Protocol):
    """A source of unbiased whole numbers."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as any other."""
        ...


@dataclass(frozen=True, slots=True)
class Seal:
    """A hand's secret seed, the cuts so far, and for every draw of the House how many cuts came before it."""

    seed: str
    cuts: tuple[str, ...] = ()
    draws: tuple[int, ...] = ()

    @property
    def commitment(self) -> str:
        """What is shown before: the SHA-256 of the seed, in hex."""
        return hashlib.sha256(bytes.fromhex(self.seed)).hexdigest()


class Draw:
    """The chance of one draw of the House under a seal."""

    def __init__(self, seal: Seal) -> None:
        self._words = _words(seal)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, by rejection."""
        assert 0 < bound <= WORD
        fair = WORD - WORD % bound
        return next(word for word in self._words if word < fair) % bound


def _words(seal: Seal) -> Iterator[int]:
    key = bytes.fromhex(seal.seed)
    block = 0
    while True:
        text = json.dumps([seal.cuts, len(seal.draws), block], separators=(",", ":"))
        digest = hmac.digest(key, text.encode(), "sha256")
        for start in range(0, 4 * WORDS_PER_BLOCK, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1
