"""Deleted channels, threads and roles, reported by an event or found by comparison (F-35).

discord.py's cache lacks archived threads, so a channel that is missing there may still exist. It counts as
deleted only once Discord has answered that the channel is unknown.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection

import discord

from bot.discord_io.interactions.context import UNSENT
from bot.discord_io.notifications.direct_messages import (
    DirectMessages,
    tell_channel_deleted,
    tell_notice_deleted,
)
from bot.tavern import deleted_places
from bot.tavern.deleted_places import CHANNEL_DELETED, UsedPlaces
from bot.tavern.table.actions import give_up
from bot.tavern.table.table_state import NoSuchTable, TableState
from bot.tavern.table_service import TableService
from games.engine.table.refusals import TableClosed

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003


class DeletedPlaces:
    """Closes tables and tournaments of deleted channels, tells their hosts, and clears the settings.

    `show` shows a changed table; `move` moves a tournament's table to the channel of the tournament's notice,
    and returns None if the table is there already.
    """

    def __init__(
        self,
        client: discord.Client,
        tavern: TableService,
        show: Callable[[TableState], Awaitable[None]],
        move: Callable[[TableState], Awaitable[TableState | None]],
    ) -> None:
        self._client = client
        self._tavern = tavern
        self._show = show
        self._move = move
        self._direct = DirectMessages(client, tavern)
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def check_all(self) -> None:
        """Check all servers for channels and roles that were deleted while the bot was down."""
        servers = [each.id for each in self._client.guilds]
        used = await self._tavern.database.read_long(
            lambda tx: {each: deleted_places.used_in(tx, self._tavern, each) for each in servers}
        )
        for server, places in used.items():
            if self._missing(server, places):
                await self.check(server)

    async def check(self, server: int, suspects: Collection[int] = ()) -> frozenset[int]:
        """Close what was in a server's deleted channels and return their ids.

        Discord is asked about the channels that the cache lacks, and about all `suspects` in use.
        """
        async with self._locks[server]:
            used = await self._tavern.database.read(
                lambda tx: deleted_places.used_in(tx, self._tavern, server)
            )
            candidates = self._missing(server, used) & used.channels | (used.channels & set(suspects))
            deleted = frozenset([each for each in sorted(candidates) if await self._is_deleted(each)])
            roles = self._missing(server, used) & used.roles
            if deleted or roles:
                await self._close(server, used, deleted, roles)
            return deleted

    def _missing(self, server: int, used: UsedPlaces) -> frozenset[int]:
        """Return the channels and roles in use that the cache lacks; none if the server isn't cached."""
        guild = self._client.get_guild(server)
        if guild is None or guild.unavailable:
            return frozenset()
        channels = {each for each in used.channels if guild.get_channel_or_thread(each) is None}
        return frozenset(channels | {each for each in used.roles if guild.get_role(each) is None})

    async def _is_deleted(self, channel: int) -> bool:
        """Return True if Discord says that the channel is unknown; False if Discord doesn't answer."""
        try:
            await self._client.http.get_channel(channel)
        except discord.NotFound as error:
            return error.code == UNKNOWN_CHANNEL
        except UNSENT as error:
            log.info("nobody can say whether a channel was deleted: %s", error)
        return False

    async def _close(
        self, server: int, used: UsedPlaces, channels: frozenset[int], roles: frozenset[int]
    ) -> None:
        log.info(
            "deleted in server %d: %d channels, %d roles that were in use", server, len(channels), len(roles)
        )
        own_id = 0 if self._client.user is None else self._client.user.id
        ended, voided = await deleted_places.forget(self._tavern, server, channels, roles, own_id)
        for outcome in ended:
            plan, stored = outcome.stored.plan, outcome.stored
            await tell_notice_deleted(self._direct, plan.organiser, plan.title, (server, stored.channel))
        for each in voided:
            place = server, each.voided.channel
            if each.voided.is_tournament:
                await tell_notice_deleted(self._direct, each.host, each.title, place)
            else:
                await tell_channel_deleted(self._direct, each.host, each.voided.id, place)
        for table in used.tables:
            if deleted_places.place_of(table) in channels:
                await self._close_table(server, table.id)

    async def _close_table(self, server: int, table_id: int) -> None:
        state = await self._tavern.look(table_id)
        if state.is_over:
            return
        if state.tournament is not None:
            if (moved := await self._move(state)) is not None:
                await self._show(moved)
            return
        try:
            closed = await self._tavern.depart(table_id, state.table.terms.host, give_up(CHANNEL_DELETED))
        except (NoSuchTable, TableClosed):
            return
        await self._show(closed)
        place = server, state.stored.channel
        await tell_channel_deleted(self._direct, state.table.terms.host, state.table.id, place)
