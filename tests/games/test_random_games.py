"""Random games of everything in the catalog, where the coverage of the rules is watched."""

from __future__ import annotations

import pytest

from games.catalog import GAMES
from games.engine.game import Seat
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


@pytest.mark.parametrize("key", sorted(GAMES))
def test_who_is_forgotten_took_part_all_the_same(key: str) -> None:
    """TB-13: without anybody's own words a hand is who dealt, played and won as before."""
    game, states = GAMES[key], [step.change.table.hand for step in walk((key, 0, 3))]
    for state in (hand.state for hand in states if hand is not None):
        without = game.forgotten(state, Seat(1))

        assert game.to_act(without) == game.to_act(state)
        assert game.forgotten(without, Seat(1)) == without
