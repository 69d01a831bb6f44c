"""What the bot has to be allowed to do in a channel; the invitation in the README asks for just these."""

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
"""Each permission by the name that Discord shows."""


def missing(held: discord.Permissions, *, in_thread: bool) -> list[str]:
    """The permissions that are missing, in words; in a thread one of its own stands for sending messages."""
    not_asked = "send_messages" if in_thread else "send_messages_in_threads"
    return [_(title) for name, title in NEEDED.items() if name != not_asked and not getattr(held, name)]
