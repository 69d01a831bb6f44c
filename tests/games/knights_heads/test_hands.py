"""The table of hands: KH-1, and the cards that make a hand."""

from __future__ import annotations

import pytest

from games.knights_heads.hands import HANDS, count, made
from tests.games.knights_heads.written import IS, name, rank

JUST_MISSES = [
    ("Dynasty", "A03 A04 A05 A06 A07 A08 A09 A10 A11 B03", "Twin Courts"),
    ("Council of Kings", "K01 K02 K03 K04 K05 K06 K07 J03 M03 S03", "Court"),
    ("Twin Courts", "S03 S04 S05 S06 S07 S08 S09 N03 K03 Q03", "Court"),
    ("Kingdom", "K03 N03 N04 N05 A03 M08 S03 D03 J08 B03", "Triplet"),  # a Dancer who is a woman
    ("Kingdom", "K03 N03 N04 A03 A04 M08 S03 D12 J08 B03", "Rabble"),
    ("Kingdom", "K03 N03 N04 Q03 A03 M08 S03 D12 J08 B03", "Queendom"),
    ("Royal House", "K03 K04 K05 Q03 Q04 Q05 N03 N04 N05 A03", "Royal Family"),
    ("Queendom", "K03 Q03 N03 A03 A04 M03 S03 D03 J03 B03", "Rabble"),
    ("Ladies in Waiting", "Q03 Q04 M03 M04 D03 D04 D12 J03 J04 B12", "Triplet"),  # a Dancer who is a man
    ("Ladies in Waiting", "Q03 Q04 M03 M04 D03 D04 D05 J03 J04 B03", "Triplet"),  # a smith who is a man
    ("Ladies in Waiting", "Q03 Q04 Q05 M03 M04 D03 D04 D05 J03 J04", "Pair of Triplets"),  # no smith
    ("Ladies in Waiting", "D03 D04 M03 M04 D05 D06 D07 J03 J04 B12", "Hamlet"),  # no Queen
    ("War Room", "K03 Q03 A03 A04 A05 A06 B03 B04 B05 B06", "Council"),
    ("War Room", "K03 N03 A03 A04 A05 A06 A07 B03 B04 B05", "Court"),
    ("House Divided", "K03 K04 K05 K06 D03 D04 D05 D06 D07 D08", "Council"),
    ("Entourage", "A03 A04 A05 A06 M03 D03 S03 S04 S05 S06", "Council"),
    ("Entourage", "A03 A04 A05 A06 A07 M03 M04 S03 S04 S05", "Hamlet"),
    ("House of Twins", "K01 K02 Q01 Q02 S01 S02 A01 A02 M01 M03", "Court of Twins"),
    ("Royal Assembly", "K03 K04 Q03 N03 N04 N05 N06 A03 B03 S03", "Royal Family"),
    ("Royal Assembly", "K03 K04 Q03 Q04 N03 N04 N05 A03 B03 S03", "Royal Family"),
    ("Royal Assembly", "K03 Q03 Q04 N03 N04 N05 N06 A03 B03 S03", "Royal Family"),
    ("Gala", "M03 S03 D03 D04 D05 D06 J03 J04 J05 J06", "Council"),
    ("Council", "Q03 Q04 Q05 Q06 S03 S04 S05 A03 K03 B03", "Court"),
    ("Court of Twins", "K01 K02 Q01 Q02 A01 A02 B01 B03 S03 D12", "Three Twins"),
    ("House of Mirrors", "K03 K04 A03 A04 S03 S04 D03 D04 J03 B03", "Rabble"),
    ("Hamlet", "A03 K03 M08 M09 S03 S04 D12 J08 B03 B04", "Rabble"),
    ("Hamlet", "A03 Q03 M08 M09 S03 S04 D12 J08 B03 B04", "Rabble"),
    ("Hamlet", "A03 N03 M08 M09 S03 S04 D12 J08 B03 B04", "Rabble"),
    ("Royal Family", "K03 Q03 N03 M08 A03 A04 S03 S04 B03 B04", "Rabble"),
    ("Royal Family", "M08 Q03 N03 N04 A03 A04 S03 S04 B03 B04", "Rabble"),
    ("Royal Family", "K03 M08 N03 N04 A03 A04 S03 S04 B03 D12", "Rabble"),
    ("Three Twins", "K01 K02 A01 A02 S01 S03 M08 D12 J08 B03", "Pair of Twins"),
    ("Family", "K03 K04 A03 A04 S03 Q03 Q04 M03 D03 D12", "Rabble"),  # four women
    ("Family", "K03 K04 A03 A04 J03 Q03 Q04 M03 D03 D04", "Rabble"),  # six women
    ("Three Triplets", "K03 K04 K05 A03 A04 A05 S03 S04 B03 B04", "Pair of Triplets"),
    ("Court", "K03 K04 K05 M08 A03 A04 S03 S04 B03 B04", "Triplet"),
    ("Pair of Twins", "K01 K02 A01 A03 S03 S04 B03 B04 M08 D12", "Twins"),
    ("Pair of Triplets", "K03 K04 K05 A03 A04 J08 S03 B03 M08 D12", "Triplet"),
    ("Twins", "K01 K03 A03 A04 S03 S04 B03 B04 M08 D12", "Rabble"),
    ("Twins", "K01 K03 A02 A04 S01 S04 B02 B04 M08 D12", "Rabble"),  # of four faces one each
    ("Triplet", "K03 K04 N03 A03 A04 S03 S04 B03 M08 D12", "Rabble"),
]

ALSO_A_LOWER_ONE = [
    ("Dynasty", "Q03 Q04 Q05 Q06 Q07 Q08 Q09 Q10 Q11 Q12", "Twin Courts"),
    ("Dynasty", "Q03 Q04 Q05 Q06 Q07 Q08 Q09 Q10 Q11 Q12", "Royal House"),
    ("Council of Kings", "K01 K02 K03 K04 K05 K06 K07 K08 Q03 N03", "Royal House"),
    ("Twin Courts", "A03 A04 A05 A06 A07 A08 A09 A10 B03 B04", "Hamlet"),
    ("Kingdom", "K03 N03 N04 N05 A03 M08 S03 D12 J08 B03", "Triplet"),
    ("Royal House", "K03 K04 Q03 Q04 N03 N04 N05 N06 N07 N08", "Royal Assembly"),
    ("Royal House", "Q03 Q04 Q05 Q06 Q07 N03 N04 N05 N06 N07", "House Divided"),
    ("Queendom", "K03 Q03 N03 N04 A03 M03 S03 D03 J03 B03", "Royal Family"),
    ("Queendom", "K03 Q03 N03 N04 A03 M03 S03 D03 J03 B12", "Family"),
    ("Ladies in Waiting", "Q01 Q02 M03 M04 D01 D02 D05 J03 J04 B12", "Pair of Twins"),
    ("War Room", "K03 N03 A03 A04 A05 A06 B03 B04 B05 B06", "Council"),
    ("House Divided", "A03 A04 A05 A06 A07 D03 D04 D05 D06 D07", "Hamlet"),
    ("Entourage", "A03 A04 A05 A06 M03 M04 S03 S04 S05 S06", "Council"),
    ("House of Twins", "K01 K02 Q01 Q02 N01 N02 A01 A02 M01 M02", "House of Mirrors"),
    ("Royal Assembly", "K03 K04 Q03 Q04 N03 N04 N05 N06 A03 B03", "Royal Family"),
    ("Gala", "M03 M04 D03 D04 D05 D06 J03 J04 J05 J06", "Hamlet"),
    ("Council", "A03 A04 A05 A06 B03 B04 B05 B06 J03 S03", "Hamlet"),
    ("Court of Twins", "K01 K02 Q01 Q02 A01 A02 B01 B02 S03 S04", "House of Mirrors"),
    ("House of Mirrors", "A03 A04 M03 M04 S03 S04 D03 D04 J03 J04", "Hamlet"),
    ("House of Mirrors", "K03 K04 Q03 Q04 N03 N04 A03 A04 S03 S04", "Royal Family"),
    ("Hamlet", "A03 A04 A05 M03 M04 M05 S03 S04 S05 B03", "Three Triplets"),
    ("Hamlet", "A01 A02 M01 M02 S01 S02 D03 J03 B03 B04", "Three Twins"),
    ("Royal Family", "K03 Q03 N03 N04 A03 S03 Q04 Q05 D03 D04", "Family"),
    ("Royal Family", "K01 K02 Q01 Q02 N01 N02 A03 S03 B03 B04", "Three Twins"),
    ("Three Twins", "K01 K02 A01 A02 D01 D02 S03 M03 J03 Q03", "Family"),
    ("Family", "K03 K04 K05 Q03 Q04 Q05 M03 M04 M08 S03", "Three Triplets"),
    ("Three Triplets", "K03 K04 K05 K06 A03 A04 A05 S03 S04 S05", "Court"),
    ("Court", "K03 K04 K05 K06 A01 A02 S01 S02 B03 B04", "Pair of Twins"),
    ("Court", "K03 K04 K05 K06 A03 A04 A05 S03 B03 B04", "Pair of Triplets"),
    ("Pair of Twins", "K01 K02 K03 A01 A02 A03 S03 B03 M08 D12", "Pair of Triplets"),
    ("Pair of Triplets", "K01 K02 K03 A03 A04 A05 S03 B03 M08 D12", "Twins"),
    ("Twins", "K01 K02 K03 A03 A04 S03 B03 M08 D12 J08", "Triplet"),
    ("Triplet", "K03 K04 K05 A03 A04 S03 S04 B03 M08 D12", "Rabble"),
]


def test_the_table() -> None:
    """KH-1: twenty-six hands in the rulebook's order, and Rabble below them."""
    assert [hand.name for hand in HANDS] == list(IS)
    assert [hand.number for hand in HANDS] == list(range(1, 28))


@pytest.mark.parametrize(("hand", "text"), IS.items())
def test_what_is_a_hand(hand: str, text: str) -> None:
    """KH-1: each hand of the table is recognised."""
    assert name(text) == hand


def test_a_higher_place_beats_a_lower_one() -> None:
    """KH-1: the place in the table comes first."""
    keys = [rank(text) for text in IS.values()]

    assert sorted(keys, reverse=True) == keys
    assert len(set(keys)) == 27


@pytest.mark.parametrize(("missed", "text", "instead"), JUST_MISSES)
def test_what_just_misses_a_hand(missed: str, text: str, instead: str) -> None:
    """KH-1: one card from a hand is not that hand."""
    assert name(text) == instead
    assert missed != instead


@pytest.mark.parametrize(("highest", "text", "lower"), ALSO_A_LOWER_ONE)
def test_the_highest_hand_counts(highest: str, text: str, lower: str) -> None:
    """KH-1: ten cards count as the highest hand that they hold."""
    held = count(text.split())
    holds = [hand.name for hand in HANDS if not hand.pattern.missing(held)]

    assert name(text) == highest
    assert {highest, lower} <= set(holds)
    assert IS.keys() >= set(holds)


def test_every_hand_is_tried_three_ways() -> None:
    """Each hand has one that is it, one that just misses it, and one that is also a lower one."""
    named = set(IS) - {"Rabble"}

    assert {missed for missed, _, _ in JUST_MISSES} == named
    assert {highest for highest, _, _ in ALSO_A_LOWER_ONE} == named


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("Twin Courts", "S03 S04 S05 S06 S07 S08 S09 S10 S11 Q03"),
        ("Council", "Q03 Q04 Q05 Q06 S03 S04 S05 S06 S07 B03"),
        ("Council", "Q03 Q04 Q05 Q06 S03 S04 S05 S06 S07 S08"),
        ("Court", "S03 S04 S05 S06 S07 Q03 Q04 A03 B03 B04"),
        ("Court", "S03 S04 S05 S06 S07 S08 S09 Q03 A03 B03"),
        ("Royal Family", "K03 K04 K05 Q03 N03 N04 N05 A03 B03 B04"),
        ("Royal Assembly", "K03 K04 K05 Q03 Q04 N03 N04 N05 N06 B03"),
    ],
)
def test_n_of_a_face_means_at_least_n(hand: str, text: str) -> None:
    """KH-1: if a hand is not exact, more of a face do no harm."""
    assert name(text) == hand


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        (IS["Rabble"], "K03 K04 A03 A04 M08 S03 S04 D12 B03 B04"),
        (IS["Dynasty"], "A03 A04 A05 A06 A07 A08 A09 A10 A11 A12"),
        (IS["Council of Kings"], "K01 K02 K03 K04 K05 K06 K07 K08"),
        (IS["Kingdom"], "K03 N03 N04 N05 A03 M08 S03 D12 J08 B03"),
        ("A01 A02 A05 A06 A07 S03 K03 B03 D12 J08", "A01 A02 A05 A06 A07"),
        ("K01 K02 K03 A03 A04 S03 B03 M08 D12 J08", "K01 K02"),
        ("K03 K01 K02 Q03 Q01 N03 N04 N01 S03 B01", "K01 K02 K03 Q01 Q03 N01 N03 N04"),
        ("S03 S04 S05 B03 K03 K04 K05 K06 A03 J03", "K03 K04 K05 K06"),
        (IS["Pair of Triplets"], "K03 K04 K05 A03 A04 A05"),
        (IS["Family"], "K03 K04 Q03 Q04 A03 A04 M03 S03 D03 D04"),
    ],
)
def test_the_cards_that_make_a_hand(text: str, cards: str) -> None:
    """KH-3: all cards of a set's face, the twins of twins, all royals of a Royal Family."""
    assert made(text.split()).cards == tuple(cards.split())
