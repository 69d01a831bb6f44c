"""Servers as the bot sees them: those of this process as Discord keeps them told, others by asking.

With several processes any of them serves the page of any server. What another one is told of by the gateway,
this one asks Discord for, once a minute while somebody is there.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable

import discord

from bot.app import Taproom

HELD_SECONDS = 60.0
PLACES_MAX = 1_000


class Places:
    """The servers that guests come to."""

    def __init__(self, bot: Taproom, now: Callable[[], float]) -> None:
        self._bot = bot
        self._now = now
        self._asked: OrderedDict[int, tuple[float, discord.Guild | None]] = OrderedDict()

    def known(self, server: int) -> discord.Guild | None:
        """A server as it is known now; None if nobody has come to it."""
        _until, found = self._asked.get(server, (0.0, None))
        return self._bot.get_guild(server) or found

    async def look_up(self, server: int) -> discord.Guild | None:
        """A server with its roles, channels and threads; None if the bot is not in it."""
        if self._bot.house.serving.has(server):
            return self._bot.get_guild(server)
        until, found = self._asked.get(server, (0.0, None))
        if self._now() >= until:
            found = await self._ask(server)
            self._asked[server] = self._now() + HELD_SECONDS, found
            self._asked.move_to_end(server)
            if len(self._asked) > PLACES_MAX:
                self._asked.popitem(last=False)
        return found

    async def person(self, server: int, player: int) -> str | None:
        """Somebody's name in a server, or on Discord once they have left it."""
        guild = self.known(server)
        with contextlib.suppress(discord.NotFound):
            if guild is not None:
                return (await guild.fetch_member(player)).display_name
        with contextlib.suppress(discord.NotFound):
            return (await self._bot.fetch_user(player)).display_name
        return None

    async def _ask(self, server: int) -> discord.Guild | None:
        try:
            guild = await self._bot.fetch_guild(server, with_counts=False)
            own = guild.fetch_member(self._bot.user.id if self._bot.user else 0)
            me, channels, threads = await asyncio.gather(own, guild.fetch_channels(), guild.active_threads())
        except (discord.NotFound, discord.Forbidden):
            return None
        # As discord.py would have put them there, had the gateway told of them. It has no public
        # way (2.7.1): a server that was fetched has no channels, and permissions are reckoned by what it has.
        guild._add_member(me)  # noqa: SLF001
        for channel in channels:
            guild._add_channel(channel)  # noqa: SLF001
        for thread in threads:
            guild._add_thread(thread)  # noqa: SLF001
        return guild
