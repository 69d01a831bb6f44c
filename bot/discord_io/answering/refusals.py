"""Refusals of Discord’s front: those of every front (`bot/front/refusals.py`), and those of Discord’s errors.

What is refused most often is a permission: those that the bot needs in a channel are here, too. The README's
invitation asks for exactly these.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.front import refusals
from bot.front.forms import NotAMember, NotOurs
from bot.text.translate import _
from games.engine.core.errors import phrase

FOREIGN: Mapping[type[BaseException], str] = {
    app_commands.CommandSignatureMismatch: NotOurs.says,
    app_commands.TransformerError: NotAMember.says,
    discord.Forbidden: phrase(
        "I lack a permission for that in this channel. A manager can run `/manage doctor`."
    ),
}
"""Errors of Discord and its library that are not our fault."""
BLOCKED = (200000, 200001, 240000)
"""Discord’s codes for what AutoMod or a filter of links has blocked."""
BLOCKED_SAYS = phrase(
    "AutoMod blocked my answer in this server. What you did still counts. A moderator here can see in "
    "AutoMod’s log which rule it was."
)
NEEDED_PERMISSIONS: Mapping[str, str] = {
    "view_channel": phrase("View Channel"),
    "send_messages": phrase("Send Messages"),
    "send_messages_in_threads": phrase("Send Messages in Threads"),
    "attach_files": phrase("Attach Files"),
    "read_message_history": phrase("Read Message History"),
}
"""The permissions with the names that Discord shows."""
WRITING = ("view_channel", "send_messages", "send_messages_in_threads")
"""Those without which a message cannot be kept up to date."""


def sentence(error: BaseException, currency: str) -> str | None:
    """What to tell the person whose press raised this, or None if it was not their slip."""
    if isinstance(error, discord.HTTPException) and error.code in BLOCKED:
        return _(BLOCKED_SAYS)
    # What a library says of its error is for nobody to read.
    words = next((said for kind, said in FOREIGN.items() if isinstance(error, kind)), None)
    return refusals.sentence(error, currency) if words is None else _(words)


def lacking(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """The names of permissions without which nothing that stays can be shown here."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    return tuple(missing_permissions(interaction.app_permissions, in_thread=in_thread, needed=WRITING))


def lacking_in(channel: discord.abc.GuildChannel | discord.Thread) -> tuple[str, ...]:
    """The same for a channel in which nobody pressed anything."""
    held, in_thread = channel.permissions_for(channel.guild.me), isinstance(channel, discord.Thread)
    return tuple(missing_permissions(held, in_thread=in_thread, needed=WRITING))


def may_mention(held: discord.Permissions, role: discord.Role | None) -> bool:
    """Whether a mention of a role calls its members, with what its author may do in a channel."""
    return role is not None and (role.mentionable or held.mention_everyone)


def missing_permissions(
    held: discord.Permissions, *, in_thread: bool, needed: Collection[str] = tuple(NEEDED_PERMISSIONS)
) -> list[str]:
    """The names of missing permissions; threads have a permission of their own for sending."""
    not_asked = "send_messages" if in_thread else "send_messages_in_threads"
    asked = (name for name in needed if name != not_asked)
    return [_(NEEDED_PERMISSIONS[name]) for name in asked if not getattr(held, name)]
