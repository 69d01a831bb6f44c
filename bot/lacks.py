"""Lists the parts that a game lacks: to be played, to be complete, and to belong to Taproom's own games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.cogs import COGS
from bot.screens.catalog import SHOWN_GAMES
from bot.screens.core.plain_screen import PlainScreen
from bot.screens.learn.rules import FOLDER, sections
from bot.text.translate import ENGLISH, _, languages, speaking
from games import own, plugins
from games.catalog import GAMES
from games.engine.core.house_rules import options

SECTION_MAX, LINE_MAX = 900, 90
"""The maximum number of characters of a section of the rules, and of a house rule's line."""
ROOT = Path(__file__).parents[1]
TO_PLAY, COMPLETE, IN_TREE = "to play", "to be at home", "to be in the tree"


def lacks(key: str) -> Mapping[str, tuple[str, ...]]:
    """Return a game's missing parts, a line each, by group; if it can't be played, only why not."""
    assert COGS, "the commands are loaded too, so that their faults are known"
    faults = tuple(str(each) for each in plugins.FAULTS if each.key == key)
    if key not in GAMES:
        return {TO_PLAY: faults or (f"no game {key} is installed",), COMPLETE: (), IN_TREE: ()}
    return {
        TO_PLAY: (),
        COMPLETE: (*faults, *_incomplete(key)),
        IN_TREE: tuple(_not_in_tree(key)),
    }


def _incomplete(key: str) -> Iterator[str]:
    game, shown = GAMES[key], SHOWN_GAMES[key]
    if type(shown.face) is PlainScreen:
        yield "a screen of its own: taproom.screens"
    if not shown.face.credit:
        yield "a credit: the game's author and year, on its screen"
    if shown.lesson is None:
        yield "a first hand of its own: the lesson of its screen"
    folder = FOLDER if shown.files is None else shown.files / "rules"
    page = folder / f"{shown.face.rules_page}.md"
    if not page.is_file():
        yield f"a page of rules: {shown.face.rules_page}.md"
    else:
        too_long = [
            each.title
            for each in sections(shown.face.rules_page, folder)
            if len(each.title) + len(each.body) >= SECTION_MAX
        ]
        yield from (f"a shorter section of rules: {each}" for each in too_long)
    for code in languages():
        with speaking(code):
            if code != ENGLISH and _(shown.face.intro) == shown.face.intro:
                yield f"translations: locales/{code.replace('-', '_')}.po"
    rules = options(game.house_rules)
    if not rules:
        yield "house rules to choose"
    for each in rules:
        lines = [each.line(value) for value, _label in each.choices]
        if not all(0 < len(line) <= LINE_MAX for line in lines):
            yield f"a line of at most {LINE_MAX} letters for each choice of the house rule {each.name}"


def _not_in_tree(key: str) -> Iterator[str]:
    name = key.replace("_", "-")
    if key not in {each.game.key for each in own.RECORDS}:
        yield "a record in games/own.py"
    required = {
        f"docs/rulebook/{name}.md": "rules with numbers",
        f"docs/rules/{name}.md": "rules for players",
        f"tests/laws/transcripts/{key}.txt": "a transcript",
        f"tests/games/{key}": "a test for each rule",
    }
    for path, description in required.items():
        if not (ROOT / path).exists():
            yield f"{description}: {path}"
