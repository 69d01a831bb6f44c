"""Channels, threads and roles that were deleted, as Discord reports it or as is found out later (F-35).

Of the cache only what is there can be believed: a thread that is archived is not in it. So of what is missing
there Discord is asked, and only its answer that the channel is unknown counts.
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
from bot.tavern.tournament.tournament_service import TournamentService
from games.engine.table.refusals import TableClosed

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003


class DeletedPlaces:
    """Ends what stood in deleted channels, tells the hosts, and takes what is gone out of the settings.

    `show` shows a changed table; `move` sets a tournament's table beside the notice, if that is elsewhere.
    """

    def __init__(
        self,
        client: discord.Client,
        tavern: TableService,
        tournaments: TournamentService,
        show: Callable[[TableState], Awaitable[None]],
        move: Callable[[TableState], Awaitable[TableState | None]],
    ) -> None:
        self._client = client
        self._tavern = tavern
        self._tournaments = tournaments
        self._show = show
        self._move = move
        self._direct = DirectMessages(client, tavern)
        self._looking: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def look_everywhere(self) -> None:
        """Look in all servers for what was deleted while the bot was away."""
        servers = [each.id for each in self._client.guilds]
        used = await self._tavern.database.read_long(
            lambda tx: {each: deleted_places.used_in(tx, self._tavern, each) for each in servers}
        )
        for server, places in used.items():
            if self._missing(server, places):
                await self.look(server)

    async def look(self, server: int, doubted: Collection[int] = ()) -> frozenset[int]:
        """End what stands in a server's deleted channels; return them. Of `doubted` ones Discord is asked."""
        async with self._looking[server]:
            used = await self._tavern.database.read(
                lambda tx: deleted_places.used_in(tx, self._tavern, server)
            )
            asked = self._missing(server, used) & used.channels | (used.channels & set(doubted))
            gone = frozenset([each for each in sorted(asked) if await self._is_deleted(each)])
            roles = self._missing(server, used) & used.roles
            if gone or roles:
                await self._end(server, used, gone, roles)
            return gone

    def _missing(self, server: int, used: UsedPlaces) -> frozenset[int]:
        """The channels and roles in use that the cache lacks; none where it cannot tell."""
        guild = self._client.get_guild(server)
        if guild is None or guild.unavailable:
            return frozenset()
        channels = {each for each in used.channels if guild.get_channel_or_thread(each) is None}
        return frozenset(channels | {each for each in used.roles if guild.get_role(each) is None})

    async def _is_deleted(self, channel: int) -> bool:
        """Return True if Discord knows no such channel; False also where it does not answer."""
        try:
            await self._client.http.get_channel(channel)
        except discord.NotFound as unknown:
            return unknown.code == UNKNOWN_CHANNEL
        except UNSENT as unsent:
            log.info("nobody can say whether a channel was deleted: %s", unsent)
        return False

    async def _end(self, server: int, used: UsedPlaces, gone: frozenset[int], roles: frozenset[int]) -> None:
        log.info(
            "deleted in server %d: %d channels, %d roles that were in use", server, len(gone), len(roles)
        )
        ourselves = 0 if self._client.user is None else self._client.user.id
        for outcome in await deleted_places.forget(self._tavern, server, gone, roles, ourselves):
            await tell_notice_deleted(self._direct, await self._tournaments.look(outcome.stored.id))
        for stored in used.tables:
            if stored.channel in gone:
                await self._end_table(stored.id)

    async def _end_table(self, number: int) -> None:
        state = await self._tavern.look(number)
        if state.is_over:
            return
        if state.tournament is not None:
            if (moved := await self._move(state)) is not None:
                await self._show(moved)
            return
        try:
            closed = await self._tavern.depart(number, state.table.terms.host, give_up(CHANNEL_DELETED))
        except (NoSuchTable, TableClosed):
            return
        await self._show(closed)
        await tell_channel_deleted(self._direct, state)
