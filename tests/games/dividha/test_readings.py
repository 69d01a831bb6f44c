import pytest

from games.dividha.cards import read
from games.dividha.hands import NAMES, readings
from tests.games.dividha.three_ways import made

MIN_RAL_SAN = "6L1 6L2 6L3"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("6L1 6L2 6L3 6H 6D", 1),
        ("6B 6L3 6D 6L1 6L2", 1),
        ("6L1 6L2 6L3 6H SATAN", 3),  # no wild card
        ("6L1 6L2 6H 6D 6B", 3),  # not without San
        ("6V1 6V2 6V3 6H 6D", 3),  # nor in Heaven
        ("AH KH QH JH 7H", 2),
        ("7L JL QL KL AL", 2),
        ("6B 7B JB QB KB", 4),
        ("AH KH QH JH 7D", 8),
        ("KH KD KB KV GOD", 3),
        ("2H 2D 2B 2V 2L", 3),
        ("AD 2D 3D 4D 5D", 4),
        ("KH KD KB KV QV", 5),
        ("6V1 6V2 6V3 6H 2D", 5),
        ("KH KD KB 7H 7L", 6),
        ("6L1 6L2 6B 7H 7L", 6),
        ("AB JB 5B 3B 2B", 7),
        ("6V1 6V2 6V3 KV 3V", 7),
        ("4H 5D 6B 7V JH", 8),
        ("KH KD KB 7H 2D", 9),
        ("6V1 6V2 6H KD 2B", 9),
        ("KH KD 7H 7B 2D", 10),
        ("KH KD 7H 3B 2D", 11),
        ("KH QD 7H 3B 2D", 12),
    ],
)
def test_hands(text: str, number: int) -> None:
    """DV-1: each hand has its cards."""
    assert made(text).number == number


@pytest.mark.parametrize("values", ["A2345", "23456", "34567", "4567J", "567JQ", "67JQK", "7JQKA"])
def test_the_seven_straights(values: str) -> None:
    """The sequence A 2 3 4 5 6 7 J Q K A: seven straights."""
    assert made(" ".join(map("".join, zip(values, "HDBHD", strict=True)))).number == 8


@pytest.mark.parametrize("values", ["JQKA2", "QKA23", "KA234", "23457", "567JK", "567QK"])
def test_nothing_wraps_round(values: str) -> None:
    """A straight does not wrap round the Ace, and has no gap."""
    assert made(" ".join(map("".join, zip(values, "HDBHD", strict=True)))).number == 12


@pytest.mark.parametrize(
    ("text", "number", "cards"),
    [
        ("6V1 6V2 6V3 KH 3D", 12, "KH"),
        ("6V1 6V2 KH 4B 3D", 12, "KH"),
        ("6V1 6V2 KH KB 3D", 11, "KH KB"),
        ("6V1 6V2 KH KB KD", 9, "KH KB KD"),
        ("6L1 6L2 6L3 KH 2V", 12, "KH"),
    ],
)
def test_the_suits_matter(text: str, number: int, cards: str) -> None:
    """DV-1: sixes of Heaven alone, or of Hell, are neither Pair nor Three-of-a-Kind."""
    hand = made(text)

    assert (number, set(cards.split())) == (hand.number, set(hand.cards))


@pytest.mark.parametrize(
    ("text", "number", "cards"),
    [
        ("KV KL 7H 5D 3B", 12, None),
        ("KV KL KH 5D 3B", 11, None),
        ("KV KL KH KD 3B", 9, None),
        ("KV KH 7L 7H 3B", 11, {"KV", "KH"}),  # no Two Pair across the gap
        ("3V 4L 5H 6D 7B", 12, {"7B"}),
        ("GOD KL QL 7L 3L", 12, {"KL"}),
        ("SATAN KV QV 7V 3V", 12, {"KV"}),
        ("GOD SATAN KH 7D 3B", 11, None),
        ("2V 3L 4L 5H 6D", 8, None),
        ("2V 2H 7L 7D KB", 10, {"2V", "2H", "7L", "7D"}),
        ("2L 2H 7V 7D KB", 10, {"2L", "2H", "7V", "7D"}),
        ("GOD 2L 7L 5L 3L", 11, {"GOD", "2L"}),
        ("SATAN 2V 7V 5V 3V", 11, {"SATAN", "2V"}),
        ("2V 2L 2H 7V 7D", 6, None),
    ],
)
def test_syncretic_rule(text: str, number: int, cards: set[str] | None) -> None:
    """DV-2: Heaven and Hell stay apart, wild cards included; only the Deuces may cross."""
    hand = made(text)

    assert hand.number == number
    assert cards in (None, set(hand.cards))


@pytest.mark.parametrize(
    ("text", "number", "cards", "total"),
    [
        ("AV 2L KH QD 4B", 11, "AV 2L", 2),
        ("AL 2V KH QD 4B", 11, "AL 2V", 2),
        ("AH 2L KD QB 4V", 12, "AH", 1),  # what is not in the hand is no company
        ("AH 2L KV KD 5B", 10, "AH 2L KV KD", 22),
        ("AH 2V 6L1 6D 4B", 10, "AH 2V 6L1 6D", 14),
        ("AH 2V 2L KD 7B", 9, "AH 2V 2L", 3),
        ("AH AD 2V 2L KB", 5, "AH AD 2V 2L", 4),
        ("AV AH 2L KD KB", 6, "AV AH 2L KD KB", 23),
        ("AH AD AB AV 2L", 3, "AH AD AB AV 2L", 5),
        ("AH 2V SATAN 7D 4B", 9, "AH 2V SATAN", 2),
        ("AH 2V GOD 7D 4B", 11, "GOD 2V", 2),  # God is of Heaven himself
        ("7V JV QV KV 2L", 8, "7V JV QV KV 2L", 35),
        ("2H 3V 4V 5V 2L", 8, "2H 3V 4V 5V 2L", 15),
        ("7H JD QB KH 2L", 12, "KH", 10),
    ],
)
def test_deuce_as_ace(text: str, number: int, cards: str, total: int) -> None:
    """DV-3: beside the other immortal suit, in the hand itself, a Deuce may be an Ace."""
    hand = made(text)

    assert (number, set(cards.split()), total) == (hand.number, set(hand.cards), hand.key[4])


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("2V 2L KH QD 7B", 4),  # a pair of Twos, where Aces would count 2
        ("3V 4V 5V 6V1 2L", 20),
        ("2L GOD KL QL 7L", 2),
        ("2V 2L 2H AD KB", 6),
    ],
)
def test_deuce_as_two(text: str, total: int) -> None:
    """DV-3: whichever reading compares better, so a Two where the sum decides."""
    assert made(text).key[4] == total


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("KV QV 7V 4V 2L", 12),
        ("KL QL 7L 4L 2V", 12),
        ("3V 4V 5V 6V1 2L", 8),
        ("7L JL QL KL 2V", 8),
        ("6L1 6L2 6L3 4D 2V", 12),
        ("KV QV 7V 4V 2V", 7),
        ("3V 4V 5V 6V2 2V", 4),
    ],
)
def test_deuce_and_pure(text: str, number: int) -> None:
    """DV-3: beside the other suit a Deuce never helps to make a Pure hand; its suit is its own."""
    assert made(text).number == number


@pytest.mark.parametrize(
    ("text", "number", "cards"),
    [
        ("GOD KH 7D 5V 3L", 11, "GOD 5V"),
        ("GOD KH KD 5V 3L", 9, "GOD KH KD"),
        ("GOD KH KD 7H 7D", 6, "GOD KH KD 7H 7D"),
        ("GOD KH KD KB 7D", 5, "GOD KH KD KB"),
        ("GOD 6V1 6V2 6V3 7D", 5, "GOD 6V1 6V2 6V3"),
        ("GOD 6V1 6V2 KH KD", 6, "GOD 6V1 6V2 KH KD"),
        ("GOD 3H 4V 5D 7B", 8, "GOD 3H 4V 5D 7B"),
        ("SATAN 3H 4V 5D 7B", 11, "SATAN 7B"),
        ("SATAN 2H 3H 4H 5H", 4, "SATAN 2H 3H 4H 5H"),
        ("SATAN KB JB 5B 2B", 7, "SATAN KB JB 5B 2B"),
        ("GOD AV KV JV 7V", 2, "GOD AV KV JV 7V"),
        ("GOD KL KH QL QD", 10, "KL KH QL QD"),
    ],
)
def test_wild_cards(text: str, number: int, cards: str) -> None:
    """DV-4: any value and any suit, but God stays in Heaven and Satan in Hell."""
    hand = made(text)

    assert (number, set(cards.split())) == (hand.number, set(hand.cards))


def test_a_wild_card_alone_is_no_hand() -> None:
    """DV-4: High Card is made with another card, and a face-up wild card has value 0."""
    hand = made("SATAN AV QV 7V 4V")

    assert (hand.number, hand.cards) == (12, ("AV",))
    assert hand.key == (1, 11, 0, 1, 1, 11, 9, 7, 4, 0)
    used = {card.card for each in readings(read("SATAN AV QV 7V 4V")) for card in each.reads}
    assert "SATAN" not in used


@pytest.mark.parametrize(
    ("others", "number", "immortals", "total"),
    [
        ("KH KD", 7, 5, 38),
        ("KH 7D", 7, 5, 35),
        ("KH 4L", 7, 5, 32),
        ("6H KD", 5, 3, 24),
        ("6H 4L", 5, 3, 24),
        ("6H SATAN", 3, 5, 24),
        ("KH SATAN", 5, 4, 18),
        ("6H 6D", 1, 5, 30),
        ("KH GOD", 11, 1, 10),  # God cannot stand with The Three
        ("KH 4V", 12, 0, 10),
        ("KH 2V", 12, 0, 10),
    ],
)
def test_corruption(others: str, number: int, immortals: int, total: int) -> None:
    """DV-5: beside The Three each mortal card may be of Hell, or stay what it is."""
    hand = made(f"{MIN_RAL_SAN} {others}")

    assert (number, immortals, total) == (hand.number, hand.key[3], hand.key[4])


def test_no_corruption_without_all_three() -> None:
    """DV-5: Min and Ral alone corrupt nothing."""
    assert made("6L1 6L2 7L 4L KH").number == 12
    assert made("6V1 6V2 6V3 KH QH").number == 12


def test_every_hand_has_a_name() -> None:
    """DV-1, DV-9: the names of the table, in its order."""
    assert list(NAMES[:13]) == [
        "Divine Intervention",
        "Pure Five-of-a-Kind",
        "Pureblood Straight",
        "Five-of-a-Kind",
        "Pure Straight",
        "Four-of-a-Kind",
        "Full House",
        "Pure",
        "Straight",
        "Three-of-a-Kind",
        "Two Pair",
        "One Pair",
        "High Card",
    ]
