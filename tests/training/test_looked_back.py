"""What is told of choices of a hand that is over, beside what they really cost (TB-26)."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from training import looked_back
from training.looked_back import looked


def test_what_is_told_of_choices_is_right() -> None:
    """TB-26: no answer of a master's is said to cost anything, a blunder is found, and costs what is told."""
    choices = [*looked("stone_hand", 2, 30, "blunders")]
    planted = [each for each in choices if each.is_planted]
    off = [(each.cost or 0.0) - each.real for each in planted]

    assert not any(each.cost for each in choices if not each.is_planted)
    assert len(planted) > 5
    assert all(each.cost for each in planted)
    assert abs(fmean(off)) < 3 * stdev(off) / len(off) ** 0.5


@pytest.mark.soak
def test_what_is_imagined_is_laid_beside_what_lay_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-26: where a master was asked to pay, that is tried in imagined hands and in the real one."""
    monkeypatch.setattr(looked_back, "SECONDS", 0.0)
    own = [each for each in looked("destiny", 3, 6, "leaning") if not each.is_planted]
    leanings = [each.leaning for each in own if each.leaning is not None]

    assert leanings
    assert len({*leanings}) > 1
