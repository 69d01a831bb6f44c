"""Discord servers as the page sees them: servers of this process from the gateway, others by HTTP request.

Each process serves the page of every server. If another process receives a server's gateway events, this
process requests the server from Discord at most once a minute, while somebody uses the page there.

A server's directory holds the names known there: of users met on the page, channels and roles.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import discord

from bot.custom_ids import read_whole
from bot.discord_bot import TaproomBot
from bot.discord_io.interactions.context import UNSENT
from bot.discord_io.interactions.guild_info import member_named
from bot.discord_io.interactions.requests import person_of
from bot.front.request import User
from bot.hosted.budgets import Budget
from bot.page.assets import sprites
from bot.page.auth import NobodyTells
from bot.text.translate import _, isolated, plain_name, server_name
from games.engine.core.errors import must_find

log = logging.getLogger(__name__)

CACHE_SECONDS = 60.0
CACHED_SERVERS_MAX = 1_000
KNOWN_MAX = 500
"""The maximum number of users known by name in one server; the user met longest ago is forgotten first."""
SERVERS_MAX = 1_000
KNOWN_SECONDS = 24 * 3600.0
"""The time for which a name is known, and its user can be chosen, after the user was last met."""
LOOK_UPS, LOOK_UPS_PER_SECOND = 60, 1.0
"""The look-ups of users in one server, in a burst and per second after it."""
LOOK_UPS_PER_USER, LOOK_UPS_PER_USER_PER_SECOND = 20, 0.25
"""The look-ups that one user may cause, so that nobody uses up the whole server's budget."""
NAME_LENGTH = 32
ID_MIN = 10**15
"""Discord's ids are larger; a smaller number is taken for a name."""
REQUESTED_MAX = 50
"""The maximum number of names requested at a time."""


class Servers:
    """The servers of the page's users."""

    def __init__(self, bot: TaproomBot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self.clock = clock
        self._cache: OrderedDict[int, tuple[float, discord.Guild | None]] = OrderedDict()

    def known(self, server: int) -> discord.Guild | None:
        """Return a server from the gateway or the cache, without a request; None if it is unknown."""
        _expires_at, cached = self._cache.get(server, (0.0, None))
        return self._bot.get_guild(server) or cached

    def is_unknown(self, server: int, channel: int) -> bool:
        """Return True if the bot knows, without a request, that it can't see this channel."""
        if not self._bot.app.serving.has(server):
            return False
        guild = self._bot.get_guild(server)
        if guild is not None and guild.unavailable:
            return False
        return guild is None or guild.get_channel_or_thread(channel) is None

    async def look_up(self, server: int) -> discord.Guild | None:
        """Return a server with its roles, channels and threads; None if the bot is not in it."""
        if self._bot.app.serving.has(server):
            return self._bot.get_guild(server)
        expires_at, guild = self._cache.get(server, (0.0, None))
        if self.clock() >= expires_at:
            guild = await self._fetch(server)
            self._cache[server] = self.clock() + CACHE_SECONDS, guild
            self._cache.move_to_end(server)
            if len(self._cache) > CACHED_SERVERS_MAX:
                self._cache.popitem(last=False)
        return guild

    async def person(self, server: int, player: int) -> User | None:
        """Return a member of a server, or the Discord user if they are no member; None if unknown."""
        guild = self.known(server)
        with contextlib.suppress(discord.NotFound):
            if guild is not None:
                return person_of(await guild.fetch_member(player))
        with contextlib.suppress(discord.NotFound):
            return person_of(await self._bot.fetch_user(player))
        return None

    async def named(self, server: int, name: str) -> int | None:
        """Return the id of the only member with this username, or else with this display name."""
        # Discord searches by name over the gateway only, so in another process's servers only ids work.
        guild = self._bot.get_guild(server)
        member = None if guild is None else await member_named(guild, name)
        return None if member is None else member.id

    async def _fetch(self, server: int) -> discord.Guild | None:
        try:
            guild = await self._bot.fetch_guild(server, with_counts=False)
            own = guild.fetch_member(self._bot.user.id if self._bot.user else 0)
            me, channels, threads = await asyncio.gather(own, guild.fetch_channels(), guild.active_threads())
        except (discord.NotFound, discord.Forbidden):
            return None
        # discord.py adds channels and threads only on gateway events, and has no public method for it
        # (2.7.1). Without them the permissions of a fetched server could not be computed.
        guild._add_member(me)  # noqa: SLF001
        for channel in channels:
            guild._add_channel(channel)  # noqa: SLF001
        for thread in threads:
            guild._add_thread(thread)  # noqa: SLF001
        return guild


@dataclass(frozen=True, slots=True)
class KnownName:
    """A user's name and its expiry; `has_left` is True once Discord has said that they left the server."""

    name: str
    expires_at: float
    has_left: bool = False


class Directories:
    """The directories of all servers."""

    def __init__(self, servers: Servers, is_command: Callable[[str], bool]) -> None:
        self._servers = servers
        self._is_command = is_command
        self._known: OrderedDict[int, ServerDirectory] = OrderedDict()

    def of(self, server: int) -> ServerDirectory:
        """Return the directory of a server."""
        if server not in self._known:
            self._known[server] = ServerDirectory(self._servers, server, self._is_command)
            if len(self._known) > SERVERS_MAX:
                self._known.popitem(last=False)
        self._known.move_to_end(server)
        return self._known[server]

    def forget(self, player: int) -> None:
        """Forget a user's name in all servers."""
        for each in self._known.values():
            each.forget(player)


class ServerDirectory:
    """The names known in one server."""

    def __init__(self, servers: Servers, server: int, is_command: Callable[[str], bool]) -> None:
        self._servers = servers
        self._server = server
        self._is_command = is_command
        self._names: OrderedDict[int, KnownName] = OrderedDict()
        self._missing: dict[int, None] = {}
        """The users whose names a page needed but the directory doesn't know."""
        self._requested: dict[int, float] = {}
        """The users whose names were requested, and the time until which they aren't requested again."""
        self._looked_up: OrderedDict[int, tuple[float, User | None]] = OrderedDict()
        """The users looked up, each with the expiry of the result."""
        self._look_ups: Budget[None] = Budget(LOOK_UPS, LOOK_UPS_PER_SECOND, servers.clock)
        self._look_ups_per_user: Budget[int] = Budget(
            LOOK_UPS_PER_USER, LOOK_UPS_PER_USER_PER_SECOND, servers.clock
        )
        self._requesting: set[asyncio.Task[None]] = set()

    @property
    def sprites(self) -> frozenset[str]:
        """The names of the available sprites."""
        return sprites()

    def meet(self, player: int, name: str, *, is_member: bool = False) -> None:
        """Record a user's name; a user who has left counts as a member again only with `is_member`."""
        known = self._names.get(player)
        has_left = known is not None and known.has_left and not is_member
        expires_at = self._servers.clock() + KNOWN_SECONDS
        self._names[player] = KnownName(plain_name(name, name), expires_at, has_left=has_left)
        self._names.move_to_end(player)
        if len(self._names) > KNOWN_MAX:
            self._names.popitem(last=False)

    def forget(self, player: int) -> None:
        """Forget a user's name."""
        self._names.pop(player, None)

    def person(self, player: int) -> str:
        """Return a user's name; an unknown name is noted as missing."""
        known = self._names.get(player)
        if known is not None and self._servers.clock() < known.expires_at:
            return isolated(known.name)
        self._missing[player] = None
        return _("somebody")

    def request_missing_names(self, then: Callable[[], None]) -> None:
        """Request the missing names from Discord, each once, then call `then`."""
        now = self._servers.clock()
        missing = [each for each in self._missing if self._requested.get(each, 0.0) <= now][:REQUESTED_MAX]
        self._missing.clear()
        if not missing:
            return
        if len(self._requested) > KNOWN_MAX:
            self._requested.clear()
        self._requested.update(dict.fromkeys(missing, now + KNOWN_SECONDS))
        task = asyncio.create_task(self._request(missing, then))
        self._requesting.add(task)
        task.add_done_callback(self._requesting.discard)

    async def _request(self, players: Iterable[int], then: Callable[[], None]) -> None:
        for player in players:
            try:
                user = await self._servers.person(self._server, player)
            except UNSENT as error:
                log.info("a name could not be asked for: %s", error)
                continue
            if user is not None:
                self._record(player, user)
        then()

    async def look_up(self, player: int, asked_by: int) -> User | None:
        """Return a user, whose `is_member` is up to date. Raises `NobodyTells` if Discord doesn't answer."""
        now, cache = self._servers.clock(), self._looked_up
        while cache and must_find(cache.values())[0] <= now:
            cache.popitem(last=False)
        if player not in cache:
            self._require_look_up(asked_by)
            try:
                user = await self._servers.person(self._server, player)
            except UNSENT as error:
                log.info("a person could not be looked up: %s", error)
                raise NobodyTells from None
            cache[player] = now + CACHE_SECONDS, user
            self._record(player, user)
        return cache[player][1]

    async def find(self, text: str, asked_by: int) -> User | None:
        """Return the user with this id, mention, username or display name. Raises `NobodyTells`."""
        id_or_name = text.strip().strip("<@!>")
        player = read_whole(id_or_name)
        if player is None or player < ID_MIN:
            if not id_or_name:
                return None
            self._require_look_up(asked_by)
            try:
                player = await self._servers.named(self._server, id_or_name[:NAME_LENGTH])
            except (*UNSENT, TimeoutError) as error:
                log.info("a name could not be looked up: %s", error)
                raise NobodyTells from None
        return None if player is None else await self.look_up(player, asked_by)

    def _require_look_up(self, asked_by: int) -> None:
        """Count a request to Discord. Raises `NobodyTells` after too many requests."""
        if self._look_ups_per_user.take(asked_by) or self._look_ups.take(None):
            raise NobodyTells

    def _record(self, player: int, user: User | None) -> None:
        """Record a user's name and membership; None for a user whom Discord doesn't know."""
        if user is not None:
            self.meet(player, user.name, is_member=user.is_member)
        if player in self._names and (user is None or not user.is_member):
            self._names[player] = replace(self._names[player], has_left=True)

    def people(self) -> Mapping[int, str]:
        """Return the names of all known users, except users who have left."""
        now = self._servers.clock()
        present = (each for each in self._names.items() if not each[1].has_left and now < each[1].expires_at)
        return {player: known.name for player, known in present}

    def server_name(self) -> str:
        """Return the server's name, or its id if the name isn't known."""
        guild = self._servers.known(self._server)
        return server_name("" if guild is None else guild.name, self._server)

    def channel(self, channel: int) -> str:
        """Return a channel's name."""
        return f"#{self.channels().get(channel, '…')}"

    def channels(self) -> Mapping[int, str]:
        """Return the channels that can hold tables and are visible to everybody here."""
        guild = self._servers.known(self._server)
        channels = () if guild is None else guild.channels
        return {
            each.id: each.name
            for each in channels
            if not isinstance(each, discord.CategoryChannel)
            and each.permissions_for(each.guild.default_role).view_channel
        }

    def roles(self) -> Mapping[int, str]:
        """Return the names of the roles, by id."""
        guild = self._servers.known(self._server)
        return {} if guild is None else {each.id: each.name for each in guild.roles}

    def is_command(self, name: str) -> bool:
        """Return True if the page has a command of this name."""
        return self._is_command(name)
