"""The hands near nine or ten cards; the distances are counted by hand from the rulebook's table."""

from __future__ import annotations

import pytest

from games.knights_heads.hands import made, near

NINE = "K01 Q03 N03 A03 A04 A05 S03 S04 B01"


def missing(text: str, hand: str) -> int:
    """Return the number of cards that a hand still needs."""
    return next(each.missing for each in near(text.split()) if each.hand.name == hand)


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("Dynasty", 7),  # three Armorers of ten
        ("Council of Kings", 7),  # one King of eight
        ("Twin Courts", 5),
        ("Kingdom", 5),  # the King, a Knight, an Armorer, a Messenger, a Blacksmith
        ("Royal House", 7),
        ("Queendom", 4),  # a second Knight, a Merchant, a Dancer, a Juggler
        ("Ladies in Waiting", 9),  # one Queen
        ("War Room", 4),  # an Armorer, three Blacksmiths
        ("House Divided", 5),  # two Armorers, three Messengers
        ("Entourage", 5),  # an Armorer, two Messengers, two Merchants
        ("House of Twins", 8),  # one of the Kings' and one of the Blacksmiths'
        ("Royal Assembly", 5),  # a King, a Queen, three Knights
        ("Gala", 10),
        ("Council", 3),  # an Armorer, two Messengers
        ("Court of Twins", 6),
        ("House of Mirrors", 3),  # of three faces one card is there, of two both
        ("Hamlet", 4),  # six cards are neither King, Queen nor Knight
        ("Royal Family", 1),  # a Knight
        ("Three Twins", 4),
        ("Family", 4),  # a Queen and five of the men
        ("Three Triplets", 3),  # a Messenger, and two of another face
        ("Court", 1),
        ("Pair of Twins", 2),
        ("Pair of Triplets", 1),
        ("Twins", 1),
    ],
)
def test_cards_missing(hand: str, count: int) -> None:
    """KH-1: the number of missing cards of nine for each hand of the table above their Triplet."""
    assert missing(NINE, hand) == count


def test_the_nearest_come_first() -> None:
    """KH-1: only better hands; fewest missing first, then the highest."""
    found = near(NINE.split())

    assert made(NINE.split()).hand.name == "Triplet"
    assert [each.hand.name for each in found[:5]] == [
        "Royal Family",
        "Court",
        "Pair of Triplets",
        "Twins",
        "Pair of Twins",
    ]
    assert len(found) == 25


def test_a_triplet_that_does_not_count_is_not_near() -> None:
    """KH-4: if it does not count, no player is led to it."""
    rabble = ["K03", "K04", "A03", "A04", "S03", "S04", "B03", "B04", "M08"]

    assert "Triplet" in [each.hand.name for each in near(rabble)]
    assert "Triplet" not in [each.hand.name for each in near(rabble, triplet_counts=False)]
    assert len(near(rabble, triplet_counts=False)) == 25


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A03 A04 A05 A06 A07 A08 A09 A10 A11", "Twin Courts"),
        ("K01 K02 K03 K04 K05 K06 K07 K08 M03", "Council of Kings"),
        ("K03 K04 Q03 Q04 N03 N04 N05 N06 N07", "Royal Assembly"),
        ("A03 A04 S03 S04 J08 J09 D12 B03 B04", "Rabble"),
        ("A01 A02 S01 S02 J01 J02 D01 D02 B04", "Court of Twins"),
    ],
)
def test_what_nine_cards_make(text: str, name: str) -> None:
    """KH-1: nine cards make no hand that needs ten, whatever the tenth will be."""
    assert made(text.split()).hand.name == name


def test_all_cards_of_nine_that_make_nothing() -> None:
    """README: Rabble is all cards."""
    text = "A03 A04 M08 S03 S04 D12 J08 B03 B04"

    assert made(text.split()).cards == tuple(text.split())


def test_kings_make_no_dynasty() -> None:
    """KH-1: there are eight Kings only, so they are no step towards ten of one face."""
    assert missing("K01 K02 K03 K04 K05 K06 K07 A03 A04", "Dynasty") == 8


def test_kings_make_twin_courts() -> None:
    """KH-1: eight of a face are there of Kings too, though as a Council of Kings they count for more."""
    assert missing("K01 K02 K03 K04 K05 K06 K07 A03 A04", "Twin Courts") == 1


def test_ladies_keep_places_free() -> None:
    """KH-1: ten women without a Blacksmith are one card away, and the smith takes one of the ten places."""
    assert missing("Q03 Q04 Q05 M03 M04 D03 D04 D05 J03 J04", "Ladies in Waiting") == 1
    assert missing("Q03 Q04 Q05 M03 M04 M05 M06 M07 D03 D04", "Ladies in Waiting") == 2
