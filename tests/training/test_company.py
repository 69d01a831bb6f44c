"""The figures of a newcomer's company (TB-12, docs/lab/how-strong.md)."""

from __future__ import annotations

import pytest

from games.engine.core.game import Seat
from training import company
from training.catalog import LEAGUES
from training.company import AIMS, ALL_IN, FIGURES, NEWCOMER, SKILLS, Hand, evening, table

SHOWDOWN = frozenset({NEWCOMER, Seat(2)})
PLAYED = [
    (Hand(SHOWDOWN, 0.75, ("half", "half", ALL_IN)),),
    (Hand(frozenset({NEWCOMER}), 0.25, ()),) * 4,
    (
        Hand(frozenset({Seat(2), Seat(3)}), 0.0, ("the pot", "a third")),
        *(Hand(frozenset({Seat(2)}), 0.0, ()),) * 4,
    ),
]


def test_figures_count_what_they_are_named_for() -> None:
    """The figures of three evenings of one, four and five hands are as worked out by hand."""
    figures = [figure(PLAYED) for figure in FIGURES.values()]

    assert figures == pytest.approx([4, 100 / 3, 20, 10, 80, 40, 20, 60, 10])


@pytest.mark.parametrize("key", LEAGUES)
def test_an_evening_is_the_same_again(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed determines an evening, and a beginner never raises."""
    monkeypatch.setattr(company, "HANDS_MAX", 6)
    played = evening(key, 3, "one")

    assert played == evening(key, 3, "one")
    assert all(0 <= hand.laid <= 1 for hand in played)


@pytest.mark.soak
def test_a_table_has_a_line_for_each_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each figure is printed with its target, for any number of seats."""
    monkeypatch.setattr(company, "AT_ONCE", 1)
    lines = list(table("knights_heads", [2], 1, "few", anybody=False))

    assert len(lines) == 1 + len(FIGURES) + len(SKILLS)
    assert {len(each) for each in AIMS.values()} == {len(FIGURES)}
