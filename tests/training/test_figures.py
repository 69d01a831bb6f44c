"""All figures with an aim, printed by one command."""

from __future__ import annotations

from training import figures
from training.estimates import Question
from training.reviews import ReviewedChoice


def test_errors_of_the_last_round_are_told_apart() -> None:
    """Opposite errors of free and priced questions do not cancel out, and high chances have a line."""
    asked = [
        Question("last_round", "win", is_priced, told, true)
        for is_priced, told, true in [
            (False, 0.25, 0.5),
            (False, 0.25, 0.5),
            (True, 0.75, 0.5),
            (True, 0.75, 0.5),
            (True, 0.25, 0.0),
        ]
    ]
    free, priced, high = figures.last_round("dividha", asked)

    assert "free: told less true: -0.250 ± 0.000, 2 (aim: within 0.02" in free
    assert "priced: told less true: +0.250 ± 0.000, 3 " in priced
    assert "75 % and more: told less true: +0.250 ± 0.000, 2 " in high


def test_a_single_number_has_no_error() -> None:
    """A figure of fewer than two numbers is not printed as if it had an error."""
    assert figures.line("what", [1.0], "≤ 0") == "what: 1 only (aim: ≤ 0)"


def test_only_masters_own_answers_are_counted_as_flagged() -> None:
    """A planted blunder is not counted: one of four answers of masters is flagged, a quarter."""
    own = [ReviewedChoice(False, cost, 0.0, 0.1) for cost in (None, 0.0, 8.0, None)]
    (text,) = figures.flagged("destiny", [*own, ReviewedChoice(True, 20.0, 18.0, 0.1)])

    assert text == "destiny, masters' answers flagged: +0.250 ± 0.250, 4 (aim: < 0.03)"
