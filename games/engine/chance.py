"""Fair chance (TB-13).

Before a hand the bot fixes a secret seed and shows a commitment to it. Players *cut*: words
of their own are mixed in. Where no deck is shuffled, the commitment is the seed's SHA-256,
every draw of the House is read from the seed (`stream.py`), the cuts so far and the number of
the draw, and when the hand is over the seed is shown. A seed that shuffles a deck is never
shown, since folded cards follow from it: what was seen is proved card by card (`deck.py`),
and lots are read with a key of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from games.engine import stream
from games.engine.deck import Deck


class Chance(Protocol):
    """A source of unbiased whole numbers, and of one shuffled deck."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as any other."""
        ...

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The deck that was committed to for this hand, in the order in which it is dealt."""
        ...


@dataclass(frozen=True, slots=True)
class Seal:
    """A hand's secret seed, the cuts so far, and for every draw of the House how many cuts came before it.

    `cards` is what the hand shuffles, in their usual order; empty where it shuffles nothing.
    """

    seed: str
    cuts: tuple[str, ...] = ()
    draws: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()

    @property
    def deck(self) -> Deck:
        """The deck in its slots."""
        return Deck(self.seed, self.cards)

    @property
    def commitment(self) -> str:
        """What is shown before, in hex: the root of the deck, or the SHA-256 of the seed."""
        if self.cards:
            return self.deck.commitment
        return hashlib.sha256(bytes.fromhex(self.seed)).hexdigest()


class Draw:
    """The chance of one draw of the House under a seal."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal
        self._words = _words(seal)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, by rejection."""
        return stream.below(self._words, bound)

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The sealed deck, as the cuts so far left it."""
        assert cards == self._seal.cards, "another deck was committed to"
        return self._seal.deck.dealt(self._seal.cuts)


def _words(seal: Seal) -> Iterator[int]:
    key = seal.deck.lots_key if seal.cards else bytes.fromhex(seal.seed)
    return stream.words(key, seal.cuts, len(seal.draws))
