"""The permissions that the bot needs in a channel; the README's invitation asks for exactly these."""

from __future__ import annotations

from collections.abc import Mapping

import discord

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


def may_mention(held: discord.Permissions, role: discord.Role | None) -> bool:
    """Whether the bot's mention of a role calls its members, with what it may do in a channel."""
    return role is not None and (role.mentionable or held.mention_everyone)


def missing(held: discord.Permissions, *, in_thread: bool) -> list[str]:
    """The names of missing permissions; threads have a permission of their own for sending."""
    not_asked = "send_messages" if in_thread else "send_messages_in_threads"
    return [_(title) for name, title in NEEDED.items() if name != not_asked and not getattr(held, name)]
