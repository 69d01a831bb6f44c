"""Names and descriptions of commands in other languages, as Discord shows them to those who speak one.

What Discord would not take in a language stays English there, and the log says so: what is too long, and
names with more in them than small letters, digits, `-` and `_`. What it refuses all the same, such as a name
that another command has, is left out (`without_refused`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from discord import HTTPException, Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.text.translate import ENGLISH, catalogue, spoken

log = logging.getLogger(__name__)

NAME_MAX, DESCRIPTION_MAX = 32, 100
"""The longest that Discord takes, in letters."""
NAME = re.compile(r"[-_'\w]+")
COMMAND, OPTION = "command", "option"
"""What a name is the name of: the contexts in the catalogues."""
REFUSED = re.compile(r"^In [\w.]+\.(?:name|description)_localizations\.[\w-]+(?=:)", re.MULTILINE)
CONTEXTS = {
    Location.command_name: COMMAND,
    Location.group_name: COMMAND,
    Location.parameter_name: OPTION,
}


class CommandWords(app_commands.Translator):
    """Reads the catalogues."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The words for a language of Discord's; None: those in English."""
        code = spoken(locale.value)
        if code == ENGLISH:
            return None
        words, text = catalogue(code), string.message
        is_menu = isinstance(context.data, app_commands.ContextMenu)
        named = None if is_menu else CONTEXTS.get(context.location)
        found = words.gettext(text) if named is None else words.pgettext(named, text)
        if found == text:
            return None
        longest = NAME_MAX if is_menu else DESCRIPTION_MAX
        if is_name(found) if named else len(found) <= longest:
            return found
        log.warning("a command's words in another language are not fit for Discord: they stay English")
        return None


def is_name(text: str) -> bool:
    """Whether a command or an option may be called so."""
    return len(text) <= NAME_MAX and NAME.fullmatch(text) is not None and text == text.lower()


def without_refused(payload: list[dict[str, Any]], refused: HTTPException) -> list[dict[str, Any]] | None:
    """The commands without the words in other languages that Discord refuses; None if it refuses more."""
    paths = [each.removeprefix("In ") for each in REFUSED.findall(str(refused))]
    # One line says that something is wrong, each other line what.
    if not paths or len(paths) != str(refused).count("\nIn "):
        return None
    left = deepcopy(payload)
    for path in paths:
        *way, code = path.split(".")
        place: Any = left
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        del place[code]
    return left


def words_of(
    command: app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
) -> Iterator[tuple[str, str]]:
    """All words of a command, each with its context: those of names, and "" for all others."""
    if isinstance(command, app_commands.ContextMenu):
        yield "", command.name
        return
    yield COMMAND, command.name
    yield "", command.description
    if isinstance(command, app_commands.Group):
        for each in command.commands:
            yield from words_of(each)
        return
    for option in command.parameters:
        yield OPTION, option.display_name
        yield "", str(option.description)
        yield from (("", choice.name) for choice in option.choices if not choice.name.isdigit())
