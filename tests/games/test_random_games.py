"""Random games of everything in the catalog, where the coverage of the rules is watched."""

from __future__ import annotations

import pytest

from games.catalog import GAMES
from games.engine.table import money
from tests.laws.test_laws import wrong_answers
from tests.laws.walk import Case, cases, walk

SOME = [case for case in cases() if case[0] in GAMES][::9]


@pytest.mark.parametrize("case", SOME, ids=lambda case: "-".join(map(str, case)))
def test_a_random_game_ends(case: Case) -> None:
    """TB-2: it ends, nothing lies on a closed table, and every step leaves answers that can be refused."""
    steps = walk(case)
    game = GAMES[case[0]]

    assert money(steps[-1].change.table, game) == 0
    assert any(wrong_answers(step.change.table, game) for step in steps if step.change.table.hand)
