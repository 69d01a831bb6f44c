"""Servers as the bot sees them: those of this process from the gateway, others by request.

Each of several processes serves the page of every server. For a server whose gateway events another process
receives, this one asks Discord once a minute while somebody is there.

The names known in a server are in its directory: users met there, and what the bot sees.
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
from bot.discord_io.interactions.requests import person_of
from bot.front.request import User
from bot.hosted.budgets import Budget
from bot.page.assets import sprites
from bot.page.auth import NobodyTells
from bot.text.translate import _, isolated, plain_name
from games.engine.core.errors import must_find

log = logging.getLogger(__name__)

HELD_SECONDS = 60.0
PLACES_MAX = 1_000
KNOWN_MAX = 500
"""The maximum number of users known by name in one server; the one met longest ago is forgotten."""
SERVERS_MAX = 1_000
KNOWN_SECONDS = 24 * 3600.0
"""The time for which a name is known, and its user offered, after they were last met."""
LOOK_UPS, LOOK_UPS_PER_SECOND = 60, 1.0
"""The look-ups of named users in one server in a burst, and per second after it."""
LOOK_UPS_OF_ONE, LOOK_UPS_OF_ONE_PER_SECOND = 20, 0.25
"""The same for each user who names others, so that nobody uses up the budget of all."""
NAMES_MAX = 20
"""The maximum number of members with the same name that are requested."""
NAME_LENGTH = 32
ID_MIN = 10**15
"""Smaller numbers are names: Discord's ids are longer."""
ASKED_MAX = 50
"""The maximum number of names requested at a time."""


class Servers:
    """The servers of the page's users."""

    def __init__(self, bot: TaproomBot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self.clock = clock
        self._asked: OrderedDict[int, tuple[float, discord.Guild | None]] = OrderedDict()

    def known(self, server: int) -> discord.Guild | None:
        """Return a server as known now, without a request; None if it is unknown."""
        _until, found = self._asked.get(server, (0.0, None))
        return self._bot.get_guild(server) or found

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
        until, found = self._asked.get(server, (0.0, None))
        if self.clock() >= until:
            found = await self._ask(server)
            self._asked[server] = self.clock() + HELD_SECONDS, found
            self._asked.move_to_end(server)
            if len(self._asked) > PLACES_MAX:
                self._asked.popitem(last=False)
        return found

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
        """Return the id of the one member with this username, or else with this display name."""
        guild, sought = self._bot.get_guild(server), name.casefold()
        # Discord searches by name over the gateway only, so in another process's servers only ids work.
        found = [] if guild is None else await guild.query_members(name, limit=NAMES_MAX, cache=False)
        for kind in ("name", "display_name"):
            alike = [each.id for each in found if getattr(each, kind).casefold() == sought]
            if len(alike) == 1:
                return alike[0]
        return None

    async def _ask(self, server: int) -> discord.Guild | None:
        try:
            guild = await self._bot.fetch_guild(server, with_counts=False)
            own = guild.fetch_member(self._bot.user.id if self._bot.user else 0)
            me, channels, threads = await asyncio.gather(own, guild.fetch_channels(), guild.active_threads())
        except (discord.NotFound, discord.Forbidden):
            return None
        # discord.py would add these itself on gateway events. It has no public way to do so (2.7.1): a
        # fetched server has no channels, and permissions are computed from what it has.
        guild._add_member(me)  # noqa: SLF001
        for channel in channels:
            guild._add_channel(channel)  # noqa: SLF001
        for thread in threads:
            guild._add_thread(thread)  # noqa: SLF001
        return guild


@dataclass(frozen=True, slots=True)
class KnownName:
    """A user's name, its expiry, and whether they were found to have left."""

    name: str
    until: float
    has_left: bool = False


class Directories:
    """The directories of all servers."""

    def __init__(self, places: Servers, is_command: Callable[[str], bool]) -> None:
        self._places = places
        self._is_command = is_command
        self._known: OrderedDict[int, ServerDirectory] = OrderedDict()

    def of(self, server: int) -> ServerDirectory:
        """Return the directory of a server."""
        if server not in self._known:
            self._known[server] = ServerDirectory(self._places, server, self._is_command)
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

    def __init__(self, places: Servers, server: int, is_command: Callable[[str], bool]) -> None:
        self._places = places
        self._server = server
        self._is_command = is_command
        self._names: OrderedDict[int, KnownName] = OrderedDict()
        self._missed: dict[int, None] = {}
        """The users whose name was requested but is unknown."""
        self._asked: dict[int, float] = {}
        """The users whom Discord was asked about, and the time until which they aren't asked about again."""
        self._looked_up: OrderedDict[int, tuple[float, User | None]] = OrderedDict()
        """The users looked up, with the expiry of each result."""
        self._look_ups: Budget[None] = Budget(LOOK_UPS, LOOK_UPS_PER_SECOND, places.clock)
        self._look_ups_of: Budget[int] = Budget(LOOK_UPS_OF_ONE, LOOK_UPS_OF_ONE_PER_SECOND, places.clock)
        self._asking: set[asyncio.Task[None]] = set()

    @property
    def sprites(self) -> frozenset[str]:
        """The names of the available sprites."""
        return sprites()

    def meet(self, player: int, name: str, *, is_member: bool = False) -> None:
        """Record a user's name; one who has left is absent until `is_member` is passed."""
        known = self._names.get(player)
        has_left = known is not None and known.has_left and not is_member
        until = self._places.clock() + KNOWN_SECONDS
        self._names[player] = KnownName(plain_name(name, name), until, has_left=has_left)
        self._names.move_to_end(player)
        if len(self._names) > KNOWN_MAX:
            self._names.popitem(last=False)

    def forget(self, player: int) -> None:
        """Forget a user's name."""
        self._names.pop(player, None)

    def person(self, player: int) -> str:
        """Return a user's name here."""
        known = self._names.get(player)
        if known is not None and self._places.clock() < known.until:
            return isolated(known.name)
        self._missed[player] = None
        return _("somebody")

    def introduce(self, then: Callable[[], None]) -> None:
        """Request the missing names from Discord, each once, then call `then`."""
        now = self._places.clock()
        missed = [each for each in self._missed if self._asked.get(each, 0.0) <= now][:ASKED_MAX]
        self._missed.clear()
        if not missed:
            return
        if len(self._asked) > KNOWN_MAX:
            self._asked.clear()
        self._asked.update(dict.fromkeys(missed, now + KNOWN_SECONDS))
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
                self._note(player, found)
        then()

    async def look_up(self, player: int, asked_by: int) -> User | None:
        """Return a user and whether they are in the server now. Raises `NobodyTells`."""
        now, found = self._places.clock(), self._looked_up
        while found and must_find(found.values())[0] <= now:
            found.popitem(last=False)
        if player not in found:
            self._require_look_up(asked_by)
            try:
                somebody = await self._places.person(self._server, player)
            except UNSENT as unsent:
                log.info("a person could not be looked up: %s", unsent)
                raise NobodyTells from None
            found[player] = now + HELD_SECONDS, somebody
            self._note(player, somebody)
        return found[player][1]

    async def find(self, words: str, asked_by: int) -> User | None:
        """Return the user meant by an id, a mention, a username or a display name. Raises `NobodyTells`."""
        named = words.strip().strip("<@!>")
        player = read_whole(named)
        if player is None or player < ID_MIN:
            if not named:
                return None
            self._require_look_up(asked_by)
            try:
                player = await self._places.named(self._server, named[:NAME_LENGTH])
            except (*UNSENT, TimeoutError) as unsent:
                log.info("a name could not be looked up: %s", unsent)
                raise NobodyTells from None
        return None if player is None else await self.look_up(player, asked_by)

    def _require_look_up(self, asked_by: int) -> None:
        """Count a request to Discord. Raises `NobodyTells` after too many."""
        if self._look_ups_of.take(asked_by) or self._look_ups.take(None):
            raise NobodyTells

    def _note(self, player: int, found: User | None) -> None:
        """Record a user's name, and whether they are here."""
        if found is not None:
            self.meet(player, found.name, is_member=found.is_member)
        if player in self._names and (found is None or not found.is_member):
            self._names[player] = replace(self._names[player], has_left=True)

    def people(self) -> Mapping[int, str]:
        """Return the names of all known users, except those found to have left."""
        now = self._places.clock()
        here = (each for each in self._names.items() if not each[1].has_left and now < each[1].until)
        return {player: known.name for player, known in here}

    def channel(self, channel: int) -> str:
        """Return a channel's name."""
        return f"#{self.channels().get(channel, '…')}"

    def channels(self) -> Mapping[int, str]:
        """Return the channels that can hold tables and are visible to everybody here."""
        guild = self._places.known(self._server)
        found = () if guild is None else guild.channels
        return {
            each.id: each.name
            for each in found
            if not isinstance(each, discord.CategoryChannel)
            and each.permissions_for(each.guild.default_role).view_channel
        }

    def roles(self) -> Mapping[int, str]:
        """Return the names of the roles, by id."""
        guild = self._places.known(self._server)
        return {} if guild is None else {each.id: each.name for each in guild.roles}

    def is_command(self, name: str) -> bool:
        """Return True if a command can be started here."""
        return self._is_command(name)
