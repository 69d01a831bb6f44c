"""Facts about a server: channels, roles, permissions, users' languages and names, departed members.

A server's roles can be prizes (SH-12). A user's last language is stored with their preferences, for messages
that the bot sends unasked; responses use the interaction's language. It is written only when it changes, so
this process remembers the languages of recent users.

Users who leave a server leave its tables (TB-9, F-38). Without the members intent the gateway doesn't report
that, so the bot looks up players who start to sit out. It also looks up users who press in a direct message,
since such an interaction contains neither their servers nor their timeouts.

Discord shows a mention as the user's name in the server, or as a number once they have left; such mentions
are replaced by the user's global name (F-46). Users of the same name get their usernames in addition, and
right-to-left names are isolated. All users of a text are requested at once, by the gateway, and the answers
are cached for some minutes; without an answer mentions stay as they are. Only screens that are drawn once are
searched for mentions: tables are redrawn often, and show the names of their seats.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import aiohttp
import discord
from discord.utils import parse_time

from bot.discord_io.interactions import requests
from bot.discord_io.interactions.context import UNSENT, interaction_of
from bot.discord_io.messages.rendering import rewritten
from bot.front.forms import RoleNotTheirsToGive, RoleOutOfReach, RoleTooMighty
from bot.front.page_links import PageLinks
from bot.front.protocols import Context, ServerNeeds
from bot.front.request import NoLongerMember, User
from bot.screens.core.screen import Screen, Text
from bot.tavern.table import actions, invitations
from bot.tavern.table.table_state import NoSuchTable, TableState
from bot.tavern.table_service import TableService
from bot.text.translate import _, isolated, number, plain_name, server_name, shown, spoken
from games.engine.core.characters import distinct_names
from games.engine.core.errors import N_, RuleError, UserError
from games.engine.table.refusals import NotHost
from games.engine.table.table import Standing
from storage.errors import StorageError
from storage.people.server_settings import ServerSettings
from storage.play.postings import is_server

log = logging.getLogger(__name__)

KNOWN_MAX = 10_000
"""The maximum number of users whose language or name is remembered."""
CLOCK_SECONDS = 5.0
"""The seconds by which this clock may differ from Discord's without a warning; latency is part of that."""
NO_EVENTS = N_(
    "I don’t have **Create Events**, so a series’ tournaments aren’t among the server’s events. Give it to "
    "my role."
)
NO_THREADS = N_(
    "I don’t have **Create Public Threads**, so tournament tables are posted in the tournament’s channel. "
    "Give it to my role if you want a thread for each."
)
NO_TABLE_THREADS = N_(
    "Tables should have threads of their own, but here I don’t have: {permissions}. Until I have that, "
    "they’re in the channel."
)
_ROLE = re.compile(r"(?:<@&)?([0-9]{1,20})>?")

MEMBERSHIP_SECONDS = 60.0
"""Seconds for which a membership is cached for presses in direct messages."""
MEMBERSHIPS_MAX = 4096
UNKNOWN_MEMBER = 10007
"""Discord's error code for a user who is no member of an existing server."""
NAME_SECONDS = 600.0
"""Seconds for which a user's name is cached."""
PATIENCE_SECONDS = 1.0
"""The maximum number of seconds for which a screen waits for Discord's answers."""
ID_MIN, ID_END = 10**14, 2**63
"""The bounds of users' ids; smaller numbers are names."""
NAMES_MAX = 25
"""The maximum number of members who are asked for by the beginning of a name."""
REQUESTED_MAX = 100
"""The maximum number of members that one gateway request can ask for."""
UNANSWERED = (discord.HTTPException, discord.ClientException, aiohttp.ClientError, OSError, TimeoutError)
_MENTION = re.compile(r"(?<!\\)<@([0-9]{1,20})>")


class DiscordSurroundings:
    """Facts about the channel and server of a context's interaction."""

    def __init__(self, page_links: PageLinks) -> None:
        self._page_links = page_links

    def server_name(self, ctx: Context) -> str:
        """Return the server's name, without what can't be shown."""
        guild = interaction_of(ctx).guild
        return "" if guild is None else server_name(guild.name, guild.id)

    def channels(self, ctx: Context) -> Collection[int]:
        """Return the ids of the server's channels in which tables can be posted."""
        guild = interaction_of(ctx).guild
        if guild is None:
            return ()
        return {each.id for each in guild.channels if not isinstance(each, discord.CategoryChannel)}

    def roles(self, ctx: Context) -> Collection[int]:
        """Return the ids of the server's roles."""
        guild = interaction_of(ctx).guild
        return () if guild is None else {each.id for each in guild.roles}

    def may_mention(self, ctx: Context, role: int) -> bool:
        """Return True if the bot can mention a role here so that it pings its members."""
        interaction = interaction_of(ctx)
        guild_role = None if interaction.guild is None else interaction.guild.get_role(role)
        return requests.may_mention(interaction.app_permissions, guild_role)

    def may_have_mentioned(self, ctx: Context, role: int) -> bool:
        """Return True if the user could mention a role here themselves so that it pings its members."""
        interaction = interaction_of(ctx)
        guild_role = None if interaction.guild is None else interaction.guild.get_role(role)
        return requests.may_mention(interaction.permissions, guild_role)

    def may_create_events(self, ctx: Context) -> bool:
        """Return True if the bot may create scheduled events in the server."""
        guild = interaction_of(ctx).guild
        return guild is None or guild.me.guild_permissions.create_events

    def faults(self, ctx: Context, settings: ServerSettings) -> list[str]:
        """Return sentences about missing permissions and settings of the channel."""
        interaction = interaction_of(ctx)
        channel = interaction.channel
        thread = channel if isinstance(channel, discord.Thread) else None
        lacking = requests.missing_permissions(interaction.app_permissions, in_thread=thread is not None)
        faults = [_("I don’t have the permission **{name}**.").format(name=each) for each in lacking]
        if not ctx.request.is_for_tables(settings):
            faults.append(_("This channel isn’t set up for tables: see `/manage settings`."))
        if settings.threads and (lacking_there := ctx.request.lacking_for_threads()):
            faults.append(_(NO_TABLE_THREADS).format(permissions=", ".join(lacking_there)))
        if settings.call_role and not self.may_mention(ctx, settings.call_role):
            words = _(
                "I can’t mention <@&{role}>, so tables call people one by one. Make that role mentionable."
            )
            faults.append(words.format(role=settings.call_role))
        if thread is not None and thread.archived:
            faults.append(_("This thread is archived. It opens when someone writes in it."))
        if thread is not None and thread.locked:
            faults.append(_("This thread is locked. A moderator can unlock it."))
        return faults

    def server_faults(self, ctx: Context, needs: ServerNeeds) -> list[str]:
        """Return sentences about faults elsewhere in the server, and how to fix them."""
        interaction = interaction_of(ctx)
        guild = interaction.guild
        if guild is None:
            return []
        faults = list(filter(None, (_channel_fault(guild, each) for each in sorted(needs.channels))))
        faults += [
            _prize_fault(role, name) for role, name in needs.prizes.items() if not _can_give(guild, role)
        ]
        permissions = guild.me.guild_permissions
        if needs.has_events and not permissions.create_events:
            faults.append(_(NO_EVENTS))
        if not permissions.create_public_threads:
            faults.append(_(NO_THREADS))
        ahead = ctx.request.at - discord.utils.snowflake_time(interaction.id).timestamp()
        if abs(ahead) >= CLOCK_SECONDS:
            words = _(
                "My machine’s clock is {count} s off. Whoever runs me should set it, preferably by NTP."
            )
            faults.append(words.format(count=number(round(abs(ahead)))))
        return faults

    async def shows_group(self, ctx: Context, group: str, role: int) -> bool | None:
        """Return True if Discord shows a group of commands to a role's members; None if that is unknown.

        A server's permissions for a command override its permissions for all commands of the application.
        """
        interaction = interaction_of(ctx)
        guild = interaction.guild
        guild_role = None if guild is None else guild.get_role(role)
        if guild is None or guild_role is None:
            return None
        if guild_role.permissions.manage_guild or guild_role.permissions.administrator:
            return True
        command = next(
            (
                command_id
                for name, command_id in interaction.client.command_sync.ids.items()
                if name.startswith(f"{group} ")
            ),
            None,
        )
        if command is None:
            return None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                allowed = await _allowed(interaction.client, guild, command)
                allowed = allowed or await _allowed(interaction.client, guild, interaction.application_id)
        except UNANSWERED as error:
            log.info("the permissions of a command could not be looked up: %s", error)
            return None
        return allowed.get(role, allowed.get(guild.id, False))

    async def find_people(self, ctx: Context, people: Sequence[str]) -> tuple[User | None, ...]:
        """Return the members with these ids or names; for an id, also somebody who is no member."""
        guild = interaction_of(ctx).guild
        if guild is None:
            return tuple(None for _each in people)
        ids = [int(each) for each in people if is_id(each)]
        found: dict[str, User] = {}
        for start in range(0, len(ids), REQUESTED_MAX):
            asked = ids[start : start + REQUESTED_MAX]
            members = await guild.query_members(user_ids=asked, limit=len(asked), cache=False)
            found |= {str(each.id): requests.person_of(each) for each in members}
        for name in (each for each in people if not is_id(each)):
            member = await member_named(guild, name)
            found |= {} if member is None else {name: requests.person_of(member)}
        strangers = {each: User(int(each)) for each in people if is_id(each)}
        return tuple({**strangers, **found}.get(each) for each in people)

    def page_of(self, ctx: Context, state: TableState) -> str:  # noqa: ARG002
        """Return the URL of a table on the page, or "" if it has none."""
        return self._page_links.address(state.stored)


def is_id(text: str) -> bool:
    """Return True if a text is the id of a user, not a name."""
    return text.isdecimal() and ID_MIN <= int(text) < ID_END


async def member_named(guild: discord.Guild, name: str) -> discord.Member | None:
    """Return the only member with this username, or else with this display name."""
    members, folded = await guild.query_members(name, limit=NAMES_MAX, cache=False), name.casefold()
    for attribute in ("name", "display_name"):
        matches = [each for each in members if getattr(each, attribute).casefold() == folded]
        if len(matches) == 1:
            return matches[0]
    return None


async def _allowed(client: discord.Client, guild: discord.Guild, command: int) -> Mapping[int, bool]:
    """Return a server's permissions for a command by role: True if allowed; empty if it has set none.

    The application's id as `command` means all its commands.
    """
    application = client.application_id
    assert application is not None
    try:
        answer = await client.http.get_application_command_permissions(application, guild.id, command)
    except discord.NotFound:
        return {}
    is_role = discord.AppCommandPermissionType.role.value
    return {int(each["id"]): each["permission"] for each in answer["permissions"] if each["type"] == is_role}


def _channel_fault(guild: discord.Guild, number: int) -> str:
    """Return why no table can be posted in a channel, and how to fix that; empty if tables can."""
    channel = guild.get_channel_or_thread(number)
    if channel is None:
        words = _(
            "I can’t see <#{channel}>, one of the channels for tables. Give me View Channel there, or "
            "choose other channels in the settings."
        )
        return words.format(channel=number)
    in_thread = isinstance(channel, discord.Thread)
    lacking = requests.missing_permissions(channel.permissions_for(guild.me), in_thread=in_thread)
    words = _(
        "I’m missing permissions in <#{channel}>: {permissions}. Give them to me in that channel’s own "
        "settings."
    )
    return words.format(channel=number, permissions=", ".join(lacking)) if lacking else ""


def _can_give(guild: discord.Guild, number: int) -> bool:
    """Return True if the bot can give a role."""
    role = guild.get_role(number)
    return role is not None and role.is_assignable() and guild.me.guild_permissions.manage_roles


def _prize_fault(role: int, name: str) -> str:
    words = _(
        "I can’t give <@&{role}>, the prize “{name}”. Drag it below my own role, and give me Manage Roles; "
        "or withdraw the prize."
    )
    return words.format(role=role, name=shown(name))


class DiscordPrizeRoles:
    """Finds and gives roles as prizes."""

    def named(self, ctx: Context, text: str) -> int:
        """Return the role with this id or mention. Raises `RoleOutOfReach` if the bot can't give it."""
        return _role(ctx, text).id

    def require_own(self, ctx: Context, role: int) -> None:
        """Raise `RoleTooMighty` for a role with more permissions than the manager, who could win it.

        Raises `RoleNotTheirsToGive` unless the user may manage roles or the server.
        """
        manager = interaction_of(ctx).user
        own = interaction_of(ctx).permissions
        if not (own.manage_roles or own.manage_guild):
            raise RoleNotTheirsToGive
        if not (
            isinstance(manager, discord.Member)
            and _role(ctx, str(role)).permissions <= manager.guild_permissions
        ):
            raise RoleTooMighty

    async def give(self, ctx: Context, role: int, why: str) -> None:
        """Give the user a role. Raises `RoleOutOfReach` if Discord refuses."""
        winner = interaction_of(ctx).user
        if isinstance(winner, discord.Member):
            try:
                await winner.add_roles(discord.Object(role), reason=why)
            except UNSENT as error:
                raise RoleOutOfReach from error


def _role(ctx: Context, text: str) -> discord.Role:
    match, guild = _ROLE.fullmatch(text.strip()), interaction_of(ctx).guild
    role = guild.get_role(int(match[1])) if match and guild else None
    if role is None or not _can_give(role.guild, role.id):
        raise RoleOutOfReach
    return role


class LastLanguages:
    """Stores each user's last language."""

    def __init__(self, tavern: TableService) -> None:
        self._tavern = tavern
        self._known: OrderedDict[int, str] = OrderedDict()
        self._writing: set[asyncio.Task[None]] = set()

    def note(self, player: int, code: str) -> None:
        """Record the language of a user's interaction."""
        language = spoken(code)
        if self._known.get(player) == language:
            self._known.move_to_end(player)
            return
        self._known[player] = language
        if len(self._known) > KNOWN_MAX:
            self._known.popitem(last=False)
        task = asyncio.create_task(self._store(player, language))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def quiet(self) -> None:
        """Wait until all languages are stored."""
        while self._writing:
            await asyncio.wait(self._writing)

    async def _store(self, player: int, language: str) -> None:
        try:
            await self._tavern.note_language(player, language)
        except StorageError:
            # The user's next interaction tries again.
            self._known.pop(player, None)
            log.info("a person's language could not be stored")


class TimedOutThere(UserError):
    template = N_(
        "Moderators have timed you out in that server until <t:{until}:f>, so you can’t play there by direct "
        "message either. You keep your seat; until then your turns run out."
    )
    until: float


@dataclass(frozen=True, slots=True)
class Membership:
    """A user's membership of a server; `timed_out_until` is in unix seconds."""

    has_left: bool = False
    timed_out_until: float = 0.0


ABSENT: Collection[Standing] = ("away", "out")
"""The standings of players who don't play, perhaps because they have left the server."""


class DepartedMembers:
    """Looks up users, and frees the seats of those who have left the server."""

    def __init__(self, client: discord.Client, tavern: TableService) -> None:
        self._client = client
        self._tavern = tavern
        self._absent: dict[int, set[int]] = {}
        """The absent players by table, as of the last `note`."""
        self._memberships: OrderedDict[tuple[int, int], tuple[float, asyncio.Task[Membership]]] = (
            OrderedDict()
        )
        """The lookups by server and user, each with its expiry."""

    async def note(self, state: TableState) -> list[TableState]:
        """Look up players who have become absent; return the tables whose seats were freed."""
        present = state.table.present if state.table.phase == "playing" else ()
        absent = {each.player for each in present if each.player is not None and each.standing in ABSENT}
        before = self._absent.pop(state.table.id, set())
        if absent:
            self._absent[state.table.id] = absent
        server = state.stored.server
        departed = [each for each in sorted(absent - before) if (await self._look_up(server, each)).has_left]
        changed = [await self._depart(state.table.id, player) for player in departed]
        return [each for each in changed if each is not None]

    async def pass_on_host(self, refused: NotHost, actor: actions.Actor, table: int) -> TableState:
        """Make the next player host of a lobby whose host has left (TB-15). Raises `NotHost` otherwise."""
        state = await self._tavern.look(table, actor)
        if state.table.phase != "lobby":
            raise refused
        server = state.stored.server
        try:
            if is_server(server) and (await self._membership(server, refused.player)).has_left:
                return await self._tavern.depart(table, refused.player)
            return await self._tavern.depart(table, actor.player, invitations.take_over)
        except invitations.HostAwaited:
            raise
        except RuleError:
            raise refused from None

    def note_member(self, server: int, player: int) -> None:
        """Forget a cached membership: the user has just pressed in the server, and so is a member."""
        self._memberships.pop((server, player), None)

    async def require_present(self, server: int, player: int) -> None:
        """Raise if a user has left a server or is timed out; ask Discord at most once a minute (F-38).

        If Discord doesn't answer, the user counts as a member, so that an outage locks nobody out.
        """
        membership = await self._membership(server, player)
        if membership.has_left:
            raise NoLongerMember
        if membership.timed_out_until > self._tavern.now():
            raise TimedOutThere(membership.timed_out_until)

    async def _membership(self, server: int, player: int) -> Membership:
        key, now = (server, player), self._tavern.now()
        expires_at, lookup = self._memberships.get(key, (now, None))
        if lookup is None or not now < expires_at <= now + MEMBERSHIP_SECONDS:
            lookup = asyncio.create_task(self._look_up(server, player))
            self._memberships[key] = now + MEMBERSHIP_SECONDS, lookup
            if len(self._memberships) > MEMBERSHIPS_MAX:
                self._memberships.popitem(last=False)
        return await asyncio.shield(lookup)

    async def leave(self, server: int, player: int) -> list[TableState]:
        """Free a user's seats in a server; return the changed tables."""
        tables = self._tavern.tables
        seated_at = await self._tavern.database.read(lambda tx: tables.of_player(tx, server, player))
        changed = [await self._depart(each.id, player) for each in seated_at]
        return [each for each in changed if each is not None]

    async def _depart(self, table_id: int, player: int) -> TableState | None:
        try:
            return await self._tavern.depart(table_id, player)
        except (RuleError, NoSuchTable):
            return None

    async def _look_up(self, server: int, player: int) -> Membership:
        if self._client.get_guild(server) is None and self._tavern.serving.has(server):
            return Membership()
        try:
            member = await self._client.http.get_member(server, player)
        except discord.NotFound as error:
            return Membership(has_left=error.code == UNKNOWN_MEMBER)
        except UNSENT as error:
            log.info("a member could not be looked up: %s", error)
            return Membership()
        until = parse_time(member.get("communication_disabled_until"))
        return Membership(timed_out_until=until.timestamp() if until else 0.0)


@dataclass(frozen=True, slots=True)
class _CachedUser:
    """A user as Discord last described them: whether they are a member of the server, and their names."""

    player: int
    is_member: bool
    name: str
    handle: str
    expires_at: float


class NamedPeople:
    """Caches users' names by server, and replaces mentions of users who have left."""

    def __init__(self, client: discord.Client, now: Callable[[], float]) -> None:
        self._client = client
        self._now = now
        self._cache: OrderedDict[tuple[int, int], _CachedUser] = OrderedDict()

    async def named(self, server: int, screen: Screen) -> Screen:
        """Return a screen with readable mentions; unchanged if no name is known, or the names don't fit."""
        texts = [part.markdown for part in screen.parts if isinstance(part, Text)]
        mentioned = dict.fromkeys(int(each) for text in texts for each in _MENTION.findall(text))
        if not mentioned or not is_server(server):
            return screen
        users = [*(await self._look_up(server, mentioned)).values()]
        names = zip(users, distinct_names(users), strict=True)
        replacements = {each.player: _mention_or_name(each, name) for each, name in names}

        def replace(match: re.Match[str]) -> str:
            return replacements.get(int(match[1]), match[0])

        return rewritten(screen, partial(_MENTION.sub, replace))

    async def _look_up(self, server: int, people: Collection[int]) -> Mapping[int, _CachedUser]:
        now = self._now()
        cached = {each: self._cache.get((server, each)) for each in people}
        missing = [each for each, user in cached.items() if user is None or user.expires_at <= now]
        if missing:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self._request(server, missing[:REQUESTED_MAX], now + NAME_SECONDS)
            except UNANSWERED as error:
                log.info("people could not be looked up: %s", error)
        users = {each: self._cache.get((server, each)) for each in people}
        return {each: user for each, user in users.items() if user is not None}

    async def _request(self, server: int, people: list[int], expires_at: float) -> None:
        """Request users as members of the server, then each of the others from Discord; cache the answers."""
        guild = self._client.get_guild(server)
        if guild is None:
            return
        members = await guild.query_members(user_ids=people, limit=len(people), cache=False)
        for each in members:
            self._store(server, each, is_member=True, expires_at=expires_at)
        for player in {*people} - {each.id for each in members}:
            # Former members are rarely mentioned, so one request each will do.
            self._store(server, await self._client.fetch_user(player), is_member=False, expires_at=expires_at)

    def _store(
        self, server: int, user: discord.User | discord.Member, *, is_member: bool, expires_at: float
    ) -> None:
        key, handle = (server, user.id), plain_name(user.name, "")
        name = plain_name(user.display_name, user.name)
        self._cache[key] = _CachedUser(user.id, is_member, name, handle, expires_at)
        self._cache.move_to_end(key)
        if len(self._cache) > KNOWN_MAX:
            self._cache.popitem(last=False)


def _mention_or_name(user: _CachedUser, name: str) -> str:
    """Return a member's mention, with the username if another user has the same name, or else the name."""
    if not user.is_member:
        return shown(name)
    mention = isolated(user.name).replace(user.name, f"<@{user.player}>")
    return mention if name == user.name else f"{mention} ({shown(user.handle)})"
