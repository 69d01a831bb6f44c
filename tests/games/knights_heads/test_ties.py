"""The better of two hands: KH-2, KH-3 and KH-4."""

from __future__ import annotations

import pytest

from games.knights_heads.hands import key, made
from tests.games.knights_heads.written import IS, name, rank

BY_FACES = [
    (
        "Dynasty",
        "Q03 Q04 Q05 Q06 Q07 Q08 Q09 Q10 Q11 Q12",
        "N01 N02 N05 N06 N07 N08 N09 N10 N11 N12",
    ),
    (
        "Twin Courts",
        "M03 M04 M05 M06 M07 M08 M09 M10 B03 B04",
        "S01 S02 S05 S06 S07 S08 S09 S10 K01 K02",
    ),
    (
        "House Divided",
        "N03 N04 N05 N06 N07 B03 B04 B05 B06 B07",
        "A01 A02 A05 A06 A07 M01 M02 M05 M06 M07",
    ),
    (
        "House Divided",
        "N03 N04 N05 N06 N07 J03 J04 J05 J06 J07",
        "N01 N02 N05 N06 N07 B01 B02 B05 B06 B07",
    ),
    (
        "House of Twins",
        "K01 K02 Q01 Q02 S01 S02 A01 A02 B01 B02",
        "K01 K02 N01 N02 S01 S02 A01 A02 M01 M02",
    ),
    (
        "Council",
        "Q03 Q04 Q05 Q06 S03 S04 S05 S06 D03 B03",
        "Q01 Q02 Q05 Q06 J01 J02 J05 J06 K01 K02",
    ),
    (
        "Court of Twins",
        "K01 K02 Q01 Q02 A01 A02 J01 J02 S03 D12",
        "K01 K02 Q01 Q02 A01 A02 B01 B02 N03 S01",
    ),
    (
        "House of Mirrors",
        "Q03 Q04 A03 A04 S03 S04 D03 D04 B03 B04",
        "N01 N02 A01 A02 S01 S02 D03 D04 J03 J04",
    ),
    (
        "Three Twins",
        "K01 K02 A01 A02 S01 S02 M08 D12 J08 B03",
        "K01 K02 A01 A02 D01 D02 N03 N04 M08 J01",
    ),
    (
        "Three Triplets",
        "K03 K04 K05 A03 A04 A05 S03 S04 S05 B03",
        "K01 K03 K05 A01 A03 A05 B01 B02 B03 S01",
    ),
    (
        "Court",
        "A03 A04 A05 A06 S03 S04 K03 B03 D12 J08",
        "M01 M02 M05 M06 K01 K02 A01 A03 S01 B01",
    ),
    (
        "Pair of Twins",
        "K01 K02 A01 A02 S03 S04 B03 B04 M08 D12",
        "K01 K02 M01 M02 A01 A03 S01 S03 N01 D12",
    ),
    (
        "Pair of Triplets",
        "K03 K04 K05 S03 S04 S05 A03 B03 M08 D12",
        "K01 K02 K05 B01 B03 B05 A01 S01 M01 D12",
    ),
    (
        "Twins",
        "K01 K02 A03 A04 S03 S04 B03 B04 M08 D12",
        "A01 A02 K01 K03 S01 S04 B01 B04 M01 D12",
    ),
    (
        "Triplet",
        "N03 N04 N05 A03 S03 S04 B03 M08 D12 J08",
        "A01 A04 A05 K01 K03 S01 S04 B01 M01 D12",
    ),
]


@pytest.mark.parametrize(("hand", "better", "worse"), BY_FACES)
def test_faces_of_the_sets(hand: str, better: str, worse: str) -> None:
    """KH-2: the faces of the sets of two such hands decide, before any notable card."""
    assert (name(better), name(worse)) == (hand, hand)
    assert rank(better) > rank(worse)


@pytest.mark.parametrize(
    ("hand", "better", "worse"),
    [
        (
            "Royal House",
            "K03 K04 Q03 Q04 Q05 Q06 Q07 N03 N04 N05",
            "K01 K02 Q01 Q02 Q05 Q06 N01 N02 N04 N05",
        ),
        (
            "Ladies in Waiting",
            "Q03 Q04 M03 M04 M05 D04 D05 J03 J04 B12",
            "Q01 Q02 M02 M04 D01 D02 D05 J02 J04 B12",
        ),
        ("Hamlet", "A03 A04 M08 M09 S03 S04 D12 J08 J09 B04", "A01 A02 M01 M02 S01 S04 D12 J08 B01 B04"),
        ("Family", "K03 K04 A03 A04 S03 Q03 Q04 M03 D03 D04", "K01 K02 A01 A04 S01 Q01 Q04 M02 D01 J03"),
        ("Rabble", "K03 K04 A03 A04 S03 S04 J08 B04 M08 D12", "K01 K04 A01 A04 S01 S04 B01 B04 M01 D12"),
        ("Rabble", "K03 K04 A03 S03 S04 J08 J09 B03 B04 M08", "K01 Q01 A01 A04 S01 S04 J01 J09 B01 M01"),
    ],
)
def test_all_ten_faces(hand: str, better: str, worse: str) -> None:
    """KH-2: the ten faces of two hands that speak of all ten cards decide, high to low."""
    assert (name(better), name(worse)) == (hand, hand)
    assert rank(better) > rank(worse)


@pytest.mark.parametrize(
    ("hand", "one", "other"),
    [
        (
            "Council of Kings",
            "K01 K02 K03 K04 K05 K06 K07 K08 Q03 N03",
            "K01 K02 K03 K04 K05 K06 K07 K08 B03 B04",
        ),
        (
            "Royal Assembly",
            "K03 K04 Q03 Q04 N03 N04 N05 N06 N07 A03",
            "K03 K04 Q03 Q04 N03 N04 N05 N06 B03 B04",
        ),
        (
            "Royal Family",
            "K03 K04 Q03 Q04 N03 N04 A03 A04 S03 B03",
            "K03 Q03 N03 N04 M08 M09 S03 S04 B03 B04",
        ),
        ("Kingdom", "K03 N03 N04 N05 A03 M08 S03 D12 J08 B03", "K04 N06 N07 N08 A04 M09 S04 D12 J09 B04"),
        ("Queendom", "K03 Q03 N03 N04 A03 M03 S03 D03 J03 B03", "K04 Q04 N05 N06 A04 M08 S04 D12 J08 B12"),
        ("War Room", "K03 N03 A03 A04 A05 A06 B03 B04 B05 B06", "K04 N04 A07 A08 A09 A10 B07 B08 B09 B10"),
        ("Entourage", "A03 A04 A05 A06 M03 M04 S03 S04 S05 S06", "A07 A08 A09 A10 M08 M09 S07 S08 S09 S10"),
        ("Gala", "M03 M04 D03 D04 D05 D06 J03 J04 J05 J06", "M08 M09 D07 D08 D09 D12 J07 J08 J09 J10"),
    ],
)
def test_faces_that_are_fixed(hand: str, one: str, other: str) -> None:
    """KH-2, KH-3: if the hand names its faces nothing else is compared: the pot is split."""
    assert (name(one), name(other)) == (hand, hand)
    assert rank(one) == rank(other)


def test_other_faces_do_not_decide_between_sets() -> None:
    """KH-2, KH-3: the cards beside the sets have no say: the pot is split."""
    one, other = "S03 S04 S05 S06 K03 K04 Q03 Q04 A03 A04", "S07 S08 S09 S10 S11 D03 D04 B03 B04 Q03"

    assert (name(one), name(other)) == ("Court", "Court")
    assert rank(one) == rank(other)


def test_the_number_on_a_card_does_not_decide() -> None:
    """KH-3: 03 and 12 are worth the same: the pot is split."""
    assert rank("K03 K04 A03 A04 S03 S04 B03 B04 M08 D12") == rank("K07 K08 A11 A12 S11 S12 B10 B11 M12 D12")


@pytest.mark.parametrize(
    ("hand", "better", "worse"),
    [
        ("Dynasty", "A01 A02 A05 A06 A07 A08 A09 A10 A11 A12", "A01 A04 A05 A06 A07 A08 A09 A10 A11 A12"),
        ("Twin Courts", "S01 S04 S05 S06 S07 S08 S09 S10 K03 Q03", "S03 S04 S05 S06 S07 S08 S09 S10 K01 K02"),
        ("Kingdom", "K01 N03 N04 N05 A03 M08 S03 D12 J08 B03", "K03 N03 N04 N05 A03 M08 S03 D12 J08 B03"),
        ("Royal House", "K01 K04 K05 Q03 Q04 Q05 N03 N04 N05 N06", "K03 K04 K05 Q03 Q04 Q05 N03 N04 N05 N06"),
        ("Queendom", "K03 Q03 N03 N04 A03 M03 S03 D03 J03 B01", "K03 Q03 N03 N04 A03 M03 S03 D03 J03 B03"),
        (
            "Ladies in Waiting",
            "Q03 Q04 M02 M04 D03 D04 D05 J02 J04 B12",
            "Q03 Q04 M03 M04 D01 D04 D05 J03 J04 B12",
        ),
        ("War Room", "K03 N03 A03 A04 A05 A06 B01 B04 B05 B06", "K03 N03 A03 A04 A05 A06 B03 B04 B05 B06"),
        (
            "House Divided",
            "K01 K04 K05 K06 K07 D03 D04 D05 D06 D07",
            "K03 K04 K05 K06 K07 D03 D04 D05 D06 D07",
        ),
        ("Entourage", "A03 A04 A05 A06 M01 M04 S03 S04 S05 S06", "A03 A04 A05 A06 M03 M04 S03 S04 S05 S06"),
        (
            "Royal Assembly",
            "K03 K04 Q03 Q04 N03 N04 N05 N01 A03 B03",
            "K03 K04 Q03 Q04 N03 N04 N05 N06 A01 B01",
        ),
        ("Gala", "M03 M04 D03 D04 D05 D06 J03 J04 J05 J02", "M03 M04 D03 D04 D05 D06 J03 J04 J05 J06"),
        ("Council", "Q03 Q04 Q05 Q01 S03 S04 S05 S06 K03 B03", "Q03 Q04 Q05 Q06 S03 S04 S05 S06 K01 B01"),
        (
            "House of Mirrors",
            "K03 K04 A03 A04 S03 S04 D03 D04 J01 J04",
            "K03 K04 A03 A04 S03 S04 D03 D04 J03 J04",
        ),
        ("Hamlet", "A03 A04 M08 M09 S03 S04 D12 J08 B01 B04", "A03 A04 M08 M09 S03 S04 D12 J08 B03 B04"),
        (
            "Royal Family",
            "K03 Q03 N01 N04 A03 A04 S03 S04 B03 B04",
            "K03 Q03 N03 N04 A01 A04 S01 S04 B03 B04",
        ),
        ("Family", "K01 K04 A03 A04 S03 Q03 Q04 M03 D03 D04", "K03 K04 A03 A04 S03 Q03 Q04 M03 D03 D04"),
        (
            "Three Triplets",
            "K03 K04 K05 A03 A04 A05 S01 S04 S05 B03",
            "K03 K04 K05 A03 A04 A05 S03 S04 S05 B01",
        ),
        ("Court", "A01 A04 A05 A06 S03 S04 K03 B03 D12 J08", "A03 A04 A05 A06 S01 S04 K01 B01 D12 J08"),
        (
            "Pair of Triplets",
            "K03 K04 K05 A03 A04 A01 S03 B03 M08 D12",
            "K03 K04 K05 A03 A04 A05 S01 B01 M01 D12",
        ),
        ("Triplet", "K03 K04 K01 A03 A04 S03 S04 B03 M08 D12", "K03 K04 K05 A01 A04 S01 S04 B01 M01 D12"),
        ("Rabble", "K03 K04 A03 A04 S03 S04 B03 B04 M01 D12", "K03 K04 A03 A04 S03 S04 B03 B04 M08 D12"),
    ],
)
def test_notable_cards_that_make_the_hand(hand: str, better: str, worse: str) -> None:
    """KH-3: with the same faces the notable cards among those that make the hand come first."""
    assert (name(better), name(worse)) == (hand, hand)
    assert rank(better) > rank(worse)


@pytest.mark.parametrize(
    ("hand", "better", "worse"),
    [
        (
            "Council of Kings",
            "K01 K02 K03 K04 K05 K06 K07 K08 B01 B03",
            "K01 K02 K03 K04 K05 K06 K07 K08 Q03 B03",
        ),
        ("Twin Courts", "S03 S04 S05 S06 S07 S08 S09 S10 K01 Q03", "S03 S04 S05 S06 S07 S08 S09 S10 K03 Q03"),
        (
            "Royal Assembly",
            "K03 K04 Q03 Q04 N03 N04 N05 N06 A01 B03",
            "K03 K04 Q03 Q04 N03 N04 N05 N06 A03 B03",
        ),
        ("Council", "Q03 Q04 Q05 Q06 S03 S04 S05 S06 K01 B03", "Q03 Q04 Q05 Q06 S03 S04 S05 S06 K03 B03"),
        (
            "Court of Twins",
            "K01 K02 Q01 Q02 A01 A02 B01 B02 S01 D12",
            "K01 K02 Q01 Q02 A01 A02 B01 B02 S03 D12",
        ),
        (
            "Royal Family",
            "K03 Q03 N03 N04 A03 A04 S03 S04 B03 B01",
            "K03 Q03 N03 N04 A03 A04 S03 S04 B03 B04",
        ),
        ("Three Twins", "K01 K02 A01 A02 S01 S02 M08 D12 J08 B01", "K01 K02 A01 A02 S01 S02 M08 D12 J08 B03"),
        (
            "Three Triplets",
            "K03 K04 K05 A03 A04 A05 S03 S04 S05 B01",
            "K03 K04 K05 A03 A04 A05 S03 S04 S05 B03",
        ),
        ("Court", "A03 A04 A05 A06 S01 S04 K03 B03 D12 J08", "A03 A04 A05 A06 S03 S04 K03 B03 D12 J08"),
        ("Court", "A03 A04 A05 A06 S01 S02 K03 B03 D12 J08", "A03 A04 A05 A06 S01 S04 K03 B03 D12 J08"),
        (
            "Pair of Twins",
            "K01 K02 A01 A02 S01 S04 B03 B04 M08 D12",
            "K01 K02 A01 A02 S03 S04 B03 B04 M08 D12",
        ),
        (
            "Pair of Triplets",
            "K03 K04 K05 A03 A04 A05 S01 B03 M08 D12",
            "K03 K04 K05 A03 A04 A05 S03 B03 M08 D12",
        ),
        ("Twins", "K01 K02 A01 A04 S03 S04 B03 B04 M08 D12", "K01 K02 A03 A04 S03 S04 B03 B04 M08 D12"),
        ("Triplet", "K03 K04 K05 A01 A04 S03 S04 B03 M08 D12", "K03 K04 K05 A03 A04 S03 S04 B03 M08 D12"),
    ],
)
def test_notable_cards_among_all_ten(hand: str, better: str, worse: str) -> None:
    """KH-3: then those among all ten; which faces they have does not matter."""
    assert (name(better), name(worse)) == (hand, hand)
    assert rank(better) > rank(worse)


def test_all_cards_of_a_larger_set_count() -> None:
    """KH-3: a set of more cards than the hand needs counts all its cards of that face."""
    five, four = "A01 A02 A05 A06 A07 S03 K03 B03 D12 J08", "A01 A04 A05 A06 S01 S04 K01 B01 D12 J08"

    assert (rank(five)[2:], rank(four)[2:]) == ((2, 2), (1, 4))
    assert rank(five) > rank(four)


def test_all_royals_of_a_family_count() -> None:
    """KH-3: Royal Family and Royal Assembly count all Kings, Queens and Knights held."""
    family = "K03 K01 K02 Q03 Q01 N03 N04 N01 S03 B01"
    assembly = "K03 K01 K02 Q03 Q01 N03 N04 N01 N05 B01"

    assert (name(family), rank(family)[2:]) == ("Royal Family", (4, 5))
    assert (name(assembly), rank(assembly)[2:]) == ("Royal Assembly", (4, 5))


def test_kings_of_a_council_count() -> None:
    """KH-3: Council of Kings counts all Kings."""
    assert rank("K01 K02 K03 K04 K05 K06 K07 K08 B01 B02")[2:] == (2, 4)


def test_a_triplet_that_does_not_count() -> None:
    """KH-4: a hand of number 26 is Rabble then, and its ten faces decide."""
    triplet, rabble = IS["Triplet"], "K03 K04 Q03 A04 S03 S04 J08 B03 M08 D12"

    assert name(triplet, triplet_counts=False) == "Rabble"
    assert name(rabble) == "Rabble"
    assert rank(triplet) > rank(rabble)
    assert rank(triplet, triplet_counts=False) > rank(rabble, triplet_counts=False)  # three Kings come first
    low = "B03 B04 B05 A03 A04 S03 S04 K03 M08 D12"
    assert (name(low), name(low, triplet_counts=False)) == ("Triplet", "Rabble")
    assert rank(low) > rank(rabble)
    assert rank(low, triplet_counts=False) < rank(rabble, triplet_counts=False)


def test_a_triplet_counts_unless_it_is_said() -> None:
    """KH-4: by the usual rule it counts."""
    triplet = IS["Triplet"].split()

    assert key(triplet) == key(triplet, triplet_counts=True) != key(triplet, triplet_counts=False)
    assert made(triplet) == made(triplet, triplet_counts=True) != made(triplet, triplet_counts=False)


def test_notable_cards_of_a_triplet_that_does_not_count() -> None:
    """KH-3, KH-4: it counts the notable cards of all ten, as a Rabble."""
    triplet = "K03 K04 K05 A01 A04 S01 S04 B03 M08 D12"

    assert rank(triplet)[2:] == (0, 2)
    assert rank(triplet, triplet_counts=False)[2:] == (2, 2)


@pytest.mark.parametrize(("hand", "text"), [each for each in IS.items() if each[0] != "Triplet"])
def test_no_other_hand_stops_counting(hand: str, text: str) -> None:
    """KH-4: number 26, and only that."""
    assert name(text, triplet_counts=False) == hand
    assert rank(text, triplet_counts=False) == rank(text)
