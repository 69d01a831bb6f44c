"""The review of a finished hand, beside the real costs of its choices (TB-26)."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from training import reviews
from training.reviews import ReviewedChoice, reviewed_choices, table


def test_what_is_told_of_choices_is_right() -> None:
    """TB-26: no answer of a master's is said to cost anything; a blunder is found at its real cost."""
    choices = [*reviewed_choices("stone_hand", 2, 30, "blunders")]
    planted = [each for each in choices if each.is_planted]
    off = [(each.cost or 0.0) - each.real for each in planted]

    assert not any(each.cost for each in choices if not each.is_planted)
    assert len(planted) > 5
    assert all(each.cost for each in planted)
    assert abs(fmean(off)) < 3 * stdev(off) / len(off) ** 0.5


@pytest.mark.soak
def test_what_is_imagined_is_laid_beside_what_lay_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-26: paying is valued in imagined hands and in the real one, wherever a master was asked to pay."""
    monkeypatch.setattr(reviews, "SECONDS", 0.0)
    own = [each for each in reviewed_choices("destiny", 3, 6, "leaning") if not each.is_planted]
    biases = [each.bias for each in own if each.bias is not None]

    assert biases
    assert len({*biases}) > 1


def test_flags_are_counted_beside_what_they_cost_really(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-26: masters' answers are counted, too; a planted one that is said to be right is no blunder."""
    own = [
        ReviewedChoice(False, cost, real, 1.0)
        for cost, real in ((4.0, 5.0), (6.0, 4.0), (8.0, 9.0), (0.0, 0.0))
    ]
    planted = [ReviewedChoice(True, cost, real, 1.0) for cost, real in ((0.0, 0.0), (None, 0.0), (9.0, 1.0))]
    monkeypatch.setattr(reviews, "reviewed_choices", lambda *_: [*own, *planted])

    (line,) = table("destiny", [3], 4, "0")
    assert line == (
        "destiny, 3 seats: 3 (told to cost 6.00, off by +0.000 ± 1.000) of 4 of masters' answers flagged, "
        "1 of 3 blunders found, 1 said to be none, 1.0 s each"
    )
