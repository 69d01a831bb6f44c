"""The permissions that the bot needs in a channel; the README's invitation asks for exactly these."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import discord

from bot.discord_io.places import Given, place_of
from bot.text.translate import _
from games.engine.core.errors import Slip
from games.engine.core.sentences import phrase
from storage.places import is_server

NEEDED: Mapping[str, str] = {
    "view_channel": phrase("View Channel"),
    "send_messages": phrase("Send Messages"),
    "send_messages_in_threads": phrase("Send Messages in Threads"),
    "attach_files": phrase("Attach Files"),
    "read_message_history": phrase("Read Message History"),
}
"""The permissions with the names that Discord shows."""
WRITING = ("view_channel", "send_messages", "send_messages_in_threads")
"""Those without which a message cannot be kept up to date."""


@dataclass(eq=False)
class MayNotWrite(Slip):
    """The bot lacks these permissions here; it can answer once, and then never change what it said."""

    says = phrase(
        "In this channel I lack: {permissions}. A manager can give me that, and `/tavern doctor` checks it."
    )
    permissions: tuple[str, ...]


def require_writable(interaction: Given) -> None:
    """Raise `MayNotWrite` where nothing that stays can be shown; elsewhere the bot only answers."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, in_thread=in_thread, needed=WRITING)
    if lacking and is_server(place_of(interaction)):
        raise MayNotWrite(tuple(lacking))


def may_mention(held: discord.Permissions, role: discord.Role | None) -> bool:
    """Whether the bot's mention of a role calls its members, with what it may do in a channel."""
    return role is not None and (role.mentionable or held.mention_everyone)


def missing(
    held: discord.Permissions, *, in_thread: bool, needed: Collection[str] = tuple(NEEDED)
) -> list[str]:
    """The names of missing permissions; threads have a permission of their own for sending."""
    not_asked = "send_messages" if in_thread else "send_messages_in_threads"
    asked = (name for name in needed if name != not_asked)
    return [_(NEEDED[name]) for name in asked if not getattr(held, name)]
