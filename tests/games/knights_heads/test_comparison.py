"""The step that decides between two hands: KH-1 to KH-4."""

from __future__ import annotations

from random import Random

import pytest

from games.knights_heads.cards import DECK
from games.knights_heads.hands import (
    HANDS,
    Alike,
    ByFace,
    ByHand,
    ByNotable,
    Decision,
    KnightsHand,
    compare,
    key,
    made,
)
from tests.games.knights_heads.written import IS


def hand(name: str) -> KnightsHand:
    """A line of the rulebook's table."""
    return next(each for each in HANDS if each.name == name)


def decided(better: str, worse: str, *, triplet_counts: bool = True) -> Decision:
    """Return the decision between two hands that are written out."""
    return compare(better.split(), worse.split(), triplet_counts=triplet_counts)


def test_the_higher_hand_decides() -> None:
    """KH-1: the hand's place comes first."""
    found = decided(IS["Royal Family"], IS["Pair of Triplets"])

    assert found == ByHand(hand("Royal Family"), hand("Pair of Triplets"))


@pytest.mark.parametrize(
    ("name", "better", "worse", "faces"),
    [
        (
            "Court",
            "A03 A04 A05 A06 S03 S04 K03 B03 D12 J08",
            "M01 M02 M05 M06 K01 K02 A01 A03 S01 B01",
            ("A", "M", ""),
        ),
        (
            "Council",
            "Q03 Q04 Q05 Q06 S03 S04 S05 S06 D03 B03",
            "Q01 Q02 Q05 Q07 J01 J02 J05 J06 K01 K02",
            ("S", "J", "Q"),
        ),
        (
            "House of Mirrors",
            "Q03 Q04 A03 A04 S03 S04 D03 D04 B03 B04",
            "N01 N02 A01 A02 S01 S02 D05 D06 J03 J04",
            ("Q", "N", ""),
        ),
        (
            "Twins",
            "K01 K02 A03 A04 S03 S04 B03 B04 M08 D12",
            "A01 A02 K01 K03 S01 S04 B01 B04 M01 D12",
            ("K", "A", ""),
        ),
    ],
)
def test_then_the_faces_of_the_sets(name: str, better: str, worse: str, faces: tuple[str, str, str]) -> None:
    """KH-2: for hands made of sets the faces of those sets, high to low."""
    assert decided(better, worse) == ByFace(hand(name), *faces)


def test_or_all_ten_faces() -> None:
    """KH-2: a hand that speaks of all ten cards compares all ten; here the first three are alike."""
    better = "A03 A04 A05 M08 M09 S03 S04 D12 J08 B03"
    worse = "A06 A07 A08 M10 S05 S06 S07 D03 J09 B04"

    assert decided(better, worse) == ByFace(hand("Hamlet"), "M", "S", "AAAM")


def test_then_notable_cards_of_the_hand() -> None:
    """KH-3: two Royal Families have the same faces: the notable cards in them decide, two against none."""
    better = "K01 Q02 Q08 N07 N12 A05 M04 D09 J03 B03"
    worse = "K04 Q05 N03 N04 N11 A02 M07 S12 D12 J10"

    assert decided(better, worse) == ByNotable(hand("Royal Family"), 2, 0, is_among_all=False)


def test_then_notable_cards_among_all_ten() -> None:
    """KH-3: neither Royal Family has a notable card in it, so the Messenger beside it decides."""
    better = "K03 Q03 N03 N04 A03 A04 S01 S04 B03 B04"
    worse = "K04 Q04 N05 N06 A05 A06 S05 S06 B05 B06"

    assert decided(better, worse) == ByNotable(hand("Royal Family"), 1, 0, is_among_all=True)


def test_or_nothing() -> None:
    """KH-3: still equal: the pot is split."""
    better = "K03 Q03 N03 N04 A03 A04 S03 S04 B03 B04"
    worse = "K04 Q04 N05 N06 A05 A06 S05 S06 B05 B06"

    assert decided(better, worse) == Alike(hand("Royal Family"))


def test_where_a_triplet_does_not_count() -> None:
    """KH-4: a Triplet is Rabble there, so all ten faces decide: a King more to a Queen."""
    better = "K03 K04 Q03 N03 A03 A04 M08 S03 S04 D12"
    worse = "K05 Q04 Q05 Q06 A05 A06 M09 S05 D03 J08"

    assert decided(worse, better) == ByHand(hand("Triplet"), hand("Rabble"))
    assert decided(better, worse, triplet_counts=False) == ByFace(hand("Rabble"), "K", "Q", "K")


def test_it_is_the_step_that_ranks_them() -> None:
    """KH-1 to KH-3: over hands dealt at random, the step told is the first in which the ranking differs."""
    random = Random(18)
    steps = set()
    for _ in range(1000):
        one, other = (random.sample(DECK, 10) for _ in range(2))
        better, worse = sorted((one, other), key=key, reverse=True)
        keys = zip(key(better), key(worse), strict=True)
        step = next((at for at, (ours, theirs) in enumerate(keys) if ours != theirs), 4)
        match compare(better, worse):
            case ByHand(higher, lower):
                assert (step, higher, lower) == (0, made(better).hand, made(worse).hand)
                assert higher.number < lower.number
            case ByFace(_, face, below, _):
                assert step == 1
                assert "KQNAMSDJB".index(face) < "KQNAMSDJB".index(below)
            case ByNotable(_, more, fewer, is_among_all):
                assert step == (3 if is_among_all else 2)
                assert more > fewer
            case Alike():
                assert step == 4
        steps.add(step)

    assert steps == {0, 1, 2, 3, 4}
