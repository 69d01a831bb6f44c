"""What a command asks of whoever uses it, checked in one place."""

from __future__ import annotations

import re

import discord
from discord import app_commands

from bot.acts import Press
from bot.names import plain_name
from bot.reply import Interaction

_WHOLE = re.compile(r"[0-9]{1,16}")
AMOUNT_MAX = 10**9
"""No single amount that a person gives is larger."""


class NotAllowed(Exception):
    """Only a server's managers may do that."""


class NotHere(Exception):
    """Tables are opened in other channels of this server."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(channels)
        self.channels = channels


class Malformed(app_commands.AppCommandError):
    """No whole number from least to most."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(f"not from {least} to {most}")
        self.least = least
        self.most = most


def press_of(interaction: Interaction) -> Press:
    """Who did what, as the Tavern wants to know it."""
    return Press(
        interaction.id,
        discord.utils.utcnow().timestamp(),
        interaction.user.id,
        plain_name(interaction.user.display_name),
        interaction.guild_id,
        is_manager=is_manager(interaction),
    )


def given(interaction: Interaction, name: str) -> object:
    """What an interaction says under a name; each kind of interaction has its own."""
    return dict(interaction.data or {}).get(name)


def is_manager(interaction: Interaction) -> bool:
    """Whether somebody may manage the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def require_manager(interaction: Interaction) -> None:
    """Refuse whoever may not manage the server."""
    if not is_manager(interaction):
        raise NotAllowed


def whole(text: str, least: int, most: int) -> int:
    """A whole number that a person typed, or `Malformed` (F-43)."""
    if not _WHOLE.fullmatch(text.strip()) or not least <= int(text) <= most:
        raise Malformed(least, most)
    return int(text)


class Amount(app_commands.Transformer):
    """A whole number from `least` to `most`, as an option of a command.

    Discord's own client keeps to the bounds; what comes by other ways is refused in words.
    """

    def __init__(self, least: int = 1, most: int = AMOUNT_MAX) -> None:
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A whole number, to Discord."""
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        """The least that Discord's client lets through."""
        return self._least

    @property
    def max_value(self) -> int:
        """The most that Discord's client lets through."""
        return self._most

    async def transform(self, interaction: Interaction, value: object, /) -> int:  # noqa: ARG002
        """The number, or `Malformed`."""
        if type(value) is not int or not self._least <= value <= self._most:
            raise Malformed(self._least, self._most)
        return value


def require_channel(interaction: Interaction, channels: tuple[int, ...]) -> None:
    """Refuse a table where the server wants none; threads count as their channel."""
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if channels and not here & set(channels):
        raise NotHere(channels)
