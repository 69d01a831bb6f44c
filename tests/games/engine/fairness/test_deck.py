"""A deck is fixed, committed to, cut, and proved card by card (TB-13)."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import provable_chance
from games.engine.core.errors import OtherDeck
from games.engine.provable_chance import LOTS, Deck, Draw, LeafProof, Seal, permutation, root_of
from tests.games.luck import Written

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
CARDS = tuple(f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA")
SIZES = pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 8, 9, 31, 52])


def numbers(key: bytes, cuts: list[str], draw: int) -> list[int]:
    """The first words of a draw, worked out beside the program from what TB-13 says."""
    found: list[int] = []
    for block in range(60):
        text = json.dumps([cuts, draw, block], separators=(",", ":"), ensure_ascii=False).encode()
        digest = hmac.new(key, text, hashlib.sha256).digest()
        found.extend(int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4))
    return found


def order(count: int, key: bytes, cuts: list[str], draw: int) -> list[int]:
    """Fisher's and Yates's shuffle of 0, 1, 2 and so on, worked out beside the program."""
    words = iter(numbers(key, cuts, draw))
    places = list(range(count))
    for last in reversed(range(1, count)):
        word = next(words)
        while word >= 2**32 - 2**32 % (last + 1):
            word = next(words)
        other = word % (last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def salt(slot: int) -> str:
    """A slot's 32 bytes."""
    return hmac.new(bytes.fromhex(SEED), f"salt {slot}".encode(), hashlib.sha256).hexdigest()


def root(leaves: list[bytes]) -> bytes:
    """A Merkle tree's root, the other way round: split at the largest power of two below the count."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return hashlib.sha256(b"\x01" + root(leaves[:half]) + root(leaves[half:])).digest()


@SIZES
def test_commitment(size: int) -> None:
    """TB-13: the commitment is the root of a SHA-256 Merkle tree over slot number, card and 32 bytes."""
    slots = [CARDS[index] for index in order(size, bytes.fromhex(SEED), [], 0)]
    texts = [f"{slot} {card} {salt(slot)}" for slot, card in enumerate([*slots, "lots"])]
    leaves = [hashlib.sha256(b"\x00" + text.encode()).digest() for text in texts]

    assert Deck(SEED, CARDS[:size]).commitment == root(leaves).hex()
    assert Seal(SEED, ("a cut",), 1, CARDS[:size]).commitment == root(leaves).hex()


@SIZES
def test_every_leaf_proves_itself(size: int) -> None:
    """TB-13: a player who saw a card can get its slot, bytes and path, which lead to the commitment."""
    table_deck = Deck(SEED, CARDS[:size])
    opened = table_deck.open([*CARDS[:size], LOTS])

    assert [leaf.slot for leaf in opened] == list(range(size + 1))
    assert {leaf.card for leaf in opened} == {*CARDS[:size], LOTS}
    for leaf in opened:
        assert leaf.salt == salt(leaf.slot)
        assert root_of(leaf, size + 1) == table_deck.commitment


def test_only_what_is_asked_for_is_opened() -> None:
    """TB-13, TB-11: a leaf is opened for a card that was seen, and for no other."""
    (leaf,) = Deck(SEED, CARDS).open(["As"])

    assert leaf.card == "As"
    assert Deck(SEED, CARDS).open(["*1"]) == ()


@SIZES
def test_another_leaf_proves_nothing(size: int) -> None:
    """TB-13: another card, slot or salt, or a path changed, cut short or longer, misses the commitment."""
    table_deck = Deck(SEED, CARDS[:size])
    other = "00" * 32
    for leaf in table_deck.open(CARDS[:size]):
        path = leaf.path
        wrong = [
            replace(leaf, card="*1"),
            replace(leaf, salt=other),
            replace(leaf, path=path[:-1]),
            replace(leaf, path=(*path, other)),
            replace(leaf, path=()),
            *(replace(leaf, slot=slot) for slot in range(size + 1) if slot != leaf.slot),
            *(replace(leaf, path=(*path[:index], other, *path[index + 1 :])) for index in range(len(path))),
        ]
        assert [each for each in wrong if root_of(each, size + 1) == table_deck.commitment] == []


def test_a_node_is_no_leaf() -> None:
    """TB-13: leaves and nodes are hashed apart, so no inner node can pass for a card."""
    assert provable_chance.leaf(0, "As", b"") == hashlib.sha256(b"\x00" + b"0 As ").digest()
    left, right = (
        provable_chance.leaf(0, "2c", bytes.fromhex(salt(0))),
        provable_chance.leaf(1, LOTS, bytes.fromhex(salt(1))),
    )

    assert Deck(SEED, ("2c",)).commitment == hashlib.sha256(b"\x01" + left + right).hexdigest()


def test_every_slot_has_bytes_of_its_own() -> None:
    """TB-13, TB-11: no salt comes twice, so that no hash in a path can be guessed from another's card."""
    salts = [leaf.salt for seed in (SEED, "ff" * 32) for leaf in Deck(seed, CARDS).open([*CARDS, LOTS])]

    assert len(set(salts)) == 2 * 53
    assert {len(bytes.fromhex(each)) for each in salts} == {32}


def test_the_dealt_order() -> None:
    """TB-13: from root and cuts follows a public permutation of the slots."""
    sealed = Seal(SEED, ("two", "one"), 0, CARDS)
    slots = [CARDS[index] for index in order(52, bytes.fromhex(SEED), [], 0)]
    places = order(52, bytes.fromhex(sealed.commitment), ["one", "two"], 0)

    assert permutation(sealed.commitment, '["one","two"]', 52) == tuple(places)
    assert Draw(sealed).shuffled(CARDS) == tuple(slots[slot] for slot in places)


@pytest.mark.parametrize("cuts", [(), ("one",), ("one", "one", "two"), ("one", "two", ""), ("on", "etwo")])
def test_every_cut_counts(cuts: tuple[str, ...]) -> None:
    """TB-13: other cuts deal another deck under the same commitment."""
    sealed, other = Seal(SEED, ("two", "one"), 0, CARDS), Seal(SEED, cuts, 0, CARDS)

    assert other.commitment == sealed.commitment
    assert Draw(other).shuffled(CARDS) != Draw(sealed).shuffled(CARDS)


@settings(max_examples=20)
@given(cuts=st.lists(st.text(max_size=4), max_size=6), data=st.data())
def test_cuts_have_no_order(cuts: list[str], data: st.DataObject) -> None:
    """TB-13: put together without an order: in whatever order they came, deck and draws are the same."""
    other = tuple(data.draw(st.permutations(cuts)))

    assert Draw(Seal(SEED, other, 0, CARDS[:9])).shuffled(CARDS[:9]) == Draw(
        Seal(SEED, tuple(cuts), 0, CARDS[:9])
    ).shuffled(CARDS[:9])
    assert Draw(Seal(SEED, other)).below(2**32) == Draw(Seal(SEED, tuple(cuts))).below(2**32)


def test_the_order_in_which_cuts_are_written() -> None:
    """TB-13: sorted by the Unicode numbers of their letters, which is also the order of their UTF-8 bytes."""
    cuts = ["zebra", "Éa", "a", "", "Z", "aa", "é", "\U0001f0cf", "\uffee", "a"]
    places = order(52, bytes.fromhex("ab" * 32), sorted(cuts, key=lambda cut: cut.encode()), 0)

    assert permutation("ab" * 32, provable_chance.mixed(cuts, "utf-8"), 52) == tuple(places)


@settings(max_examples=30)
@given(seed=st.binary(min_size=32, max_size=32), cuts=st.lists(st.text(max_size=5), max_size=3))
def test_a_dealt_deck_is_the_whole_deck(seed: bytes, cuts: list[str]) -> None:
    """TB-13: whatever the seed and the cuts, each card is dealt once."""
    assert sorted(Deck(seed.hex(), CARDS).dealt(provable_chance.mixed(cuts, "utf-8"))) == sorted(CARDS)


def test_another_deck_was_not_committed_to() -> None:
    """TB-13: the shuffled deck is the one shown before, or this program is at fault."""
    with pytest.raises(OtherDeck):
        Draw(Seal(SEED, (), 0, CARDS)).shuffled(CARDS[1:])
    with pytest.raises(OtherDeck):
        Draw(Seal(SEED)).shuffled(CARDS)


def test_lots_come_from_their_own_leaf() -> None:
    """TB-13: beside a deck, lots are read with the bytes of the leaf called lots, which are fixed before."""
    (leaf,) = Deck(SEED, CARDS).open([LOTS])
    drawn = Draw(Seal(SEED, ("cut",), 2, CARDS))
    expected = [word % 8 for word in numbers(bytes.fromhex(leaf.salt), ["cut"], 2)[:16]]

    assert leaf.slot == 52
    assert [drawn.below(8) for _ in range(16)] == expected


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_order_is_as_likely(count: int) -> None:
    """TB-13: the draws of a shuffle give each order exactly once."""
    ways = product(*(range(bound) for bound in range(count, 1, -1)))
    outcomes = Counter(provable_chance.shuffled("abcd"[:count], Written(*way).below) for way in ways)

    assert set(outcomes) == set(permutations("abcd"[:count]))
    assert set(outcomes.values()) == {1}


def test_words_never_end() -> None:
    """TB-13: a draw has as many words as it needs, block after block."""
    assert list(islice(provable_chance.words(bytes.fromhex(SEED), '["a"]', 4), 480)) == numbers(
        bytes.fromhex(SEED), ["a"], 4
    )


def chi_squared(counts: Counter[tuple[str, int]], cells: int) -> float:
    """Return the distance of counts from being all the same."""
    expected = counts.total() / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + expected * (
        cells - len(counts)
    )


@pytest.mark.soak
def test_no_bias_in_ten_thousand_decks() -> None:
    """TB-13: from seed to dealt order, every card comes to every place as often as to any other.

    With 51 times 51 degrees of freedom chi-squared lies below 2601 + 5 * sqrt(2 * 2601), but
    once in a million times; the seeds are fixed, so it is the same every time.
    """
    counts: Counter[tuple[str, int]] = Counter()
    neighbours: Counter[tuple[str, str]] = Counter()
    for number in range(10_000):
        seed = hashlib.sha256(f"deck {number}".encode()).hexdigest()
        dealt = Deck(seed, CARDS).dealt(f'["cut {number % 7}"]')
        counts.update((card, place) for place, card in enumerate(dealt))
        neighbours.update(pairwise(dealt))

    assert chi_squared(counts, 52 * 52) < 2601 + 5 * (2 * 2601) ** 0.5
    pairs = 52 * 51
    assert chi_squared(neighbours, pairs) < pairs + 5 * (2 * pairs) ** 0.5  # type: ignore[arg-type]


@pytest.mark.soak
def test_no_bias_where_one_cutter_is_honest() -> None:
    """TB-13: with one and the same deck of the bot's, cuts alone make every place as likely."""
    counts: Counter[tuple[str, int]] = Counter()
    for number in range(10_000):
        dealt = Deck(SEED, CARDS).dealt(
            provable_chance.mixed(["the bot's friend", f"honest {number}"], "utf-8")
        )
        counts.update((card, place) for place, card in enumerate(dealt))

    assert chi_squared(counts, 52 * 52) < 2601 + 5 * (2 * 2601) ** 0.5


def test_a_path_that_is_no_path() -> None:
    """TB-13: a leaf beyond the tree, or without a path, leads nowhere."""
    assert root_of(LeafProof(0, "As", "00" * 32, ()), 2) == ""
    assert root_of(LeafProof(0, "As", "00" * 32, ("00" * 32,)), 1) == ""
