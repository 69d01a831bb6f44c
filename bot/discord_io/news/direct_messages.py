"""What is written to people directly, and what becomes of it where they take no direct messages (F-39).

That is noted, and not tried again until they say so (`/tavern me`). What cannot wait for that is said in a
channel instead, once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord

from bot.discord_io.answering.reply import NOBODY, UNSENT, is_refused
from bot.discord_io.messages.picture_uploads import WITHOUT
from bot.discord_io.messages.rendering import mentions, posted
from bot.screens.core.screen import Screen, Text
from bot.tavern.tavern import Tavern
from bot.text.translate import speaking
from storage.errors import NotAccepted
from storage.people import calls

log = logging.getLogger(__name__)

CLOSED = (50007, 50278)
"""Discord's codes for somebody who takes no direct messages, or shares no server with us any more."""


class DirectMessages:
    """Writes to people."""

    def __init__(self, client: discord.Client, tavern: Tavern) -> None:
        self._client = client
        self._tavern = tavern

    async def write(self, player: int, **sent: Any) -> discord.Message | None:
        """Write to somebody; None if Discord refuses it. `UNSENT` if it got lost."""
        if (await self._tavern.database.read(lambda tx: calls.hours(tx, player))).unreachable_at is not None:
            return None
        try:
            user = await self._client.fetch_user(player)
            return await user.send(**sent)
        except discord.HTTPException as refused:
            if not is_refused(refused):
                raise
            log.info("somebody could not be written to: %s", refused)
            if refused.code in CLOSED:
                await self._note_closed(player)
            return None

    async def tell(self, player: int, draw: Callable[[], Screen], server: int, channel: int) -> bool:
        """Tell somebody what concerns them, directly or else in that channel; False if it got lost."""
        if player <= 0:
            # Whoever is forgotten is nobody.
            return True
        settings, preferred = await self._tavern.settings(server), await self._tavern.preferences(player)
        with speaking(preferred.language_in(settings.language)):
            sent = posted(draw(), WITHOUT)
        try:
            if await self.write(player, **sent, allowed_mentions=NOBODY) is None:
                with speaking(settings.language):
                    screen = draw()
                called = replace(screen, parts=(Text(f"<@{player}>"), *screen.parts), pings=(player,))
                await self._call(called, server, channel)
        except UNSENT as unsent:
            log.warning("somebody could not be told what concerns them: %s", unsent)
            return is_refused(unsent)
        return True

    async def _call(self, screen: Screen, server: int, channel: int) -> None:
        """Call somebody in a channel, or beside it where it is a thread that takes no messages."""
        there = self._client.get_partial_messageable(channel, guild_id=server)
        try:
            await there.send(**posted(screen, WITHOUT), allowed_mentions=mentions(screen))
        except discord.HTTPException as refused:
            if not is_refused(refused):
                raise
            thread = await self._client.fetch_channel(channel)
            if not isinstance(thread, discord.Thread):
                raise
            await self._call(screen, server, thread.parent_id)

    async def _note_closed(self, player: int) -> None:
        at = self._tavern.now()
        try:
            await self._tavern.database.write(lambda tx: calls.note_closed(tx, player, at))
        except NotAccepted:
            log.warning("whose direct messages are closed could not be noted")
