"""What Discord tells of the place of an interaction: channels and roles there, and what the bot may do."""

from __future__ import annotations

from collections.abc import Collection

import discord

from bot.discord_io.answering import permissions
from bot.discord_io.answering.reply import interaction_of
from bot.front.protocols import Reply
from bot.text.translate import _
from storage.people.server_settings import ServerSettings


class DiscordSurroundings:
    """Reads it off the interaction that a reply answers."""

    def channels(self, reply: Reply) -> Collection[int]:
        """The ids of the server's channels that tables can stand in."""
        guild = interaction_of(reply).guild
        if guild is None:
            return ()
        return {each.id for each in guild.channels if not isinstance(each, discord.CategoryChannel)}

    def roles(self, reply: Reply) -> Collection[int]:
        """The ids of the server's roles."""
        guild = interaction_of(reply).guild
        return () if guild is None else {each.id for each in guild.roles}

    def may_mention(self, reply: Reply, role: int) -> bool:
        """Whether the bot's mention of a role calls its members here."""
        interaction = interaction_of(reply)
        found = None if interaction.guild is None else interaction.guild.get_role(role)
        return permissions.may_mention(interaction.app_permissions, found)

    def may_create_events(self, reply: Reply) -> bool:
        """Whether the bot may put up events in the server."""
        guild = interaction_of(reply).guild
        return guild is None or guild.me.guild_permissions.create_events

    def faults(self, reply: Reply, settings: ServerSettings) -> list[str]:
        """What is missing in the channel, in sentences."""
        interaction = interaction_of(reply)
        channel = interaction.channel
        thread = channel if isinstance(channel, discord.Thread) else None
        lacking = permissions.missing(interaction.app_permissions, in_thread=thread is not None)
        faults = [_("I lack the permission **{name}**.").format(name=each) for each in lacking]
        if not reply.visit.is_for_tables(settings):
            faults.append(_("This channel isn’t set up for tables: see `/tavern settings`."))
        if settings.call_role and not self.may_mention(reply, settings.call_role):
            words = _(
                "I can’t mention <@&{role}>, so tables call people one by one. Make that role mentionable."
            )
            faults.append(words.format(role=settings.call_role))
        if thread is not None and thread.archived:
            faults.append(_("This thread is archived. To open it, somebody has to write in it."))
        if thread is not None and thread.locked:
            faults.append(_("This thread is locked: a moderator has to unlock it."))
        return faults
