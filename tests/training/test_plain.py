"""The gains of plain plans beside a master's with the same cards."""

from __future__ import annotations

import pytest

from training import plain
from training.plain import PLANS, evening


def test_plans_and_master_play_the_same_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening is the same again, for each plan and for a master."""
    monkeypatch.setattr(plain, "PLANS", ("pot",))
    played = evening("destiny", 2, 10, "apprentices", "one")

    assert played == evening("destiny", 2, 10, "apprentices", "one")
    assert set(played) == {"master", "pot"}


def test_every_plan_has_a_line() -> None:
    """A table has a line for the master and one for each plan, with the errors of evenings."""
    counts = {"master": 1.0, **dict.fromkeys(PLANS, 3.0)}
    lines = [*plain.lines("somewhere", [counts, {**counts, "pot": 5.0}])]

    assert lines[0] == "somewhere, master: +1.00 ± 0.00"
    assert lines[1] == "somewhere, pot: +4.00 ± 1.00 a hand, beyond a master +3.00 ± 1.00 (aim: ≤ 0)"
    assert len(lines) == 1 + len(PLANS)
