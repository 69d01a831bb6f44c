"""Servers as the bot sees them: those of this process as Discord keeps them told, others by asking.

With several processes any of them serves the page of any server. What another one is told of by the gateway,
this one asks Discord for, once a minute while somebody is there.

Whom and what the page knows by name in a server is its company: whom it met there, and what the bot sees.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

import discord

from bot.app import Taproom
from bot.discord_io.answering.reply import UNSENT
from bot.page.assets import sprites
from bot.text.translate import _, isolated, plain_name

log = logging.getLogger(__name__)

HELD_SECONDS = 60.0
PLACES_MAX = 1_000
KNOWN_MAX = 500
"""How many people are known by name in one server; whoever was met longest ago is forgotten."""
SERVERS_MAX = 1_000
ASKED_MAX = 50
"""How many names are asked for at a time."""


class Places:
    """The servers that guests come to."""

    def __init__(self, bot: Taproom, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._clock = clock
        self._asked: OrderedDict[int, tuple[float, discord.Guild | None]] = OrderedDict()

    def known(self, server: int) -> discord.Guild | None:
        """A server as it is known now; None if nobody has come to it."""
        _until, found = self._asked.get(server, (0.0, None))
        return self._bot.get_guild(server) or found

    def is_unknown(self, server: int, channel: int) -> bool:
        """Return True if the bot knows, without asking, that it sees no such place."""
        if not self._bot.house.serving.has(server):
            return False
        guild = self._bot.get_guild(server)
        if guild is not None and guild.unavailable:
            return False
        return guild is None or guild.get_channel_or_thread(channel) is None

    async def look_up(self, server: int) -> discord.Guild | None:
        """A server with its roles, channels and threads; None if the bot is not in it."""
        if self._bot.house.serving.has(server):
            return self._bot.get_guild(server)
        until, found = self._asked.get(server, (0.0, None))
        if self._clock() >= until:
            found = await self._ask(server)
            self._asked[server] = self._clock() + HELD_SECONDS, found
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


class Companies:
    """The company of each server."""

    def __init__(self, places: Places, is_command: Callable[[str], bool]) -> None:
        self._places = places
        self._is_command = is_command
        self._known: OrderedDict[int, ServerCompany] = OrderedDict()

    def of(self, server: int) -> ServerCompany:
        """Who is known in a server."""
        if server not in self._known:
            self._known[server] = ServerCompany(self._places, server, self._is_command)
            if len(self._known) > SERVERS_MAX:
                self._known.popitem(last=False)
        self._known.move_to_end(server)
        return self._known[server]

    def forget(self, player: int) -> None:
        """Know somebody's name in no server any more."""
        for each in self._known.values():
            each.forget(player)


class ServerCompany:
    """Whom and what is known by name in one server."""

    def __init__(self, places: Places, server: int, is_command: Callable[[str], bool]) -> None:
        self._places = places
        self._server = server
        self._is_command = is_command
        self._names: OrderedDict[int, str] = OrderedDict()
        self._missed: dict[int, None] = {}
        """Whose name was wanted, and is not known."""
        self._asked: set[int] = set()
        """After whom Discord was asked, lately at least."""
        self._asking: set[asyncio.Task[None]] = set()

    @property
    def sprites(self) -> frozenset[str]:
        """The sprites that there are."""
        return sprites()

    def meet(self, player: int, name: str) -> None:
        """Note what somebody is called here."""
        self._names[player] = plain_name(name, name)
        self._names.move_to_end(player)
        if len(self._names) > KNOWN_MAX:
            self._names.popitem(last=False)

    def forget(self, player: int) -> None:
        """Know somebody's name no more."""
        self._names.pop(player, None)

    def person(self, player: int) -> str:
        """What somebody is called here."""
        if player in self._names:
            return isolated(self._names[player])
        self._missed[player] = None
        return _("somebody")

    def introduce(self, then: Callable[[], None]) -> None:
        """Ask Discord for the names that were missed, each once, and then do something."""
        missed = [each for each in self._missed if each not in self._asked][:ASKED_MAX]
        self._missed.clear()
        if not missed:
            return
        if len(self._asked) > KNOWN_MAX:
            self._asked.clear()
        self._asked.update(missed)
        task = asyncio.create_task(self._ask(missed, then))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, missed: Iterable[int], then: Callable[[], None]) -> None:
        for player in missed:
            try:
                found = await self._places.person(self._server, player)
            except UNSENT as unsent:
                log.info("a name could not be asked for: %s", unsent)
                continue
            if found is not None:
                self.meet(player, found)
        then()

    def people(self) -> Mapping[int, str]:
        """Everybody known here."""
        return self._names

    def channel(self, channel: int) -> str:
        """What a channel is called."""
        return f"#{self.channels().get(channel, '…')}"

    def channels(self) -> Mapping[int, str]:
        """The channels that tables can stand in, and that everybody here can see."""
        guild = self._places.known(self._server)
        found = () if guild is None else guild.channels
        return {
            each.id: each.name
            for each in found
            if not isinstance(each, discord.CategoryChannel)
            and each.permissions_for(each.guild.default_role).view_channel
        }

    def roles(self) -> Mapping[int, str]:
        """The roles there are."""
        guild = self._places.known(self._server)
        return {} if guild is None else {each.id: each.name for each in guild.roles}

    def is_command(self, name: str) -> bool:
        """Whether a command can be pressed here."""
        return self._is_command(name)
