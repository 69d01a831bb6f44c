"""Build a `Request` from an interaction. No other module reads what was pressed, where and by whom.

It comes from a server that the bot is in, from a direct message with it, or from elsewhere. People who put
the app on their own account may use it wherever Discord is. Elsewhere, in groups, in direct messages
between others and in servers without the bot, its own token reaches nothing: it can answer an interaction,
with five more messages at most, and change these answers for fifteen minutes. What Discord says of such a
server, of who manages it or what it is called, is not about a tavern of ours.

The permissions that the bot needs in a channel are here, too: the README's invitation asks for exactly these.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeAlias, cast

import discord
from discord import app_commands

from bot.discord_io.client import BotClient
from bot.front.forms import NotOurs, NotText
from bot.front.request import Kind, Request, SourceMessage, User
from bot.text.translate import _, plain_name, spoken
from games.engine.core.errors import N_, UserError
from storage.play.postings import DIRECT, ELSEWHERE, is_server

Given: TypeAlias = discord.Interaction[Any]
KINDS: dict[discord.InteractionType, Kind] = {
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}
NEEDED_PERMISSIONS: Mapping[str, str] = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
}
"""The permissions with the names that Discord shows."""
WRITING = ("view_channel", "send_messages", "send_messages_in_threads")
"""The permissions without which a message cannot be kept up to date."""


class OnlyWithMe(UserError):
    template = N_(
        "That’s for servers that I’m in. Here you can use `/throw` and `/help`, and in a direct "
        "message with me `/play` as well."
    )


def request_of(interaction: Given) -> Request:
    """Return the request of an interaction; in our servers Discord confirms membership and permissions."""
    place, person, message = place_of(interaction), person_of(interaction.user), interaction.message
    is_here, in_thread = is_server(place), isinstance(interaction.channel, discord.Thread)
    held = interaction.app_permissions
    return Request(
        id=interaction.id,
        at=cast("BotClient", interaction.client).app.now(),
        person=person,
        kind=KINDS.get(interaction.type, "command"),
        language=spoken(interaction.locale.value),
        place=place,
        channel=interaction.channel_id or 0,
        parent=getattr(interaction.channel, "parent_id", None) or 0,
        is_member=is_here,
        is_unseen=place == ELSEWHERE and is_unseen(interaction),
        lacking=tuple(missing_permissions(held, in_thread=in_thread, needed=WRITING)) if is_here else (),
        manages=is_here and interaction.permissions.manage_guild,
        roles=person.roles if is_here else frozenset(),
        message=None if message is None else SourceMessage(message.id, message.flags.ephemeral),
        **carried(dict(interaction.data or {})),
    )


def person_of(user: discord.User | discord.Member) -> User:
    """Return a Discord user as a `User`."""
    roles = user.roles if isinstance(user, discord.Member) else ()
    return User(
        user.id,
        plain_name(user.display_name, user.name),
        plain_name(user.name, ""),
        user.bot,
        is_member=isinstance(user, discord.Member),
        roles=frozenset(each.id for each in roles),
    )


def carried(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a component's or form's data: a request's `action`, `values`, `people` and `fields`.

    Any kind of component is read, those that are new as well (F-42).
    """
    values = data.get("values")
    return {
        "action": str(data.get("custom_id", "")),
        "values": tuple(map(str, values)) if isinstance(values, list) else (),
        "people": _people(data) if "resolved" in data else {},
        "fields": _fields(data) if "components" in data else {},
    }


def _people(data: Mapping[str, Any]) -> dict[int, bool]:
    """Return the users in a user select's choice, and which of them are bots."""
    resolved = data.get("resolved")
    users = resolved.get("users") if isinstance(resolved, dict) else None
    known = users if isinstance(users, dict) else {}
    return {
        int(each): bool(user.get("bot"))
        for each, user in known.items()
        if str(each).isdecimal() and isinstance(user, dict)
    }


def _fields(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the submitted fields of a form by name; of several choices, each is a word."""
    found: dict[str, str] = {}
    parts = data.get("components")
    for part in parts if isinstance(parts, list) else []:
        field = part.get("component") if isinstance(part, dict) else None
        if isinstance(field, dict):
            values = field.get("values")
            value = " ".join(map(str, values)) if isinstance(values, list) else field.get("value")
            found[str(field.get("custom_id"))] = value if isinstance(value, str) else "on" * (value is True)
    return found


def place_of(interaction: Given) -> int:
    """The server, or what stands for a place that has none (`storage/play/postings.py`)."""
    guild = interaction.guild_id
    if guild is not None:
        # Not what Discord says of its installation: an app may be there without its bot.
        return ELSEWHERE if interaction.client.get_guild(guild) is None else guild
    return ELSEWHERE if interaction.context.private_channel else DIRECT


def is_unseen(interaction: Given) -> bool:
    """Return True if nobody but the presser sees answers, as where they may not use external apps."""
    if interaction.guild_id is None or place_of(interaction) != ELSEWHERE:
        return False
    held = interaction.permissions
    return not (held.use_external_apps or held.administrator)


def require_known(interaction: Given) -> None:
    """Refuse commands that are not ours, or not for this place, and options of the wrong type (F-42, F-43).

    Discord's own client sends none of that; an old list of commands, or another program, may.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command | app_commands.ContextMenu):
        raise NotOurs
    root = command if isinstance(command, app_commands.ContextMenu) else command.root_parent or command
    is_anywhere = root.allowed_installs is not None and root.allowed_installs.user
    if not is_anywhere and not is_server(place_of(interaction)):
        raise OnlyWithMe
    if isinstance(command, app_commands.ContextMenu):
        return
    values = dict(iter(interaction.namespace))
    for each in command.parameters:
        value = values.get(each.display_name, "")
        if each.type is discord.AppCommandOptionType.string and not isinstance(value, str):
            raise NotText


def lacking_in(channel: discord.abc.GuildChannel | discord.Thread) -> tuple[str, ...]:
    """The names of permissions without which nothing that stays can be shown in a channel."""
    held, in_thread = channel.permissions_for(channel.guild.me), isinstance(channel, discord.Thread)
    return tuple(missing_permissions(held, in_thread=in_thread, needed=WRITING))


def may_mention(held: discord.Permissions, role: discord.Role | None) -> bool:
    """Return True if a mention of a role calls its members, with what its author may do in a channel."""
    return role is not None and (role.mentionable or held.mention_everyone)


def missing_permissions(
    held: discord.Permissions, *, in_thread: bool, needed: Collection[str] = tuple(NEEDED_PERMISSIONS)
) -> list[str]:
    """The names of missing permissions; threads have a permission of their own for sending."""
    not_asked = "send_messages" if in_thread else "send_messages_in_threads"
    asked = (name for name in needed if name != not_asked)
    return [_(NEEDED_PERMISSIONS[name]) for name in asked if not getattr(held, name)]
