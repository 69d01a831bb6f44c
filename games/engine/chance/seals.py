"""Fair chance (TB-13).

Before a hand the bot fixes a secret seed and shows a commitment to it. Then players *cut*: words
that they typed are mixed in, in no order. Where no deck is shuffled, the commitment is the seed's
SHA-256, every draw of the House is read from the seed (`stream.py`), the cuts and the number of
the draw, and when the hand is over the seed is shown. A seed that shuffles a deck is never
shown, since folded cards follow from it: what was seen is proved card by card (`deck.py`),
and lots are read with a key of their own.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Protocol

from games.engine.chance import stream
from games.engine.chance.deck import Deck
from games.engine.core.errors import AlreadyCut, OtherDeck, ensure


class Chance(Protocol):
    """A source of unbiased whole numbers, and of one shuffled deck."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each as likely as any other."""
        ...

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The deck that was committed to for this hand, in the order in which it is dealt."""
        ...


@dataclass(frozen=True, slots=True)
class Cut:
    """A player's words and name; public once the hand has begun."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Seal:
    """A hand's secret seed, the cuts that came in before it, and how many draws the House has made.

    `cards` is what the hand shuffles, in their usual order; empty where it shuffles nothing.
    """

    seed: str
    cuts: tuple[Cut | str, ...] = ()
    """Plain texts are from an older version, which mixed them in order."""
    draws: int | tuple[int, ...] = 0
    """An older version stored how many cuts came before each draw."""
    cards: tuple[str, ...] = ()
    cutters: tuple[int, ...] = ()
    """The people who have cut: once each."""
    is_spare: bool = False
    """Sealed in case of need, but then nothing had to be shuffled."""
    writing: stream.Writing = "ascii"
    """How the cuts are mixed in; what an older version stored does not say it."""

    @classmethod
    def fresh(cls, seed: str) -> Seal:
        """The seal of a new seed, as it is made today."""
        return cls(seed, writing="utf-8")

    @property
    def is_of_old(self) -> bool:
        """Whether an older version mixed in cuts in order, which can no longer be checked."""
        return any(isinstance(each, str) for each in self.cuts)

    @property
    def mixed(self) -> str:
        """All that is mixed in, as it is written for that."""
        words = (each if isinstance(each, str) else each.words for each in self.cuts)
        return stream.mixed(words, self.writing)

    @property
    def told(self) -> tuple[Cut, ...]:
        """The cuts for everybody to see, sorted, so that their order tells nothing."""
        named = (Cut("", each) if isinstance(each, str) else each for each in self.cuts)
        return tuple(sorted(named, key=lambda cut: (cut.words, cut.name)))

    @property
    def drawn(self) -> int:
        """How many draws the House has made."""
        return self.draws if isinstance(self.draws, int) else len(self.draws)

    @property
    def dealt(self) -> tuple[str, ...]:
        """What the hand really shuffled."""
        return () if self.is_spare else self.cards

    def cut(self, player: int, name: str, words: str) -> Seal:
        """The seal with a player's words mixed in; raises `AlreadyCut` the second time."""
        if player in self.cutters:
            raise AlreadyCut
        return replace(self, cuts=(*self.cuts, Cut(name, words)), cutters=(*self.cutters, player))

    def without(self, player: int, nobody: int, name: str) -> Seal:
        """The seal with the player's name replaced; the words stay, since they are mixed in."""
        if player not in self.cutters:
            return self
        cut = self.cut_of(player)
        cuts = tuple(Cut(name, cut.words) if each is cut else each for each in self.cuts)
        cutters = tuple(nobody if each == player else each for each in self.cutters)
        return replace(self, cuts=cuts, cutters=cutters)

    def cut_of(self, player: int) -> Cut:
        """What that player mixed in."""
        named = [each for each in self.cuts if isinstance(each, Cut)]
        return named[self.cutters.index(player)]

    def after_a_draw(self) -> Seal:
        """The seal with one draw more."""
        return replace(self, draws=self.drawn + 1)

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
        key = seal.deck.lots_key if seal.cards else bytes.fromhex(seal.seed)
        self._words = stream.words(key, seal.mixed, seal.drawn)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, by rejection."""
        return stream.below(self._words, bound)

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The sealed deck, as the cuts left it."""
        ensure(cards == self._seal.cards, OtherDeck)
        return self._seal.deck.dealt(self._seal.mixed)
