from itertools import pairwise

import pytest

from games.dividha.cards import read
from games.dividha.hands import DividhaHand, best_so_far, broken, discards, weakest_so_far
from tests.games.dividha.three_ways import made

ONE_OF_EACH = (
    "6L1 6L2 6L3 6H 6D",
    "7H JH QH KH AH",
    "2H 2D 2B 2V 2L",
    "AH 2H 3H 4H 5H",
    "2H 2D 2B 2V KD",
    "2H 2D 2B 3H 3D",
    "7H 5H 4H 3H 2H",
    "AH 2D 3H 4D 5H",
    "2H 2D 2B 4D 5H",
    "2H 2D 3H 3D 5B",
    "2H 2D 3H 4D 6B",
    "2H 3D 4H 6B 7B",
)
"""The lowest that could be thought of for each place in DV-1, highest first."""


def beats(better: str, worse: str) -> bool:
    """Return True if one hand beats another, and is not beaten by it."""
    return made(better).key > made(worse).key


def shares(one: str, other: str) -> bool:
    """Return True if two hands are equal."""
    return made(one).key == made(other).key


def test_highest_first() -> None:
    """DV-1: the order of the twelve hands."""
    hands = [made(text) for text in ONE_OF_EACH]

    assert [hand.number for hand in hands] == list(range(1, 13))
    assert all(higher.key > lower.key for higher, lower in pairwise(hands))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6H GOD 3L 4L 2D", "AV AH KD QB 4H"),
        ("2H GOD 3L 4L 5L", "KV KL KH QB 4H"),
        ("2H 3D 4B 5V GOD", "6V1 7V JV QV KH"),
        ("GOD 6V1 6V2 6H 6D", "6V1 6V2 6V3 6H 6D"),
        ("AH 3H 4H 5H GOD", "2V 3V 4V 5V 6V1"),
    ],
)
def test_providence(better: str, worse: str) -> None:
    """DV-6, step 1: made with a wild card beats made without, whatever the immortals and the sum."""
    assert beats(better, worse)


def test_providence_is_no_higher_place() -> None:
    """DV-6: three Twos beat a Pair made with a wild card."""
    assert beats("2H 2D 2B KH 7D", "GOD KH QD 7B 4L")


def test_providence_decides_nothing_between_two() -> None:
    """DV-6, step 1: if both have a wild card the Immortal Majority is next."""
    assert beats("GOD 3V JL 5L 7D", "SATAN KH QD 7B 4V")
    assert shares("GOD KH QD 7B 4L", "SATAN KD QB 7H 4V")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2V 3V 4H 5D 6B", "6H 7D JB QH KV"),
        ("7V 7H 3D 4B 2H", "KH KD AV QV 3H"),  # immortal cards outside the hand do not count
        ("2H 2V KH JD 7B", "KD KB AV QV 3H"),
        ("GOD 3V KH 5D 7B", "GOD KH QD 7B 4L"),
        ("7V 7H 3V 3D KB", "KH KD 7V 7B QL"),
    ],
)
def test_immortal_majority(better: str, worse: str) -> None:
    """DV-6, step 2: more immortal cards in the hand."""
    assert beats(better, worse)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6H 7D JB QH KD", "7H JD QB KH AD"),
        ("2H 3D 4B 5H 6D", "AH 2D 3B 4H 5D"),
        ("KH KD 2B 3H 4D", "AH AD KB QH JD"),
        ("7H 7D 2B 3H 4D", "6H 6D KB QH JD"),  # of the hand, not of all five
        ("JH 7H 6H 5H 4H", "AH 7H 6H 5H 4H"),
        ("KH KD 2B 2H 3D", "QH QD 2B 2H AD"),
        ("KH KD KB 3H 3D", "QH QD QB 4H 4D"),
        ("KH GOD 2L 3L 4L", "QH GOD KL JL AL"),
    ],
)
def test_majority_sum(better: str, worse: str) -> None:
    """DV-6, step 3: the higher sum, in which an Ace is 1 and a wild card 0."""
    assert beats(better, worse)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7H 7D AB 3H 2D", "7H 7D KB QH JD"),
        ("7H 7D AB 4H 2D", "7H 7D AB 3H 2D"),
        ("7H 7D AB 4H 3D", "7H 7D AB 4H 2D"),
        ("KL KH QL QD 2B", "KL KH QL QD GOD"),
        ("7H 7D KB QH JD", "7H 7D KB QH 2V"),
    ],
)
def test_high_card_step(better: str, worse: str) -> None:
    """DV-6, step 4: all five from the highest down; an Ace is high, a wild card lowest."""
    assert beats(better, worse)


def test_a_deuce_in_the_high_card_step() -> None:
    """DV-6, step 4: it is an Ace if the hand reads it so, else a Two."""
    assert shares("7V JH QD KB 2L", "7V JV QH KD AH")
    assert shares("7H 7D QB 3H 2V", "7H 7B QD 3D 2H")
    assert beats("7H 7D QB 4H 2V", "7H 7B QD 3D 2L")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("KH KD 7B 5H 3D", "KB KD 7H 5D 3V"),
        ("AH QD 7B 5H 3D", "AB QV 7L 5D 3H"),
        ("AV QD 7B 5H 3D", "AL QB 7H 5D 3H"),
        ("AH KH QH JH 7H", "AB KB QB JB 7B"),
    ],
)
def test_equal_hands_share(one: str, other: str) -> None:
    """DV-6, step 5: no suit is better than another."""
    assert shares(one, other)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AH QD 7B 5H 3D", "KV QL 7V 5V 3V"),
        ("KV QD 7B 5H 3D", "KH QV JV 5V 3V"),
        ("KV QD 7B 5H 3D", "KH QB 7H 5V 3V"),
        ("KH QD 7B 5H 4D", "KB QH 7D 5B 3H"),
    ],
)
def test_high_card_hands(better: str, worse: str) -> None:
    """DV-6: the value of the one card first, then the steps."""
    assert beats(better, worse)


def test_which_could_be_the_one_card() -> None:
    """DV-6: if two could be the one card, it is the one that compares better."""
    assert made("KV KL 7H 5D 3B").key == (1, 10, 0, 1, 10, 10, 10, 7, 5, 3)


def test_cards_speak() -> None:
    """DV-7: the highest of all readings counts, by place and then by the steps of DV-6."""
    hand = made("GOD KH 5V 3H 2D")

    assert (hand.number, set(hand.cards)) == (11, {"GOD", "5V"})
    assert hand.key == (2, 0, 1, 2, 5, 10, 5, 3, 2, 0)


def test_cards_are_given_from_the_top_down() -> None:
    """DV-10: a hand's cards come in a right order."""
    assert made("3H AH 2D 5B 4H").cards == ("5B", "4H", "3H", "2D", "AH")
    assert made("KH 7D GOD 7H KD").cards[0] == "GOD"
    assert made("KB KD KV KH 2H").cards == ("KV", "KH", "KD", "KB")


def test_what_each_discard_makes() -> None:
    """DV-8: each of the six discards, and what is left."""
    found = discards(read("KH KD KB 7H 7D 2B"))

    assert [each.card for each in found] == ["KH", "KD", "KB", "7H", "7D", "2B"]
    assert [each.hand.number for each in found] == [10, 10, 10, 9, 9, 6]


def test_divine_intervention() -> None:
    """DV-9: God and Satan are above everything, whatever the other three."""
    hand = made("GOD SATAN 2H 3D KV", divine_intervention=True)

    assert (hand.number, set(hand.cards)) == (0, {"GOD", "SATAN"})
    assert hand.key > made(ONE_OF_EACH[0]).key
    assert made("GOD SATAN 7H JH QH", divine_intervention=True).number == 0
    assert made("GOD SATAN 2H 3D KV").number == 11
    assert made("GOD QH 2H 3D KV", divine_intervention=True).number == 11


def test_divine_intervention_among_discards() -> None:
    """DV-8, DV-9: the house rule counts for discards too."""
    found = discards(read("GOD SATAN 2H 3D KV 7B"), divine_intervention=True)

    assert [each.hand.number for each in found] == [11, 11, 0, 0, 0, 0]


def test_broken_hands() -> None:
    """DV-10: below every High Card; among them by the sum of all five as printed, then step 4."""
    lowest = made("2H 3D 4H 6B 7B")
    kings, aces, deuces = (
        broken(read(text)) for text in ("KH KD KB KV QH", "AH AD AB AV 2L", "GOD 2V 2L 3H 4H")
    )

    assert lowest.key > kings.key > deuces.key > aces.key
    assert [hand.key[4] for hand in (kings, deuces, aces)] == [49, 11, 6]
    assert broken(read("AH 4D 3B 2H 7D")).key > broken(read("2H 6D 5B 3H GOD")).key  # 17 and 16
    assert broken(read("AH 6D 5B 2H 3D")).key > broken(read("7H 2D 2B 3H 3D")).key  # 17 each, and the Ace


def test_a_hand_of_fewer_cards() -> None:
    """DV-1, DV-4: two or four cards have a hand so far; wild cards alone make none, unless DV-9 is on."""
    # A High Card: place 12, the King's 10 as card and as sum, no immortal card.
    assert best_so_far(("KH", "7D")) == DividhaHand(12, (1, 10, 0, 0, 10, 10, 7), ("KH",))
    assert best_so_far(("GOD", "7D")) == DividhaHand(11, (2, 0, 1, 1, 7, 7, 0), ("GOD", "7D"))
    assert best_so_far(("GOD", "SATAN")) is None
    assert best_so_far(()) is None

    weakest = weakest_so_far(("KH", "7D", "KD"))
    assert weakest is not None
    assert (weakest.card, weakest.hand.cards) == ("KH", ("KD",))
    assert weakest_so_far(("GOD", "SATAN")) is None

    divine = best_so_far(("GOD", "SATAN"), divine_intervention=True)

    assert divine is not None
    assert divine.number == 0
