"""Provably fair chance (TB-13): the bot commits to a secret before players cut, and proves it afterwards.

Before a hand the bot fixes a secret seed and shows a commitment to it. Then players *cut*: they type words
that are mixed in, in no order. `docs/develop/fair-chance.md` is the specification for independent verifiers.

*Numbers* are drawn without bias from HMAC-SHA-256, which anybody who knows the key can repeat:

    HMAC(key, '[["cut",...],draw,block]')  ->  eight 32-bit words, big-endian

The text is JSON without blanks, in UTF-8; draw and block count from 0. The cuts are sorted by their UTF-8
bytes, so that nobody chooses their order. Words that would favour low numbers are rejected.

*Dice*: the commitment is the seed's SHA-256, every draw of the House is derived from the seed, the cuts and
the number of the draw, and the seed is revealed when the hand is over.

*Cards*: the order of the cards in the deck's *slots*, and 32 bytes of salt for each slot, are derived from
the seed. Every slot is a leaf

    SHA-256(0x00 ‖ '<slot> <card> <salt in hex>')

of a Merkle tree, whose nodes are SHA-256(0x01 ‖ left ‖ right); an odd last node of a row
moves up unchanged. The root is the commitment. After the last card there is another leaf called
`lots`: its salt is the key of the lots that are drawn beside the deck, so the commitment covers them too.

Once the cuts are known, root and cuts give a public permutation: the card dealt from *place* p of the deck
is the one in slot permutation[p]. The seed of a deck is never revealed, since folded cards follow from it:
a player who saw a card gets its slot, salt and path, and learns nothing about any other card.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Literal, Protocol, TypeAlias, TypeVar

from games.engine.core.errors import N_, OtherDeck, RuleError, ensure, must_find

T = TypeVar("T")
Writing: TypeAlias = Literal["ascii", "utf-8"]
"""The encoding of cuts in the hashed text; older seals escape non-ASCII characters as JSON does: `\u00e4`."""

WORD = 2**32
UNCUT = "[]"
"""The hashed form of no cuts."""
LOTS = "lots"
"""The label of the leaf after the last card."""


class AlreadyCut(RuleError):
    template = N_("You’ve already mixed in words for the next hand. They stay as they are.")


class Chance(Protocol):
    """A source of unbiased whole numbers and of one shuffled deck."""

    def below(self, bound: int) -> int:
        """Return a uniform random number from 0 to bound - 1."""
        ...

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the deck committed to for this hand, in dealing order."""
        ...


@dataclass(frozen=True, slots=True)
class Cut:
    """A player's words and name; public once the hand has begun."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Seal:
    """A hand's secret seed, the cuts received before it, and the number of draws by the House.

    `cards` is the deck that the hand shuffles, in its fixed order; empty if it shuffles nothing.
    """

    seed: str
    cuts: tuple[Cut | str, ...] = ()
    """Plain strings are from an older version, which mixed them in order."""
    draws: int | tuple[int, ...] = 0
    """An older version stored the number of cuts before each draw."""
    cards: tuple[str, ...] = ()
    cutters: tuple[int, ...] = ()
    """The ids of the players who have cut, each once."""
    is_spare: bool = False
    """True if the deck was sealed as a precaution, and the hand then shuffled nothing."""
    writing: Writing = "ascii"
    """The encoding of the cuts; seals stored by an older version lack it."""

    @classmethod
    def fresh(cls, seed: str) -> Seal:
        """Return the seal of a new seed, with today's encoding."""
        return cls(seed, writing="utf-8")

    @property
    def is_of_old(self) -> bool:
        """True if an older version mixed in the cuts in order; such a seal can no longer be verified."""
        return any(isinstance(each, str) for each in self.cuts)

    @property
    def mixed(self) -> str:
        """The hashed form of all cuts."""
        return mixed((each if isinstance(each, str) else each.words for each in self.cuts), self.writing)

    @property
    def public_cuts(self) -> tuple[Cut, ...]:
        """The cuts to publish, sorted so that their order reveals nothing."""
        named = (Cut("", each) if isinstance(each, str) else each for each in self.cuts)
        return tuple(sorted(named, key=lambda cut: (cut.words, cut.name)))

    @property
    def drawn(self) -> int:
        """The number of draws that the House has made."""
        return self.draws if isinstance(self.draws, int) else len(self.draws)

    @property
    def dealt(self) -> tuple[str, ...]:
        """The cards that the hand actually shuffled."""
        return () if self.is_spare else self.cards

    def cut(self, player: int, name: str, text: str) -> Seal:
        """Return the seal with a player's words mixed in. Raises `AlreadyCut` for a second cut."""
        if player in self.cutters:
            raise AlreadyCut
        return replace(self, cuts=(*self.cuts, Cut(name, text)), cutters=(*self.cutters, player))

    def without(self, player: int, nobody: int, name: str) -> Seal:
        """Return the seal with the player's name replaced; the words stay, since they are mixed in."""
        if player not in self.cutters:
            return self
        cut = self.cut_of(player)
        cuts = tuple(Cut(name, cut.words) if each is cut else each for each in self.cuts)
        cutters = tuple(nobody if each == player else each for each in self.cutters)
        return replace(self, cuts=cuts, cutters=cutters)

    def cut_of(self, player: int) -> Cut:
        """Return the cut of a player."""
        named = [each for each in self.cuts if isinstance(each, Cut)]
        return named[self.cutters.index(player)]

    def after_a_draw(self) -> Seal:
        """Return the seal with one more draw."""
        return replace(self, draws=self.drawn + 1)

    @property
    def deck(self) -> Deck:
        """The deck in its slots."""
        return Deck(self.seed, self.cards)

    @property
    def commitment(self) -> str:
        """The public commitment in hex: the root of the deck, or the SHA-256 of the seed."""
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
        """Return a number from 0 to bound - 1, by rejection sampling."""
        return below(self._words, bound)

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the sealed deck, permuted by the cuts."""
        ensure(cards == self._seal.cards, OtherDeck)
        return self._seal.deck.dealt(self._seal.mixed)


def mixed(cuts: Iterable[str], writing: Writing) -> str:
    """Return the hashed form of the cuts, which does not depend on their order."""
    # JSON separates the cuts, so that two of them can never be read as one.
    return json.dumps(sorted(cuts), separators=(",", ":"), ensure_ascii=writing == "ascii")


def words(key: bytes, cuts: str, draw: int) -> Iterator[int]:
    """Yield the endless stream of 32-bit words of one draw; `cuts` are encoded by `mixed`."""
    block = 0
    while True:
        digest = hmac.digest(key, f"[{cuts},{draw},{block}]".encode(), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(drawn: Iterator[int], bound: int) -> int:
    """Return a number from 0 to bound - 1, by rejection sampling."""
    assert 0 < bound <= WORD
    fair = WORD - WORD % bound
    return must_find(word for word in drawn if word < fair) % bound


def shuffled(items: Iterable[T], draw: Callable[[int], int]) -> tuple[T, ...]:
    """Return the items in uniformly random order (Fisher and Yates); `draw` is a chance's `below`."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class LeafProof:
    """A leaf with its proof: the hashes of its neighbours on the way to the root, lowest first."""

    slot: int
    card: str
    salt: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in the order of its slots, which follows from the bot's secret seed."""

    seed: str
    cards: tuple[str, ...]

    @property
    def commitment(self) -> str:
        """The root of the tree in hex, published before players cut."""
        return _rows(self)[-1][0].hex()

    def dealt(self, cuts: str) -> tuple[str, ...]:
        """Return the cards in dealing order, permuted by the hashed cuts."""
        slots = _slots(self)
        return tuple(slots[slot] for slot in permutation(self.commitment, cuts, len(slots)))

    def open(self, cards: Iterable[str]) -> tuple[LeafProof, ...]:
        """Return the proofs of these cards, or of `LOTS`, sorted by slot."""
        leaves = (*_slots(self), LOTS)
        wanted = set(cards)
        return tuple(
            LeafProof(slot, card, _salt(self.seed, slot).hex(), _path(_rows(self), slot))
            for slot, card in enumerate(leaves)
            if card in wanted
        )


def permutation(commitment: str, cuts: str, cards: int) -> tuple[int, ...]:
    """Return the slot from which each place of the deck is dealt."""
    return shuffled(range(cards), partial(below, words(bytes.fromhex(commitment), cuts, 0)))


def root_of(opened: LeafProof, leaves: int) -> str:
    """Return the root a leaf leads to in a tree of `leaves` leaves; empty if its path has a wrong length."""
    # Slot and width determine the neighbours and their sides, so a proof can't choose them.
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
    """Return the hash of one slot."""
    # Leaves and nodes have different first bytes; otherwise a node could be passed off as a leaf.
    return hashlib.sha256(b"\x00" + f"{slot} {card} {salt.hex()}".encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _salt(seed: str, slot: int) -> bytes:
    # With one salt for all slots, a player who saw one card could find its neighbours by trying out hashes.
    return hmac.digest(bytes.fromhex(seed), f"salt {slot}".encode(), "sha256")


# Every view of a table needs its deck, and hashing it again would take most of a request's time.
@lru_cache(maxsize=256)
def _slots(deck: Deck) -> tuple[str, ...]:
    return shuffled(deck.cards, partial(below, words(bytes.fromhex(deck.seed), UNCUT, 0)))


@lru_cache(maxsize=256)
def _rows(deck: Deck) -> tuple[tuple[bytes, ...], ...]:
    """Return the tree from its leaves up to its root."""
    cards = (*_slots(deck), LOTS)
    row = tuple(leaf(slot, card, _salt(deck.seed, slot)) for slot, card in enumerate(cards))
    rows = [row]
    while len(row) > 1:
        pairs = (_node(row[left], row[left + 1]) for left in range(0, len(row) - 1, 2))
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
