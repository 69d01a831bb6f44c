"""Who comes by the page, and until when they are vouched for (F-38).

A page makes nobody a member. Whoever comes was named by Discord, and for each server Discord is asked, in
their own name, whether they are in it; what they may do and see there is what the bot itself sees of their
roles. That holds for a minute, and is then asked again, of open streams as well. Within an Activity the
instance is asked too, who takes part and where: what the page says of its server and channel counts nowhere.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import discord

from bot.discord_io.answering.reply import UNSENT
from bot.discord_io.answering.visits import lacking_in, person_of
from bot.front.visit import Somebody
from bot.hosted.oauth import DiscordOAuth, Instance, Token, Unanswered, Withdrawn
from bot.hosted.places import Places
from bot.page.guests import NobodyCanSay, NotSignedIn, PageGuest

log = logging.getLogger(__name__)

VOUCHED_SECONDS = 60.0
"""How long an answer of Discord's holds, as for presses in direct messages."""
SESSION_SECONDS = 7 * 24 * 3600.0
SESSIONS_MAX = 10_000
PLACES_MAX = 20
"""In how many places one session is remembered to be."""
_PATH = re.compile(r"([0-9]{1,20})\.([0-9]{1,20})")


@dataclass(eq=False, slots=True)
class Session:
    """Somebody who has signed in; within an Activity, its instance."""

    person: Somebody
    token: Token = field(repr=False)
    until: float
    instance: str = ""
    there: Instance | None = None
    """What was told of the instance as they came in; asked again later."""
    guests: OrderedDict[str, tuple[float, PageGuest | None]] = field(default_factory=OrderedDict)
    """Who they are by paths, and until when that holds; None where they are strangers."""
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)


class Doorkeeper:
    """Knows everybody who has signed in."""

    def __init__(self, places: Places, oauth: DiscordOAuth, now: Callable[[], float]) -> None:
        self._places = places
        self._oauth = oauth
        self._now = now
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    async def sign_in(self, token: Token, instance: str = "") -> str:
        """Begin a session for whoever a token is of; its key."""
        # At once: whoever opens an Activity looks at an empty page meanwhile.
        person, there = await asyncio.gather(self._oauth.me(token), self._told_of(instance))
        person.require_person()
        key = secrets.token_urlsafe(32)
        self._sessions[_kept(key)] = Session(person, token, self._now() + SESSION_SECONDS, instance, there)
        if len(self._sessions) > SESSIONS_MAX:
            self._sessions.popitem(last=False)
        return key

    def sign_out(self, key: str) -> None:
        """End a session."""
        self._sessions.pop(_kept(key), None)

    def where(self, key: str) -> str | None:
        """The path of the Activity by which a session has just begun."""
        there = self._session(key).there
        return None if there is None else f"{there.server}.{there.channel}"

    async def guest(self, path: str, key: str) -> PageGuest | None:
        """Who comes in by this path with this key; None for a stranger."""
        session = self._session(key)
        async with session.asking:
            until, known = session.guests.get(path, (0.0, None))
            if self._now() < until:
                return known
            try:
                guest = await self._vouch(session, path)
            except Withdrawn:
                self.sign_out(key)
                raise NotSignedIn from None
            except (Unanswered, *UNSENT) as unanswered:
                log.info("a guest of the page could not be looked up: %s", unanswered)
                raise NobodyCanSay from None
            session.guests[path] = self._now() + VOUCHED_SECONDS, guest
            if len(session.guests) > PLACES_MAX:
                session.guests.popitem(last=False)
            return guest

    def _session(self, key: str) -> Session:
        session = self._sessions.get(_kept(key))
        if session is None or self._now() >= session.until:
            raise NotSignedIn
        return session

    async def _vouch(self, session: Session, path: str) -> PageGuest | None:
        found = _PATH.fullmatch(path)
        if found is None:
            return None
        server, channel = map(int, found.groups())
        if session.instance and not await self._takes_part(session, server, channel):
            return None
        if not await self._oauth.is_member(session.token, server):
            return None
        guild = await self._places.look_up(server)
        if guild is None:
            return None
        try:
            member = await guild.fetch_member(session.person.id)
        except discord.NotFound:
            return None
        return self._guest(member, guild.get_channel_or_thread(channel))

    async def _told_of(self, instance: str) -> Instance | None:
        return await self._oauth.instance(instance) if instance else None

    async def _takes_part(self, session: Session, server: int, channel: int) -> bool:
        there, session.there = session.there, None
        there = there or await self._told_of(session.instance)
        return (
            there is not None
            and session.person.id in there.people
            and (server, channel) == (there.server, there.channel)
        )

    def _guest(
        self, member: discord.Member, channel: discord.abc.GuildChannel | discord.Thread | None
    ) -> PageGuest | None:
        """Somebody as the bot sees them; None if they may not be in this channel, or do nothing now."""
        if channel is None or member.is_timed_out() or not sees(member, channel):
            return None
        guild = member.guild
        return PageGuest(
            person_of(member),
            guild.id,
            channel.id,
            manages=member.guild_permissions.manage_guild,
            roles=frozenset(each.id for each in member.roles),
            until=self._now() + VOUCHED_SECONDS,
            parent=getattr(channel, "parent_id", None) or 0,
            threads=tuple(each.id for each in _threads(channel) if sees(member, each)),
            lacking=lacking_in(channel),
            sees=lambda number: _sees(member, number),
        )


def _threads(channel: discord.abc.GuildChannel | discord.Thread) -> Iterable[discord.Thread]:
    """The threads of a channel in which nobody has to open one again."""
    found: Iterable[discord.Thread] = getattr(channel, "threads", ())
    return (each for each in found if not each.archived)


def sees(member: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether somebody can read a channel; of a private thread nobody can say who is in it."""
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    held = channel.permissions_for(member)
    return held.view_channel and held.read_message_history


def _sees(member: discord.Member, number: int) -> bool:
    channel = member.guild.get_channel_or_thread(number)
    return channel is not None and sees(member, channel)


def _kept(key: str) -> str:
    """What is kept of a key, by which nobody could come in."""
    return hashlib.sha256(key.encode()).hexdigest()
