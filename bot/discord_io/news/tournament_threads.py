"""Threads for a tournament's tables, where they may be opened.

A thread is recorded as soon as it is open; one opened just before a kill is found again by its name.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

import discord

from bot.discord_io.answering.reply import UNSENT
from bot.discord_io.messages.public_message import Lost
from bot.discord_io.news.direct_messages import DirectMessages
from bot.discord_io.news.host_messages import tell_deleted, tell_lost
from bot.screens.tournament import announcements
from bot.tavern.table.state import TableState
from bot.tavern.tavern import Tavern
from bot.tavern.tournament.tournaments import TournamentState
from bot.tavern.tournament.view import TournamentView
from bot.text.translate import speaking
from storage.errors import StorageError

log = logging.getLogger(__name__)

THREAD_NAME_LENGTH = 90


class TournamentThreads:
    """Finds the channels of tables, and opens threads for those of tournaments."""

    def __init__(self, client: discord.Client, tavern: Tavern) -> None:
        self.client = client
        self._tavern = tavern
        self._direct = DirectMessages(client, tavern)
        self._threads: dict[int, asyncio.Future[int]] = {}
        """The channels of tables, kept until the tournament is over."""

    def forget(self, tables: Iterable[int]) -> None:
        """Forget the channels of a finished tournament's tables."""
        for table in tables:
            self._threads.pop(table, None)

    async def where(self, state: TableState) -> int:
        """The channel for a table's message; a tournament's table has its own thread."""
        stored, tournament = state.stored, state.tournament_view
        if tournament is None or stored.message is not None or stored.channel != tournament.channel:
            return stored.channel
        if state.id not in self._threads:
            self._threads[state.id] = asyncio.ensure_future(self._thread(state, tournament))
        thread = self._threads[state.id]
        try:
            return await thread
        except StorageError:
            # The next call tries again.
            if self._threads.get(state.id) is thread:
                del self._threads[state.id]
            raise

    async def lost(self, state: TableState, why: Lost) -> TableState | None:
        """Move a table that cannot be shown from its thread to the notice's channel, or tell its host."""
        if state.tournament is None or state.stored.channel == state.tournament.channel:
            await tell_lost(self._direct, state, why)
            return None
        self._threads[state.id] = asyncio.get_running_loop().create_future()
        self._threads[state.id].set_result(state.tournament.channel)
        await self._tavern.set_out(state.id, state.tournament.channel)
        return await self._tavern.look(state.id)

    async def notice_lost(self, state: TournamentState, why: Lost) -> None:
        """A notice that cannot be shown is not moved, and of a channel out of reach its tables tell."""
        log.warning("the notice of tournament %d cannot be shown", state.id)
        if why == "deleted":
            await tell_deleted(self._direct, state)

    async def _thread(self, state: TableState, view: TournamentView) -> int:
        """The table's thread, or without permission to open one the channel itself."""
        # The channels are not known before that.
        await self.client.wait_until_ready()
        channel = self.client.get_channel(state.stored.channel)
        if not isinstance(channel, discord.TextChannel):
            return state.stored.channel
        with speaking(state.settings.language):
            name = announcements.thread_name(view, state.id)[:THREAD_NAME_LENGTH]
        try:
            thread = await self._left_behind(channel, name) or await channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=1440
            )
        except UNSENT as unsent:
            log.info("no thread for table %d: %s", state.id, unsent)
            return state.stored.channel
        await self._tavern.set_out(state.id, thread.id)
        return thread.id

    async def _left_behind(self, channel: discord.TextChannel, name: str) -> discord.Thread | None:
        """A thread opened for the table before the bot was killed, and not recorded."""
        ours = [each for each in channel.threads if each.name == name and each.owner_id == self._own_id]
        for each in ours:
            if not await self._tavern.is_shown_in(each.id):
                return each
        return None

    @property
    def _own_id(self) -> int:
        assert self.client.user is not None
        return self.client.user.id


async def notice_channel(state: TournamentState) -> int:
    """Where a tournament's notice is posted."""
    return state.stored.channel
