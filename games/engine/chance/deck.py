"""A deck that is fixed and committed to before anybody cuts, and that can be proved card by card (TB-13).

From a hand's secret seed follow the order in which the cards lie in the deck's *slots* and
32 bytes of salt for each slot. Every slot is a leaf

    SHA-256(0x00 ‖ '<slot> <card> <salt in hex>')

of a Merkle tree, whose nodes are SHA-256(0x01 ‖ left ‖ right); where a row has an odd last
node, that one moves up as it is. The root is the commitment. After the last card there is
one leaf more, called `lots`: its salt is the key of the lots that are drawn beside the deck,
so that they too are fixed before.

When the cuts are known, root and cuts give a public permutation: the card dealt from *place*
p of the deck is the one in slot permutation[p]. A player who saw a card gets its slot, salt and
path, and learns nothing about any other.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from games.engine.chance.stream import UNCUT, below, shuffled, words

LOTS = "lots"
"""Label of the leaf after the last card."""


@dataclass(frozen=True, slots=True)
class Opened:
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

    @property
    def lots_key(self) -> bytes:
        """The key of the lots of this deck's hand."""
        return _salt(self.seed, len(self.cards))

    def dealt(self, mixed: str) -> tuple[str, ...]:
        """The cards in the order in which they are dealt, with the cuts as they are mixed in."""
        slots = _slots(self)
        return tuple(slots[slot] for slot in permutation(self.commitment, mixed, len(slots)))

    def open(self, cards: Iterable[str]) -> tuple[Opened, ...]:
        """The leaves of some cards, by slot; of `LOTS` too."""
        leaves = (*_slots(self), LOTS)
        wanted = set(cards)
        return tuple(
            Opened(slot, card, _salt(self.seed, slot).hex(), _path(_rows(self), slot))
            for slot, card in enumerate(leaves)
            if card in wanted
        )


def permutation(commitment: str, mixed: str, cards: int) -> tuple[int, ...]:
    """From which slot each place of the deck is dealt."""
    return shuffled(range(cards), partial(below, words(bytes.fromhex(commitment), mixed, 0)))


def root_of(opened: Opened, leaves: int) -> str:
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
    rows = [tuple(leaf(slot, card, _salt(deck.seed, slot)) for slot, card in enumerate(cards))]
    while len(rows[-1]) > 1:
        rows.append(tuple(_paired(rows[-1])))
    return tuple(rows)


def _paired(row: tuple[bytes, ...]) -> Iterator[bytes]:
    for index in range(0, len(row) - 1, 2):
        yield _node(row[index], row[index + 1])
    if len(row) % 2:
        yield row[-1]


def _path(rows: tuple[tuple[bytes, ...], ...], slot: int) -> tuple[str, ...]:
    path, index = [], slot
    for row in rows[:-1]:
        neighbour = index ^ 1
        if neighbour < len(row):
            path.append(row[neighbour].hex())
        index //= 2
    return tuple(path)
