"""Places in an order of hands."""

from __future__ import annotations

import pytest

from bot.screens.core.naming import nth_best


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "best"),
        (2, "2nd best"),
        (3, "3rd best"),
        (10, "10th best"),
        (11, "11th best"),
        (12, "12th best"),
        (13, "13th best"),
        (21, "21st best"),
        (22, "22nd best"),
        (27, "27th best"),
    ],
)
def test_a_place_says_which_end_is_the_best(number: int, words: str) -> None:
    """The best is the first of them."""
    assert nth_best(number) == words
