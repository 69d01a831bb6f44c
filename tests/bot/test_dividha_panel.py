"""Dividha's panel: few buttons, none of them twice."""

from __future__ import annotations

import pytest

from bot.screens.core.screen import Button, Row, Screen
from bot.screens.games.catalog import FACES
from bot.screens.table.panel import panel_screen
from bot.screens.table.parts import Scene
from games.dividha.game import DIVIDHA
from games.engine.table.views import view_table
from tests.bot.test_rendering import BOTH, tables_of
from tests.laws.walk import Case, cases, secret_seats

BUTTONS_MAX = 12
OWN_CASES = [case for case in cases() if case[0] == DIVIDHA.key]


@BOTH
@pytest.mark.parametrize("case", OWN_CASES[::6], ids=str)
def test_at_most_twelve_buttons_none_twice(case: Case, emojis: dict[str, str]) -> None:
    """Four splits, five for what goes on, and three for the rest: whatever is played, by any house rules."""
    most = 0
    for table in tables_of(case)[::2]:
        for viewer in secret_seats(table):
            if viewer is not None:
                view = view_table(table, DIVIDHA, viewer)
                scene = Scene(view, DIVIDHA, FACES[DIVIDHA.key], "coins", emojis=emojis)
                found = buttons(panel_screen(scene))
                most = max(most, len(found))

                assert len(found) <= BUTTONS_MAX
                assert len({each.label for each in found}) == len(found)
                assert len({each.action for each in found}) == len(found)

    # A bet is there to be made: the four splits, check or stay in, fold, and the ranking at least.
    assert most >= 7


def buttons(screen: Screen) -> list[Button]:
    """All buttons of a screen."""
    return [button for part in screen.parts if isinstance(part, Row) for button in part.buttons]
