"""Where an interaction comes from: a server that the bot is in, a direct message with it, or elsewhere.

People who put the app on their own account may use it wherever Discord is. Elsewhere, in groups, in direct
messages between others and in servers without the bot, its own token reaches nothing: it can answer an
interaction, with five more messages at most, and change these answers for fifteen minutes. What Discord
says of such a server, of who manages it or what it is called, is not about a tavern of ours.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.front.forms import NotOurs, NotText
from games.engine.core.errors import Slip, phrase
from storage.play.postings import DIRECT, ELSEWHERE, is_server

Given: TypeAlias = discord.Interaction[Any]
AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu


class OnlyWithMe(Slip):
    says = phrase(
        "That’s for servers that I’m in. Here you can use `/throw` and `/tavern help`, and in a direct "
        "message with me `/play` as well."
    )


def place_of(interaction: Given) -> int:
    """The server, or what stands for a place that has none (`storage/play/postings.py`)."""
    guild = interaction.guild_id
    if guild is not None:
        # Not what Discord says of its installation: an app may be there without its bot.
        return ELSEWHERE if interaction.client.get_guild(guild) is None else guild
    return ELSEWHERE if interaction.context.private_channel else DIRECT


def is_unseen(interaction: Given) -> bool:
    """Whether nobody but the presser sees answers, as where they may not use external apps."""
    if interaction.guild_id is None or place_of(interaction) != ELSEWHERE:
        return False
    held = interaction.permissions
    return not (held.use_external_apps or held.administrator)


def require_reached(interaction: Given, command: AnyCommand) -> None:
    """Refuse a server's command elsewhere; Discord offers it in servers alone, unless its list is old."""
    root = command if isinstance(command, app_commands.ContextMenu) else command.root_parent or command
    if not is_anywhere(root) and not is_server(place_of(interaction)):
        raise OnlyWithMe


def is_anywhere(command: AnyCommand | app_commands.Group) -> bool:
    """Whether people may have a command on their own account, and so outside of servers with the bot."""
    return command.allowed_installs is not None and command.allowed_installs.user


def require_known(interaction: Given) -> None:
    """Refuse commands that are not ours, and options of the wrong type (F-42, F-43).

    Discord's own client sends neither; an old list of commands, or another program, may.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command | app_commands.ContextMenu):
        raise NotOurs
    require_reached(interaction, command)
    if isinstance(command, app_commands.ContextMenu):
        return
    values = dict(iter(interaction.namespace))
    for each in command.parameters:
        value = values.get(each.display_name, "")
        if each.type is discord.AppCommandOptionType.string and not isinstance(value, str):
            raise NotText
