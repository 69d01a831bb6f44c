"""Babel's extractor of what Discord shows of commands: decorators take those texts, and mark none."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import IO

from bot.cogs import COGS
from bot.discord_io.setup.command_words import DESCRIPTION_MAX, NAME_MAX, words_of
from bot.discord_io.setup.commands import made_of

NAMED = f"A name that people type, at most {NAME_MAX} letters: small ones, digits, - and _, no space"
DESCRIBED = f"In Discord’s list of commands, at most {DESCRIPTION_MAX} letters"


def gather(
    _file: IO[bytes],
    _keywords: Mapping[str, object],
    _tags: Collection[str],
    options: Mapping[str, str],  # noqa: ARG001 -- Babel gives it by name
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """The words of every command, whatever the file."""
    for cog in COGS:
        for command in made_of(cog):
            for context, text in words_of(command):
                if context:
                    yield 1, "pgettext", (context, text), [NAMED]
                else:
                    yield 1, "", text, [DESCRIBED]
