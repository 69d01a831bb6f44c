"""Commands that texts name, clickable once Discord has told their ids; before that they are plain words.

A text names a command as `/tavern help`, in backticks, which nobody's own words can bring
in (`translate.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol, TypeAlias, cast

import discord

from bot.screens.core.screen import Screen, Text, faults

_NAMED = re.compile(r"(?<!\\)`/([a-z][a-z -]{0,99})`")

CommandIds: TypeAlias = Mapping[str, int]
"""Discord's ids of our commands, by their whole names such as `tavern help`."""


class _Told(Protocol):
    """What is needed of the sync: what Discord answered."""

    ids: CommandIds


class CommandingBot(Protocol):
    """What is needed of the bot whose commands are named."""

    command_sync: _Told


def ids_of(client: discord.Client) -> CommandIds:
    """Those of the bot that a client is."""
    return cast(CommandingBot, client).command_sync.ids


def with_mentions(text: str, ids: CommandIds) -> str:
    """A text with the commands in it clickable, as far as their ids are known."""

    def mention(named: re.Match[str]) -> str:
        number = ids.get(named[1])
        return named[0] if number is None else f"</{named[1]}:{number}>"

    return _NAMED.sub(mention, text)


def clickable(screen: Screen, ids: CommandIds) -> Screen:
    """A screen with the commands in it clickable; as it is where there is no room for that."""
    if not any(isinstance(part, Text) and "`/" in part.markdown for part in screen.parts):
        return screen
    parts = tuple(
        Text(with_mentions(part.markdown, ids)) if isinstance(part, Text) else part for part in screen.parts
    )
    mentioned = replace(screen, parts=parts)
    return screen if faults(mentioned) else mentioned
