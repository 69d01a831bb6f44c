"""Facts about an interaction's server: channels, roles, permissions, languages, names, departed members.

Roles of a server can be prizes (SH-12). In which language each person last spoke is for what the bot writes
to them unasked, since what answers a press is in that press's language anyway: it is kept with their
preferences, and written only when it has changed. This process knows those of the people it heard lately.

People who leave the server leave its tables (TB-9, F-38). Our intents do not report people leaving. So
whoever is seated out is looked up, and so is whoever presses in a direct message, where Discord says neither
which servers they are in nor where moderators have timed them out.

Whom a text mentions can be known by whoever reads it (F-46). Discord shows a person's mention by the name
that they have in the server now, and by a number once they have left: then the name that they go by on
Discord stands there instead. Two of one name are told apart by their user names, and a name from right to
left is kept to itself. Discord is asked once for all whom a text mentions, by the gateway, and what it says
holds for some minutes; where it does not answer, mentions stay as they are. Only what is drawn once is
looked through: tables, where people come and go, have the names of their seats.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial

import aiohttp
import discord
from discord.utils import parse_time

from bot.discord_io.interactions import requests
from bot.discord_io.interactions.context import UNSENT, interaction_of
from bot.discord_io.messages.rendering import rewritten
from bot.front.forms import RoleOutOfReach, RoleTooMighty
from bot.front.page_links import PageLinks
from bot.front.protocols import Context, ServerNeeds
from bot.front.request import NoLongerMember
from bot.screens.core.screen import Screen, Text
from bot.tavern.table import actions, invitations
from bot.tavern.table.table_state import NoSuchTable, TableState
from bot.tavern.table_service import TableService
from bot.text.translate import _, isolated, number, plain_name, shown, spoken
from games.engine.core.characters import told_apart
from games.engine.core.errors import N_, RuleError, UserError
from games.engine.table.refusals import NotHost
from games.engine.table.table import Standing
from storage.errors import StorageError
from storage.people.server_settings import ServerSettings
from storage.play.postings import is_server

log = logging.getLogger(__name__)

KNOWN_MAX = 10_000
"""The maximum number of users whose language or name is kept."""
CLOCK_SECONDS = 5.0
"""The assumed difference between this clock and Discord's in seconds: answers are late by part of it."""
NO_EVENTS = N_(
    "I lack the permission **Create Events**, so a series’ tournaments aren’t among the server’s events. "
    "Give it to my role."
)
NO_THREADS = N_(
    "I lack the permission **Create Public Threads**, so a tournament’s tables stand in its channel. Give "
    "it to my role if each is to have a thread."
)
_ROLE = re.compile(r"(?:<@&)?([0-9]{1,20})>?")

TRUSTED_SECONDS = 60.0
"""Seconds for which a lookup counts for presses in direct messages."""
ANSWERS_MAX = 4096
UNKNOWN_MEMBER = 10007
"""Discord's error code, where it knows the server."""
HELD_SECONDS = 600.0
"""Seconds for which an answer of Discord's holds."""
PATIENCE_SECONDS = 1.0
"""Seconds for which a text waits for its names."""
ASKED_MAX = 100
"""The maximum number of members that one gateway request can ask for."""
UNANSWERED = (discord.HTTPException, discord.ClientException, aiohttp.ClientError, OSError, TimeoutError)
_MENTION = re.compile(r"(?<!\\)<@([0-9]{1,20})>")


class DiscordSurroundings:
    """The channel and server of the interaction that a context answers."""

    def __init__(self, way_in: PageLinks) -> None:
        self._way_in = way_in

    def channels(self, ctx: Context) -> Collection[int]:
        """The ids of the server's channels that tables can stand in."""
        guild = interaction_of(ctx).guild
        if guild is None:
            return ()
        return {each.id for each in guild.channels if not isinstance(each, discord.CategoryChannel)}

    def roles(self, ctx: Context) -> Collection[int]:
        """The ids of the server's roles."""
        guild = interaction_of(ctx).guild
        return () if guild is None else {each.id for each in guild.roles}

    def may_mention(self, ctx: Context, role: int) -> bool:
        """Return True if the bot's mention of a role calls its members here."""
        interaction = interaction_of(ctx)
        found = None if interaction.guild is None else interaction.guild.get_role(role)
        return requests.may_mention(interaction.app_permissions, found)

    def may_have_mentioned(self, ctx: Context, role: int) -> bool:
        """Return True if whoever asks could mention a role here by themselves."""
        interaction = interaction_of(ctx)
        found = None if interaction.guild is None else interaction.guild.get_role(role)
        return requests.may_mention(interaction.permissions, found)

    def may_create_events(self, ctx: Context) -> bool:
        """Return True if the bot may put up events in the server."""
        guild = interaction_of(ctx).guild
        return guild is None or guild.me.guild_permissions.create_events

    def faults(self, ctx: Context, settings: ServerSettings) -> list[str]:
        """Return what is missing in the channel, in sentences."""
        interaction = interaction_of(ctx)
        channel = interaction.channel
        thread = channel if isinstance(channel, discord.Thread) else None
        lacking = requests.missing_permissions(interaction.app_permissions, in_thread=thread is not None)
        faults = [_("I lack the permission **{name}**.").format(name=each) for each in lacking]
        if not ctx.request.is_for_tables(settings):
            faults.append(_("This channel isn’t set up for tables: see `/manage settings`."))
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
        """Return what is missing elsewhere in the server, in sentences that say how to fix it."""
        interaction = interaction_of(ctx)
        guild = interaction.guild
        if guild is None:
            return []
        faults = list(filter(None, (_channel_fault(guild, each) for each in sorted(needs.channels))))
        faults += [_prize_fault(role, name) for role, name in needs.prizes.items() if not _gives(guild, role)]
        held = guild.me.guild_permissions
        if needs.has_events and not held.create_events:
            faults.append(_(NO_EVENTS))
        if not held.create_public_threads:
            faults.append(_(NO_THREADS))
        ahead = ctx.request.at - discord.utils.snowflake_time(interaction.id).timestamp()
        if abs(ahead) >= CLOCK_SECONDS:
            words = _(
                "My machine’s clock is {count} s off. Whoever runs me should set it, preferably by NTP."
            )
            faults.append(words.format(count=number(round(abs(ahead)))))
        return faults

    async def shows_group(self, ctx: Context, group: str, role: int) -> bool | None:
        """Return True if Discord shows a group of commands to a role's members; None if it does not say.

        What a server allows for the command itself goes before what it allows for all our commands.
        """
        interaction = interaction_of(ctx)
        guild = interaction.guild
        found = None if guild is None else guild.get_role(role)
        if guild is None or found is None:
            return None
        if found.permissions.manage_guild or found.permissions.administrator:
            return True
        command = next(
            (
                number
                for name, number in interaction.client.command_sync.ids.items()
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
        except UNANSWERED as unanswered:
            log.info("the permissions of a command could not be looked up: %s", unanswered)
            return None
        return allowed.get(role, allowed.get(guild.id, False))

    def page_of(self, ctx: Context, state: TableState) -> str:  # noqa: ARG002
        """The address at which a table of a server is seen."""
        return self._way_in.address(state.stored)


async def _allowed(client: discord.Client, guild: discord.Guild, command: int) -> Mapping[int, bool]:
    """Return the roles to which a server allows or denies a command; none if it has changed nothing.

    The application's own id stands for all its commands.
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
    """Return why no table can stand in a channel, and how to fix that; empty if one can."""
    channel = guild.get_channel_or_thread(number)
    if channel is None:
        words = _(
            "I can’t see <#{channel}>, where tables are to stand. Give me View Channel there, or choose "
            "other channels in the settings."
        )
        return words.format(channel=number)
    in_thread = isinstance(channel, discord.Thread)
    lacking = requests.missing_permissions(channel.permissions_for(guild.me), in_thread=in_thread)
    words = _("In <#{channel}> I lack: {permissions}. Give me that in the channel’s own settings.")
    return words.format(channel=number, permissions=", ".join(lacking)) if lacking else ""


def _gives(guild: discord.Guild, number: int) -> bool:
    """Return True if the bot can give a role."""
    role = guild.get_role(number)
    return role is not None and role.is_assignable() and guild.me.guild_permissions.manage_roles


def _prize_fault(role: int, name: str) -> str:
    words = _(
        "I can’t give <@&{role}>, the prize “{name}”. Drag it below my own role, and give me Manage Roles; "
        "or take the prize back."
    )
    return words.format(role=role, name=shown(name))


class DiscordPrizeRoles:
    """Finds and gives them."""

    def named(self, ctx: Context, text: str) -> int:
        """The role of this server that a text names, if the bot can give it; else `RoleOutOfReach`."""
        return _role(ctx, text).id

    def require_own(self, ctx: Context, role: int) -> None:
        """Refuse a role with a permission that the manager lacks, who could else claim it for themselves."""
        giver = interaction_of(ctx).user
        if not (
            isinstance(giver, discord.Member) and _role(ctx, str(role)).permissions <= giver.guild_permissions
        ):
            raise RoleTooMighty

    async def give(self, ctx: Context, role: int, why: str) -> None:
        """Give it to whoever asks; `RoleOutOfReach` if Discord refuses."""
        winner = interaction_of(ctx).user
        if isinstance(winner, discord.Member):
            try:
                await winner.add_roles(discord.Object(role), reason=why)
            except UNSENT as refused:
                raise RoleOutOfReach from refused


def _role(ctx: Context, text: str) -> discord.Role:
    found, guild = _ROLE.fullmatch(text.strip()), interaction_of(ctx).guild
    role = guild.get_role(int(found[1])) if found and guild else None
    if role is None or not _gives(role.guild, role.id):
        raise RoleOutOfReach
    return role


class LastLanguages:
    """Remembers each user's locale."""

    def __init__(self, tavern: TableService) -> None:
        self._tavern = tavern
        self._known: OrderedDict[int, str] = OrderedDict()
        self._keeping: set[asyncio.Task[None]] = set()

    def heard(self, player: int, code: str) -> None:
        """Note the language of somebody who has just pressed or typed something."""
        language = spoken(code)
        if self._known.get(player) == language:
            self._known.move_to_end(player)
            return
        self._known[player] = language
        if len(self._known) > KNOWN_MAX:
            self._known.popitem(last=False)
        task = asyncio.create_task(self._keep(player, language))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def quiet(self) -> None:
        """Wait until all that was heard is kept."""
        while self._keeping:
            await asyncio.wait(self._keeping)

    async def _keep(self, player: int, language: str) -> None:
        try:
            await self._tavern.hear(player, language)
        except StorageError:
            # They will speak again.
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
    """Whether somebody has left a server, and until when moderators have timed them out there."""

    has_left: bool = False
    timed_out_until: float = 0.0


ABSENT: Collection[Standing] = ("away", "out")
"""The statuses of players who don't play, perhaps because they have left the server."""


class DepartedMembers:
    """Looks people up, and frees the seats of those who left."""

    def __init__(self, client: discord.Client, tavern: TableService) -> None:
        self._client = client
        self._tavern = tavern
        self._away: dict[int, set[int]] = {}
        self._answers: OrderedDict[tuple[int, int], tuple[float, asyncio.Task[Membership]]] = OrderedDict()
        """Until when a lookup counts, and what it found; by server and person."""

    async def note(self, state: TableState) -> list[TableState]:
        """Look up players newly seated out, or sitting out; returns the tables changed by those who left."""
        present = state.table.present if state.table.phase == "playing" else ()
        away = {each.player for each in present if each.player is not None and each.standing in ABSENT}
        before = self._away.pop(state.table.id, set())
        if away:
            self._away[state.table.id] = away
        server = state.stored.server
        gone = [each for each in sorted(away - before) if (await self._look_up(server, each)).has_left]
        return [left for player in gone if (left := await self._depart(state.table.id, player)) is not None]

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

    def saw(self, server: int, player: int) -> None:
        """Note that somebody pressed in a server, and so is in it."""
        self._answers.pop((server, player), None)

    async def require_present(self, server: int, player: int) -> None:
        """Raise for a user who left a server or is timed out; asks Discord at most once a minute (F-38).

        Failed lookups count as members, so that Discord's faults lock nobody out.
        """
        membership = await self._membership(server, player)
        if membership.has_left:
            raise NoLongerMember
        if membership.timed_out_until > self._tavern.now():
            raise TimedOutThere(membership.timed_out_until)

    async def _membership(self, server: int, player: int) -> Membership:
        key, now = (server, player), self._tavern.now()
        until, answer = self._answers.get(key, (now, None))
        if answer is None or not now < until <= now + TRUSTED_SECONDS:
            answer = asyncio.create_task(self._look_up(server, player))
            self._answers[key] = now + TRUSTED_SECONDS, answer
            if len(self._answers) > ANSWERS_MAX:
                self._answers.popitem(last=False)
        return await asyncio.shield(answer)

    async def leave(self, server: int, player: int) -> list[TableState]:
        """Free somebody's seats in a server; returns the changed tables."""
        tables = self._tavern.tables
        theirs = await self._tavern.database.read(lambda tx: tables.of_player(tx, server, player))
        left = [await self._depart(each.id, player) for each in theirs]
        return [each for each in left if each is not None]

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
        except discord.NotFound as unknown:
            return Membership(has_left=unknown.code == UNKNOWN_MEMBER)
        except UNSENT as unsent:
            log.info("a member could not be looked up: %s", unsent)
            return Membership()
        until = parse_time(member.get("communication_disabled_until"))
        return Membership(timed_out_until=until.timestamp() if until else 0.0)


@dataclass(frozen=True, slots=True)
class _Known:
    """A user as Discord last described them: membership of the server, and names."""

    player: int
    is_here: bool
    name: str
    handle: str
    until: float


class NamedPeople:
    """Knows for a while by which names Discord has people, server by server."""

    def __init__(self, client: discord.Client, now: Callable[[], float]) -> None:
        self._client = client
        self._now = now
        self._known: OrderedDict[tuple[int, int], _Known] = OrderedDict()

    async def named(self, server: int, screen: Screen) -> Screen:
        """A screen whose mentions can be read; as it is where nothing is known, or there is no room."""
        texts = [part.markdown for part in screen.parts if isinstance(part, Text)]
        mentioned = dict.fromkeys(int(each) for text in texts for each in _MENTION.findall(text))
        if not mentioned or not is_server(server):
            return screen
        people = [*(await self._look_up(server, mentioned)).values()]
        names = zip(people, told_apart(people), strict=True)
        words = {each.player: _mentioned(each, name) for each, name in names}

        def write(found: re.Match[str]) -> str:
            return words.get(int(found[1]), found[0])

        return rewritten(screen, partial(_MENTION.sub, write))

    async def _look_up(self, server: int, people: Collection[int]) -> Mapping[int, _Known]:
        now = self._now()
        known = {each: self._known.get((server, each)) for each in people}
        asked = [each for each, found in known.items() if found is None or found.until <= now]
        if asked:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await self._ask(server, asked[:ASKED_MAX], now + HELD_SECONDS)
            except UNANSWERED as unanswered:
                log.info("people could not be looked up: %s", unanswered)
        found = {each: self._known.get((server, each)) for each in people}
        return {each: known for each, known in found.items() if known is not None}

    async def _ask(self, server: int, people: list[int], until: float) -> None:
        """Ask the server for people, and Discord for those who are not there; keep what they say."""
        guild = self._client.get_guild(server)
        if guild is None:
            return
        members = await guild.query_members(user_ids=people, limit=len(people), cache=False)
        for each in members:
            self._keep(server, each, is_here=True, until=until)
        for player in {*people} - {each.id for each in members}:
            # Somebody of a server's past is asked for one by one, and seldom.
            self._keep(server, await self._client.fetch_user(player), is_here=False, until=until)

    def _keep(self, server: int, user: discord.User | discord.Member, *, is_here: bool, until: float) -> None:
        key, handle = (server, user.id), plain_name(user.name, "")
        name = plain_name(user.display_name, user.name)
        self._known[key] = _Known(user.id, is_here, name, handle, until)
        self._known.move_to_end(key)
        if len(self._known) > KNOWN_MAX:
            self._known.popitem(last=False)


def _mentioned(known: _Known, name: str) -> str:
    """A mention, or the name of whoever has left."""
    if not known.is_here:
        return shown(name)
    mention = isolated(known.name).replace(known.name, f"<@{known.player}>")
    return mention if name == known.name else f"{mention} ({shown(known.handle)})"
