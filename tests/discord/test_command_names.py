"""Commands in every language, as Discord is told them: once, and so that it takes all of them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.discord_io.commands import DESCRIPTION_MAX, NAME_MAX, is_name
from bot.text.translate import ENGLISH, languages
from tests.discord.command_sync import start_anew, told
from tests.discord.message import Component
from tests.discord.tavern import Room

LETTERS_MAX = 8000
"""The highest number of letters of a command with all its options."""
OTHERS = frozenset(languages()) - {ENGLISH}


async def test_a_start_tells_all_names_once(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    """Short enough in every language, of letters that names may have, and no two alike beside each other."""
    before = len(told(room))
    with caplog.at_level(logging.WARNING):
        await start_anew(room)
    (commands,) = told(room)[before:]

    assert caplog.records == []
    assert [fault for each in commands for fault in faults(each)] == []
    assert [each["name"] for each in commands if letters(each) > LETTERS_MAX] == []
    assert {code: [*clashes(commands, code)] for code in languages()} == {code: [] for code in languages()}
    described = [each for each in commands if each.get("description")]
    assert [each["name"] for each in described if len(words(each, "description")) <= len(OTHERS)] == []


def words(part: Component, key: str) -> list[str]:
    """Return the names or descriptions of a command, option or choice: English, then other languages."""
    return [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]


def within(part: Component) -> list[Component]:
    """The commands or options in a command, and the choices of an option."""
    return [*part.get("options", ()), *part.get("choices", ())]


def faults(part: Component) -> Iterator[str]:
    """Return the texts that Discord would refuse."""
    for name in words(part, "name"):
        # Names in a user's menu, and choices, are not typed.
        is_typed = "description" in part and part["description"] != ""
        if len(name) > (NAME_MAX if is_typed else DESCRIPTION_MAX) or (is_typed and not is_name(name)):
            yield name
    yield from (text for text in words(part, "description") if len(text) > DESCRIPTION_MAX)
    for each in within(part):
        yield from faults(each)


def clashes(parts: list[Component], code: str) -> Iterator[str]:
    """Names that two have beside each other."""
    names = Counter(str((each.get("name_localizations") or {}).get(code, each["name"])) for each in parts)
    yield from (name for name, count in names.items() if count > 1)
    for each in parts:
        yield from clashes(each.get("options", []), code)


def letters(part: Component) -> int:
    """All that Discord counts, with the longest words that there are in any language."""
    longest = sum(max(map(len, words(part, key))) for key in ("name", "description"))
    return longest + len(str(part.get("value", ""))) + sum(map(letters, within(part)))
