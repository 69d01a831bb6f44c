"""Fair chance (TB-13): a secret is fixed and committed to before anybody cuts, and can be checked afterwards.

Before a hand the bot fixes a secret seed and shows a commitment to it. Then players *cut*: words that they
typed are mixed in, in no order. `docs/develop/fair-chance.md` says all of it for people who work it out with
a program of their own.

*Numbers* come without bias from HMAC-SHA-256, which anybody who knows the key can draw again:

    HMAC(key, '[["cut",...],draw,block]')  ->  eight 32-bit words, big-endian

The text is JSON without blanks, in UTF-8; draw and block count from 0. The cuts are sorted by their UTF-8
bytes, so that nobody chooses their order. Words that would favour the low numbers are thrown away.

*Dice*: the commitment is the seed's SHA-256, every draw of the House is read from the seed, the cuts and the
number of the draw, and when the hand is over the seed is shown.

*Cards*: from the seed follow the order in which the cards lie in the deck's *slots* and 32 bytes of salt for
each slot. Every slot is a leaf

    SHA-256(0x00 ‖ '<slot> <card> <salt in hex>')

of a Merkle tree, whose nodes are SHA-256(0x01 ‖ left ‖ right); where a row has an odd last
node, that one moves up as it is. The root is the commitment. After the last card there is
one leaf more, called `lots`: its salt is the key of the lots that are drawn beside the deck,
so that they too are fixed before.

When the cuts are known, root and cuts give a public permutation: the card dealt from *place* p of the deck
is the one in slot permutation[p]. Such a seed is never shown, since folded cards follow from it: a player
who saw a card gets its slot, salt and path, and learns nothing about any other.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Literal, Protocol, TypeAlias, TypeVar

from games.engine.core.errors import AlreadyCut, OtherDeck, ensure, must_find

T = TypeVar("T")
Writing: TypeAlias = Literal["ascii", "utf-8"]
"""How cuts stand in the text; older seals have all but ASCII escaped, in JSON's way: `\\u00e4`."""

WORD = 2**32
UNCUT = "[]"
"""What is mixed in where nobody cuts."""
LOTS = "lots"
"""Label of the leaf after the last card."""


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
    writing: Writing = "ascii"
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
        return mixed((each if isinstance(each, str) else each.words for each in self.cuts), self.writing)

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

    def cut(self, player: int, name: str, text: str) -> Seal:
        """The seal with a player's words mixed in; raises `AlreadyCut` the second time."""
        if player in self.cutters:
            raise AlreadyCut
        return replace(self, cuts=(*self.cuts, Cut(name, text)), cutters=(*self.cutters, player))

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
        key = _salt(seal.seed, len(seal.cards)) if seal.cards else bytes.fromhex(seal.seed)
        self._words = words(key, seal.mixed, seal.drawn)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, by rejection."""
        return below(self._words, bound)

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The sealed deck, as the cuts left it."""
        ensure(cards == self._seal.cards, OtherDeck)
        return self._seal.deck.dealt(self._seal.mixed)


def mixed(cuts: Iterable[str], writing: Writing) -> str:
    """The cuts as they are mixed in; their order does not matter."""
    # Written as JSON, so that two cuts can never be read as one.
    return json.dumps(sorted(cuts), separators=(",", ":"), ensure_ascii=writing == "ascii")


def words(key: bytes, cuts: str, draw: int) -> Iterator[int]:
    """The endless stream of words of one draw, with the cuts as `mixed` writes them."""
    block = 0
    while True:
        digest = hmac.digest(key, f"[{cuts},{draw},{block}]".encode(), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(drawn: Iterator[int], bound: int) -> int:
    """A number from 0 to bound - 1, by rejection."""
    assert 0 < bound <= WORD
    fair = WORD - WORD % bound
    return must_find(word for word in drawn if word < fair) % bound


def shuffled(items: Iterable[T], draw: Callable[[int], int]) -> tuple[T, ...]:
    """The items shuffled, each order equally likely (Fisher and Yates); `draw` is a chance's `below`."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class LeafProof:
    """One leaf with all that proves it: hashed up along `path`, lowest neighbour first, it gives the root."""

    slot: int
    card: str
    salt: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in its slots, and the bot's secret about it."""

    seed: str
    cards: tuple[str, ...]

    @property
    def commitment(self) -> str:
        """The root of the tree, in hex: what is shown before anybody cuts."""
        return _rows(self)[-1][0].hex()

    def dealt(self, cuts: str) -> tuple[str, ...]:
        """The cards in the order in which they are dealt, with the cuts as they are mixed in."""
        slots = _slots(self)
        return tuple(slots[slot] for slot in permutation(self.commitment, cuts, len(slots)))

    def open(self, cards: Iterable[str]) -> tuple[LeafProof, ...]:
        """The leaves of some cards, by slot; of `LOTS` too."""
        leaves = (*_slots(self), LOTS)
        wanted = set(cards)
        return tuple(
            LeafProof(slot, card, _salt(self.seed, slot).hex(), _path(_rows(self), slot))
            for slot, card in enumerate(leaves)
            if card in wanted
        )


def permutation(commitment: str, cuts: str, cards: int) -> tuple[int, ...]:
    """From which slot each place of the deck is dealt."""
    return shuffled(range(cards), partial(below, words(bytes.fromhex(commitment), cuts, 0)))


def root_of(opened: LeafProof, leaves: int) -> str:
    """The root that a leaf leads to in a tree of `leaves` leaves; empty if its path has another length."""
    # From slot and width follow which neighbours there are and on which side, so a proof cannot choose them.
    index, width = opened.slot, leaves
    node = leaf(opened.slot, opened.card, bytes.fromhex(opened.salt))
    path = list(reversed(opened.path))
    while width > 1 and path:
        if index % 2:
            node = _node(bytes.fromhex(path.pop()), node)
        elif index + 1 < width:
            node = _node(node, bytes.fromhex(path.pop()))
        index, width = index // 2, (width + 1) // 2
    return "" if width > 1 or path else node.hex()


def leaf(slot: int, card: str, salt: bytes) -> bytes:
    """The hash of one slot."""
    # Other first bytes for leaves and nodes: else a node could be passed off as a leaf.
    return hashlib.sha256(b"\x00" + f"{slot} {card} {salt.hex()}".encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _salt(seed: str, slot: int) -> bytes:
    # With one salt for all, whoever saw one card could try which of the others makes the neighbour's hash.
    return hmac.digest(bytes.fromhex(seed), f"salt {slot}".encode(), "sha256")


# A table's deck is asked for with every view of it, and hashing it anew would be most of a press's work.
@lru_cache(maxsize=256)
def _slots(deck: Deck) -> tuple[str, ...]:
    return shuffled(deck.cards, partial(below, words(bytes.fromhex(deck.seed), UNCUT, 0)))


@lru_cache(maxsize=256)
def _rows(deck: Deck) -> tuple[tuple[bytes, ...], ...]:
    """The tree from its leaves up to its root."""
    cards = (*_slots(deck), LOTS)
    row = tuple(leaf(slot, card, _salt(deck.seed, slot)) for slot, card in enumerate(cards))
    rows = [row]
    while len(row) > 1:
        pairs = (_node(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2))
        row = (*pairs, *row[len(row) - len(row) % 2 :])
        rows.append(row)
    return tuple(rows)


def _path(rows: tuple[tuple[bytes, ...], ...], slot: int) -> tuple[str, ...]:
    path, index = [], slot
    for row in rows[:-1]:
        neighbour = index ^ 1
        if neighbour < len(row):
            path.append(row[neighbour].hex())
        index //= 2
    return tuple(path)
