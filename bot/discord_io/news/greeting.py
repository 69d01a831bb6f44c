"""Says good evening in a server that the bot has just joined."""

from __future__ import annotations

import logging

import discord

from bot.discord_io.answering.command_mentions import CommandIds, clickable
from bot.discord_io.answering.reply import NOBODY, UNSENT
from bot.discord_io.messages.rendering import ScreenLayout
from bot.screens.core.screen import Screen

log = logging.getLogger(__name__)


async def greet(guild: discord.Guild, screen: Screen, ids: CommandIds) -> None:
    """Post this in the first channel that the bot may see and write to; nowhere if there is none."""
    shown = clickable(screen, ids)
    for channel in guild.text_channels:
        held = channel.permissions_for(guild.me)
        if held.view_channel and held.send_messages:
            try:
                await channel.send(view=ScreenLayout(shown), allowed_mentions=NOBODY)
            except UNSENT as unsent:
                log.info("a server could not be greeted: %s", unsent)
            return
