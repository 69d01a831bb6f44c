"""The documentation of `TableService` shows code that runs."""

import ast
from inspect import getdoc
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

from bot.front.request import Request, User
from bot.tavern.table import actions
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.table.table import Terms
from games.stone_hand.game import STONE_HAND
from storage.db.database import Database
from tests.bot.crowd import CHANNEL, SERVER, WallClock

ANN, BEN = 101, 102
AT = 1_800_000_000.0


async def test_the_example_seats_the_presser_and_shows_the_table(database: Database) -> None:
    """The example in the docstring seats the user who pressed, and passes the new state to the front."""
    example = dedent((getdoc(TableService) or "").partition("show the result.\n")[2])
    tavern = TableService(database, GAMES, now=WallClock(AT))
    ann = actions.Actor(1, AT, ANN, "Ann", SERVER)
    opened = await tavern.open_table(ann, CHANNEL, STONE_HAND, STONE_HAND.house_rules(), Terms(ANN, 20))
    shown: list[TableState] = []
    names: dict[str, Any] = {
        "actions": actions,
        "front": SimpleNamespace(table_messages=SimpleNamespace(refresh=shown.append)),
        "request": Request(id=2, at=AT, person=User(BEN, "Ben"), place=SERVER, channel=CHANNEL),
        "table_id": opened.id,
        "tavern": tavern,
    }

    code = compile(example, "TableService", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    await eval(code, names)  # noqa: S307  (our own docstring)

    assert [[each.player for each in state.table.present] for state in shown] == [[ANN, BEN]]
