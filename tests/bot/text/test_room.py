"""Labels in every language, measured against the room that a control of Discord has on a phone of 390 pixels.

The widths are those of the bot's own font, a little wider than Discord's: what fits here fits there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from types import MappingProxyType

import pytest
from PIL.ImageFont import FreeTypeFont

from bot.pictures import painter, text
from bot.pictures.text import ISOLATES, fitted, length
from bot.screens.catalog import FACES
from bot.screens.core.screen import ActionRow, Screen, Select, UserSelect
from bot.screens.table.message import menu
from bot.screens.table.scenes import Scene
from bot.text.translate import LOCALES, _, languages, ngettext, speaking
from games.catalog import GAMES
from games.engine.core.game import Seat
from games.engine.table.views import view_table
from tests.bot.rendering import EVERY_LARGEST, IN_EMOJIS, screens, tables_of
from tests.laws.walk import Case

BUTTON = 14, 254
PLACEHOLDER = 16, 250
OPTION = 16, 366
DESCRIPTION = 14, 302
TITLE = 16, 246
HINT = 16, 334
"""The size of the letters, and the width of the one line that there is.

A button has a container's width without paddings, a select's box loses its arrow, its options have a sheet
of their own, and a form's title stands between two buttons.
"""
EMOJI = 22
ROOM = MappingProxyType(
    {
        "Button": ((0, "label", BUTTON),),
        "Select": ((1, "placeholder", PLACEHOLDER),),
        "UserSelect": ((1, "placeholder", PLACEHOLDER),),
        "one_of": ((1, "asks", PLACEHOLDER),),
        "SelectOption": ((0, "label", OPTION), (4, "description", DESCRIPTION)),
        "Form": ((0, "title", TITLE),),
        "line_form": ((0, "title", TITLE), (3, "hint", HINT)),
        "TextField": ((3, "hint", HINT),),
    }
)
"""The room of what is passed to a constructor, by position or name."""
FILLED = "123"
"""What stands for a number in a label."""


@cache
def written() -> tuple[tuple[list[str], tuple[int, int]], ...]:
    """Return the texts that are passed to a control where it is made, with its room."""
    found = []
    for path in sorted((LOCALES.parent / "screens").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for at, keyword, room in ROOM.get(_name(call), ()):
                assert isinstance(call, ast.Call)
                given = [*call.args[at : at + 1], *(k.value for k in call.keywords if k.arg == keyword)]
                found += [(text, room) for each in given for text in _texts(each)]
    return tuple(found)


def _name(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _texts(given: ast.expr) -> Iterator[list[str]]:
    for call in ast.walk(given):
        if _name(call) in {"_", "ngettext"}:
            assert isinstance(call, ast.Call)
            yield [str(each.value) for each in call.args if isinstance(each, ast.Constant)]


def shown(screen: Screen) -> Iterator[tuple[str, tuple[int, int], int]]:
    """The labels on a screen, with their room and what an emoji takes of it."""
    for part in screen.parts:
        match part:
            case ActionRow(buttons=buttons):
                yield from ((each.label, BUTTON, EMOJI if each.emoji else 0) for each in buttons)
            case Select(placeholder=placeholder, choices=choices):
                yield (placeholder, PLACEHOLDER, 0)
                for each in choices:
                    yield (each.label, OPTION, EMOJI if each.emoji else 0)
                    yield (each.description, DESCRIPTION, 0)
            case UserSelect(placeholder=placeholder):
                yield (placeholder, PLACEHOLDER, 0)
            case _:
                pass


def too_long(label: str, room: tuple[int, int], taken: int = 0) -> bool:
    """Return True if a label takes more than a control's room."""
    size, width = room
    return length(label, size) + taken > width


@pytest.mark.parametrize("code", languages())
def test_a_label_has_room_where_it_is_written(code: str) -> None:
    """None is cut on a phone: of buttons, selects, their options, and forms' titles and hints."""
    found = [each for each in written() if each[0]]
    with speaking(code):
        filled = (
            (_(text[0]) if len(text) == 1 else ngettext(text[0], text[-1], 2), room) for text, room in found
        )
        said = {(re.sub(r"\{\w+\}", FILLED, label), room) for label, room in filled}

    assert len(found) > 150
    assert sorted(label for label, room in said if too_long(label, room)) == []


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("case", EVERY_LARGEST[::7], ids=str)
def test_a_label_at_a_table_has_room(case: Case, code: str) -> None:
    """Nor is any that a game offers: its answers, house rules and cards."""
    game, cut = GAMES[case[0]], set[str]()
    with speaking(code):
        for table in tables_of(case)[::25]:
            scene = Scene(view_table(table, game, Seat(1)), game, FACES[game.key], "coins")
            for screen in (*screens(table), menu(scene, is_manager=True, may_cut=True)):
                cut.update(label for label, room, taken in shown(screen) if too_long(label, room, taken))

    assert cut == set()


@pytest.mark.soak
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("case", EVERY_LARGEST[::11], ids=str)
def test_no_text_of_a_picture_is_cut(case: Case, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Captions, lines and titles fit their places: only long names are shortened."""
    cut: set[str] = set()

    def seen(words: str, size: int, width: int) -> tuple[str, FreeTypeFont]:
        shortened, face = fitted(words, size, width)
        if shortened != words.translate(ISOLATES):
            cut.add(words)
        return shortened, face

    for module in (painter, text):
        monkeypatch.setattr(module, "fitted", seen)
    pictures = 0
    with speaking(code):
        for table in tables_of(case)[::25]:
            for screen in screens(table, emojis=IN_EMOJIS):
                if screen.picture is not None:
                    painter.paint(screen.picture)
                    pictures += 1

    assert pictures
    # The three titles of one evening, of all games, are more than any game gives.
    assert {each for each in cut if not each.endswith(" +2")} == set()
