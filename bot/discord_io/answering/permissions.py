"""The permissions that the bot needs in a channel; the README's invitation asks for exactly these."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import discord

from bot.discord_io.answering.places import Given
from bot.text.translate import _
from games.engine.core.sentences import phrase

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


def lacking(interaction: Given) -> tuple[str, ...]:
    """The names of permissions without which nothing that stays can be shown here."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    return tuple(missing(interaction.app_permissions, in_thread=in_thread, needed=WRITING))


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
