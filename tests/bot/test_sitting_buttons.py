"""TB-17: sitting out is offered to those who sit at a cash table, and to nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.screens.catalog import FACES
from bot.screens.table.scenes import Scene
from bot.screens.table.turn import sitting_buttons
from games.catalog import GAMES
from games.engine.table.table import AnyTable
from games.engine.table.views import view_table
from tests.bot.rendering import CASES, IN_WORDS, tables_of
from tests.laws.walk import Case

SITTING_OUT = [case for case in CASES if case[0] == "destiny"][:1]
ELSEWHERE: Mapping[str, dict[str, Any]] = {"tournament": {"tournament": 5}, "throw": {"hands_max": 1}}


def offered(table: AnyTable, *, is_seated: bool = True) -> bool:
    """Return True if anybody of a table is offered anything about their seat, or who only watches."""
    game = GAMES[table.game]
    viewers = [each.seat for each in table.present if each.player is not None] if is_seated else [None]
    views = (view_table(table, game, each) for each in viewers)
    scenes = (Scene(each, game, FACES[table.game], "coins", emojis=IN_WORDS) for each in views)
    return any(map(sitting_buttons, scenes))


@pytest.mark.parametrize("case", SITTING_OUT, ids=str)
def test_sitting_out_is_of_cash_tables(case: Case) -> None:
    """TB-17: nobody sits out of a tournament or a throw, nor from afar, nor before or after a game."""
    tables = tables_of(case)[::10]
    playing = [each for each in tables if each.phase == "playing"]

    assert any(map(offered, playing))
    assert not any(map(offered, (each for each in tables if each.phase != "playing")))
    assert not any(offered(each, is_seated=False) for each in tables)
    for terms in ELSEWHERE.values():
        assert not any(offered(replace(each, terms=replace(each.terms, **terms))) for each in playing)
