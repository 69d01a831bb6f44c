"""DV-1, DV-2: cards that look like more than they are, and why."""

from __future__ import annotations

import pytest

from games.dividha.hands import NAMES, apparent_hand


@pytest.mark.parametrize(
    ("text", "looks_like"),
    [
        ("KV KL", "One Pair"),
        ("KV KL QH QD", "Two Pair"),
        ("KV KL QH QD 3H 4D", "Two Pair"),
        ("6V1 6H 6D 6B 6L1 3H", "Five-of-a-Kind"),
        ("3V 4L 5H 6H 7D", "Straight"),
        ("GOD 7L", "One Pair"),
        ("GOD KV KL", "Three-of-a-Kind"),
    ],
)
def test_heaven_and_hell_do_not_meet(text: str, looks_like: str) -> None:
    """DV-2: in one hand there is no card of Heaven and one of Hell."""
    found = apparent_hand(tuple(text.split()))

    assert found is not None
    assert (NAMES[found.number], found.why) == (looks_like, "realms")


@pytest.mark.parametrize(
    ("text", "looks_like"),
    [("6V1 6V2", "One Pair"), ("6L1 6L2 6L3", "Three-of-a-Kind"), ("6L1 6L2 6L3 KH KD", "Full House")],
)
def test_sixes_of_one_suit_are_not_alike(text: str, looks_like: str) -> None:
    """DV-1: a Pair is of two suits, and so are three and four of one value."""
    found = apparent_hand(tuple(text.split()))

    assert found is not None
    assert (NAMES[found.number], found.why) == (looks_like, "one_suit")


@pytest.mark.parametrize(
    "text",
    [
        "KH KD",
        "KV KH",
        "KV QL 7H",
        # A mortal King goes with either, and three are not more than that.
        "6V1 6V2 6H",
        # The one exception of DV-2, and one hand where the two have nothing to do with each other.
        "2V 2L",
        "KH KD KB 7V 5L 2B",
        "GOD",
        "GOD SATAN",
    ],
)
def test_what_looks_like_what_it_is(text: str) -> None:
    """No mistake is named for these."""
    assert apparent_hand(tuple(text.split())) is None


def test_where_god_and_satan_may_meet() -> None:
    """DV-9: with that house rule they are above everything."""
    six = ("GOD", "SATAN", "KV", "KL", "3H", "2D")

    assert apparent_hand(six, divine_intervention=True) is None
    assert apparent_hand(six) is not None
