"""What is told of choices of a hand that is over, beside what they really cost (TB-26)."""

from __future__ import annotations

from statistics import fmean, stdev

from training.looked_back import planted


def test_what_is_told_of_choices_is_right() -> None:
    """TB-26: no answer of a master's is said to cost anything, a blunder is found, and costs what is told."""
    choices = [*planted("stone_hand", 2, 20, "blunders")]
    told = [each for each in choices if each is not None]
    off = [each.told - each.real for each in told]

    assert len(told) > 0.8 * len(choices)
    assert all(each.own == 0 < each.told for each in told)
    assert abs(fmean(off)) < 3 * stdev(off) / len(off) ** 0.5
