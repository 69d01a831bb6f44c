"""Builds a `Request` from an interaction. No other module reads an interaction's user, place and data.

An interaction comes from a server with the bot, from a direct message with the bot, or from elsewhere: users
can install the app on their own account and use it anywhere in Discord. Elsewhere, that is in groups, in
direct messages between others and in servers without the bot, the bot's own token has no access. It can only
respond to the interaction, with at most five follow-ups, and edit these messages for fifteen minutes. A
server without the bot has no tables, so its permissions, roles and name are ignored.

The permissions that the bot needs in a channel are declared here, too; its invitation asks for exactly these.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, cast

import aiohttp
import discord
from discord import app_commands

from bot.discord_io.client import BotClient
from bot.front.forms import FileGone, NotOurs, NotText
from bot.front.request import Kind, Request, SourceMessage, User
from bot.tavern.table.actions import no_threads
from bot.text.translate import _, plain_name, spoken
from games.engine.core.errors import N_, UserError
from storage.play.postings import DIRECT, ELSEWHERE, is_server

Interaction: TypeAlias = discord.Interaction[Any]
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
"""The permissions that the bot needs, with the names that Discord shows."""
WRITING = ("view_channel", "send_messages", "send_messages_in_threads")
"""The permissions that the bot needs to keep a message up to date."""


THREAD_PERMISSIONS: Mapping[str, str] = {
    "create_public_threads": N_("Create Public Threads"),
    "send_messages_in_threads": NEEDED_PERMISSIONS["send_messages_in_threads"],
}
"""The permissions that it needs to make a thread for a table."""


class OnlyWithMe(UserError):
    template = N_(
        "That’s for servers that I’m in. Here you can use `/throw` and `/help`, and in a direct "
        "message with me `/play` as well."
    )


def request_of(interaction: Interaction) -> Request:
    """Return the request of an interaction; only for servers with the bot it has rights and roles."""
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
        lacking_for_threads=partial(lacking_for_threads, interaction.channel, held)
        if is_here
        else no_threads,
        manages=is_here and interaction.permissions.manage_guild,
        roles=person.roles if is_here else frozenset(),
        message=None if message is None else SourceMessage(message.id, message.flags.ephemeral),
        **request_fields(dict(interaction.data or {})),
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


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that was sent with a command."""

    attachment: discord.Attachment

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self.attachment.size

    async def read(self) -> bytes:
        """Return the contents. Raises `FileGone` if Discord doesn't have them, or doesn't answer."""
        try:
            return await self.attachment.read()
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            raise FileGone from error


def request_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the `action`, `values`, `people` and `fields` of a request from a component's or form's data.

    Components of any type are read, including types that Discord adds later (F-42).
    """
    values = data.get("values")
    return {
        "action": str(data.get("custom_id", "")),
        "values": tuple(map(str, values)) if isinstance(values, list) else (),
        "people": _people(data) if "resolved" in data else {},
        "fields": _fields(data) if "components" in data else {},
    }


def _people(data: Mapping[str, Any]) -> dict[int, bool]:
    """Return the users chosen in a user select by id; the value is True for a bot."""
    resolved = data.get("resolved")
    users = resolved.get("users") if isinstance(resolved, dict) else None
    by_id = users if isinstance(users, dict) else {}
    return {
        int(each): bool(user.get("bot"))
        for each, user in by_id.items()
        if str(each).isdecimal() and isinstance(user, dict)
    }


def _fields(data: Mapping[str, Any]) -> dict[str, str]:
    """Return a form's submitted fields by name; several choices are joined by spaces."""
    fields: dict[str, str] = {}
    parts = data.get("components")
    for part in parts if isinstance(parts, list) else []:
        field = part.get("component") if isinstance(part, dict) else None
        if isinstance(field, dict):
            values = field.get("values")
            value = " ".join(map(str, values)) if isinstance(values, list) else field.get("value")
            fields[str(field.get("custom_id"))] = value if isinstance(value, str) else "on" * (value is True)
    return fields


def place_of(interaction: Interaction) -> int:
    """Return the server's id, or `DIRECT` or `ELSEWHERE` (`storage/play/postings.py`)."""
    guild = interaction.guild_id
    if guild is not None:
        # `is_guild_integration` would not do: a server can install the app without its bot.
        return ELSEWHERE if interaction.client.get_guild(guild) is None else guild
    return ELSEWHERE if interaction.context.private_channel else DIRECT


def is_unseen(interaction: Interaction) -> bool:
    """Return True if only the user sees responses, because they may not use external apps in the channel."""
    if interaction.guild_id is None or place_of(interaction) != ELSEWHERE:
        return False
    permissions = interaction.permissions
    return not (permissions.use_external_apps or permissions.administrator)


def require_known(interaction: Interaction) -> None:
    """Refuse unknown commands, commands not allowed here, and options of the wrong type (F-42, F-43).

    Discord's own client sends none of these, except from an outdated list of commands; other clients may.
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
    """Return the names of the `WRITING` permissions that the bot lacks in a channel."""
    permissions, in_thread = channel.permissions_for(channel.guild.me), isinstance(channel, discord.Thread)
    return tuple(missing_permissions(permissions, in_thread=in_thread, needed=WRITING))


def lacking_for_threads(channel: object, permissions: discord.Permissions) -> tuple[str, ...] | None:
    """Return the names of the missing `THREAD_PERMISSIONS`; None where there can't be threads."""
    if not isinstance(channel, discord.TextChannel):
        return None
    return tuple(_(name) for each, name in THREAD_PERMISSIONS.items() if not getattr(permissions, each))


def may_mention(permissions: discord.Permissions, role: discord.Role | None) -> bool:
    """Return True if an author with these permissions can mention a role so that it pings its members."""
    return role is not None and (role.mentionable or permissions.mention_everyone)


def missing_permissions(
    permissions: discord.Permissions, *, in_thread: bool, needed: Collection[str] = tuple(NEEDED_PERMISSIONS)
) -> list[str]:
    """Return the names of missing permissions; in threads, sending needs a separate permission."""
    irrelevant = "send_messages" if in_thread else "send_messages_in_threads"
    required = (name for name in needed if name != irrelevant)
    return [_(NEEDED_PERMISSIONS[name]) for name in required if not getattr(permissions, name)]
