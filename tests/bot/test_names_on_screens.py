"""F-46 in every game: at any table, on any screen and in a browser, a name is that name and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.page.auth import LocalDirectory
from bot.page.table_layout import table_html
from bot.page.table_shown import TableShown
from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen, Text
from bot.screens.table.scenes import Scene
from games.catalog import GAMES
from games.engine.table.table import AnyTable
from games.engine.table.views import view_table
from tests.bot.rendering import CASES, IN_EMOJIS, screens, tables_of
from tests.laws.walk import Case, secret_seats
from tests.page.escaping import WORD, broken
from tests.soak import some_now

NOBODY = LocalDirectory(frozenset(IN_EMOJIS), {}, lambda _name: False, lambda: "somebody")


def named(table: AnyTable) -> AnyTable:
    """Return the table with names that would format a text, or end a tag."""
    return replace(table, seats=tuple(replace(each, name=f"{WORD}{each.seat}") for each in table.seats))


def drawn(table: AnyTable) -> Iterator[str]:
    """Return the table as each of its viewers' browsers is sent it."""
    game = GAMES[table.game]
    for viewer in secret_seats(table):
        scene = Scene(view_table(table, game, viewer), game, FACES[table.game], "coins", emojis=IN_EMOJIS)
        yield from table_html(TableShown(scene, "", None, NOBODY, None, frozenset()), IN_EMOJIS)


def raw(screen: Screen) -> list[str]:
    """Return the texts in which a name stands as it was typed."""
    return [each.markdown for each in screen.parts if isinstance(each, Text) and WORD in each.markdown]


ONE_OF_EACH = [*{case[0]: case for case in CASES}.values()]
TABLES = 10


@pytest.mark.parametrize("case", some_now(dict.fromkeys([*CASES[::4], *ONE_OF_EACH]), ONE_OF_EACH), ids=str)
def test_f46_a_name_is_only_that_name(case: Case) -> None:
    """F-46: a name formats no text of any screen, and is repeated as it is in any part of the page."""
    shown, tables = 0, tables_of(case)
    for table in map(named, tables[:: max(1, len(tables) // TABLES)]):
        for screen in screens(table):
            assert raw(screen) == []
        for html in drawn(table):
            assert broken(html) == []
            shown += WORD[1:3] in html

    assert shown > 0
