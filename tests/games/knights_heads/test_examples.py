"""The hands as they are told to readers."""

from __future__ import annotations

import pytest

from games.knights_heads.hands import EXAMPLES, HANDS, REQUIREMENTS, made


@pytest.mark.parametrize("number", range(1, 28))
def test_an_example_is_what_it_stands_for(number: int) -> None:
    """KH-1: there is an example of each hand, of ten different cards."""
    cards = EXAMPLES[number].split()

    assert len(set(cards)) == 10
    assert made(cards).hand is HANDS[number - 1]


def test_every_hand_has_one() -> None:
    """KH-1: 26 hands and Rabble; each is told in words too, and no two in the same."""
    assert list(EXAMPLES) == list(REQUIREMENTS) == [hand.number for hand in HANDS]
    assert len(set(REQUIREMENTS.values())) == 27
