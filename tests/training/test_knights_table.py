"""The answers that house players of Knights’ Heads take over from training."""

from __future__ import annotations

import pytest

from games.knights_heads.bot_player import AFTER_EXCHANGE, BettingStand, number
from training.knights_table import decided

BEFORE = AFTER_EXCHANGE - 1


@pytest.mark.parametrize(
    ("situation", "shares", "expected"),
    [
        # Before the exchange, and wherever a bet may be folded to, the least share is eight of sixteen.
        (BEFORE, (11, 3, 0, 2, 0), (16, 0, 0, 0, 0)),
        (BEFORE, (8, 8, 0, 0, 0), (8, 8, 0, 0, 0)),
        (AFTER_EXCHANGE, (2, 10, 0, 4, 0), (0, 16, 0, 0, 0)),
        # If no answer is that frequent, all stay.
        (BEFORE, (6, 5, 0, 5, 0), (6, 5, 0, 5, 0)),
        # A seat's own bet after the exchange stays as mixed as it was learned.
        (AFTER_EXCHANGE, (0, 11, 3, 2, 0), (0, 11, 3, 2, 0)),
    ],
)
def test_what_is_done_seldom_is_left_out(
    situation: int, shares: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    """Issue 16: rare answers are dropped, or a plan that waits for good cards is paid by accident."""
    assert decided(situation, shares) == expected


def test_the_second_round_begins_after_the_exchange() -> None:
    """KH-8: the numbers of its situations follow all those of the first round."""
    last = BettingStand(0, 6, True, 3, 90, 100, 1, 1000)
    first = BettingStand(1, 2, False, 0, 0, 4, 4, 0)

    assert number(last, 15) < AFTER_EXCHANGE == number(first, 0)
