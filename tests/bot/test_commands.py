"""Discord's view of a command while a user types it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from inspect import getmembers, isfunction
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.cogs import COGS
from bot.cogs.taproom_cog import TaproomCog
from bot.front.decorators import Command, commands_of, group_of
from bot.text.translate import LOCALES
from games.catalog import GAMES
from tests.bot.uploaded_commands import LISTED, WRITTEN, is_for_everybody, leaves, listed, told, uploaded

DESCRIPTION_MAX, OPTION_MAX = 50, 60
"""A phone cuts off what is longer."""


ROOT = Path(__file__).parents[2]
GROUPS = [each for each in COGS if group_of(each) is not None]
TYPED = {name: each for cog in COGS for name, each in commands_of(cog)}


@pytest.mark.parametrize("given", TYPED.values(), ids=TYPED)
def test_a_command_is_told_in_one_short_line(given: Command) -> None:
    """It is read whole, and so is what each of its options is for."""
    assert 0 < len(given.description) <= DESCRIPTION_MAX
    for option, says in given.options.items():
        assert 0 < len(says) <= OPTION_MAX, option
        assert "unless you say" not in says


def test_discord_is_told_what_was_written_down() -> None:
    """A changed mark shows its effect on Discord's commands and the docs, which are then recorded anew."""
    assert uploaded() == WRITTEN.read_text(encoding="utf-8"), "run `make commands`"
    assert listed() == LISTED.read_text(encoding="utf-8"), "run `make commands`"


COMMANDS_MAX, LEAVES_MAX = 10 + len(GAMES), 22 + 3 * len(GAMES)
"""The limits of commands and leaves that every user sees after typing a slash."""
BEST = {"board", "champions", "leaderboard", "ranking", "scoreboard", "scores", "standings", "titles", "top"}
"""Words for who is best."""


def test_few_commands_stand_before_everybody() -> None:
    """A dozen and two, thirty with what is in them, and one word for who is best; the rest is a manager’s."""
    typed = [each for each in told() if each["type"] == 1]
    shown = [each for each in typed if is_for_everybody(each)]
    names = [name for each in shown for name, _leaf in leaves(each)]

    assert len(shown) <= COMMANDS_MAX
    assert len(names) <= LEAVES_MAX
    assert {word for name in names for word in name.split()} & BEST == {"board"}
    assert {each["name"] for each in typed if each not in shown} == {"manage", "organise"}


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_no_class_of_a_group_takes_the_place_of_another(group: type) -> None:
    """A group is made of classes that know nothing of each other: no two have a method of one name."""
    own = {found for each in group.__bases__ for found in getmembers(each, isfunction)}
    names = Counter(name for name, _method in own - {*getmembers(TaproomCog, isfunction)})

    assert [name for name, count in names.items() if count > 1] == []


ADDRESSES = {"data", "healthz", "metrics", "readyz"}
"""The first words of paths that begin with a slash and are no commands."""
NAMED = re.compile(r"`/([a-z][a-z -]*+)(?!/)")
IN_WORDS = re.compile(r"(?<![\w.:/<{}])/([a-z][a-z -]*)")


def unknown(named: Iterable[str]) -> set[str]:
    """Return the names that lead to no command: a group may be named alone, options may follow a command."""
    known = {name for each in told() for name, _leaf in leaves(each)}
    groups = {" ".join(name.split()[:count]) for name in known for count in (1, 2)}
    return {
        each
        for each in named
        if each.strip() not in groups
        and not any(f"{each} ".startswith(f"{name} ") for name in known)
        and each.split()[0] not in ADDRESSES
    }


@pytest.mark.parametrize("path", sorted(LOCALES.glob("*.po")), ids=lambda path: path.stem)
def test_texts_name_only_commands_that_there_are(path: Path) -> None:
    """They do in English and in every other language, with backticks or without."""
    with path.open("rb") as file:
        messages = [*read_po(file)]
    said = [each for message in messages for each in (message.id, message.string) if each]
    texts = [text for each in said for text in ([each] if isinstance(each, str) else each)]

    assert unknown(name for text in texts for name in IN_WORDS.findall(text)) == set()


def test_pages_and_sources_name_only_commands_that_there_are() -> None:
    """They do in the docs too, in docstrings and comments, and in the changes since the last release."""
    pages = {
        path: path.read_text(encoding="utf-8")
        for folder in ("bot", "docs", "games", "storage", ".")
        for path in (ROOT / folder).glob("*.md" if folder == "." else "**/*")
        if path.suffix in (".md", ".py")
    }
    pages[ROOT / "CHANGELOG.md"] = pages[ROOT / "CHANGELOG.md"].partition("\n## [0")[0]

    found = {path.name: unknown(NAMED.findall(text)) for path, text in pages.items()}
    assert {name: names for name, names in found.items() if names} == {}
