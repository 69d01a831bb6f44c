"""Who comes by the page, and until when they are vouched for (F-38).

A page makes nobody a member. Whoever comes was named by Discord, and for each server Discord is asked, in
their own name, whether they are in it; what they may do and see there is what the bot itself sees of their
roles. That holds for a minute, and is then asked again, of open streams as well. Within an Activity the
instance is asked too, who takes part and where: what the page says of its server and channel counts nowhere.

A code becomes a token here and nowhere else. Tokens stay in memory, and neither a representation nor an
exception of ours shows one.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode

import aiohttp
import discord

from bot.discord_io.interactions.context import UNSENT
from bot.discord_io.interactions.requests import lacking_in, person_of
from bot.front.request import User
from bot.hosted.budgets import Backoff, Budget
from bot.hosted.servers import Servers
from bot.page.auth import RETRY_SECONDS, AuthUnavailable, PageUser, ShutOut, Unauthenticated
from bot.process.logs import Seldom
from bot.settings import Settings
from bot.text.translate import _, plain_name
from games.engine.core.errors import must_find

log = logging.getLogger(__name__)

VOUCHED_SECONDS = 60.0
"""How long an answer of Discord's holds, as for presses in direct messages."""
SESSION_SECONDS = 7 * 24 * 3600.0
SESSIONS_MAX = 10_000
SESSIONS_OF_ONE = 16
"""How many sessions one person can have; one more ends the oldest."""
PLACES_MAX = 20
"""In how many places one session is remembered to be."""
LOOK_UPS, LOOK_UPS_PER_SECOND = 20, 0.5
"""How many addresses one person may have Discord asked about at once, and then in a second."""
_PATH = re.compile(r"([1-9][0-9]{0,18})\.([1-9][0-9]{0,18})")
"""A leading zero would be a second name of the same place; no id has more digits."""


@dataclass(eq=False, slots=True)
class Session:
    """Somebody who has signed in; within an Activity, its instance."""

    person: User
    token: Token = field(repr=False)
    until: float
    instance: str = ""
    there: ActivityInstance | None = None
    """What was told of the instance as they came in; asked again later."""
    guests: OrderedDict[str, tuple[float, PageUser | None]] = field(default_factory=OrderedDict)
    """Who they are by paths, and until when that holds; None where they are strangers."""
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_over: bool = False
    """Whoever came in by it is a stranger from that moment on."""


class SessionStore:
    """Knows everybody who has signed in."""

    def __init__(
        self,
        places: Servers,
        oauth: DiscordOAuth,
        clock: Callable[[], float],
        ended: Callable[[int], None] = lambda _player: None,
    ) -> None:
        """Make one that tells `ended` whose sessions have ended, so that nothing stays open by them."""
        self._places = places
        self._oauth = oauth
        self._clock = clock
        self._tell_ended = ended
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._signed_out: OrderedDict[str, Callable[[], str]] = OrderedDict()
        """Sessions that somebody ended themselves, and what is said to a page that was left open there."""
        self._look_ups: Budget[int] = Budget(LOOK_UPS, LOOK_UPS_PER_SECOND, clock)

    async def sign_in(self, token: Token, instance: str = "", replaced: str = "") -> str:
        """Begin a session for whoever a token is of; its key. One ends that the same browser had before."""
        # At once: whoever opens an Activity looks at an empty page meanwhile.
        person, there = await asyncio.gather(self._oauth.me(token), self._told_of(instance))
        person.require_person()
        self._end(replaced)
        key = secrets.token_urlsafe(32)
        own = self._of(person.id)
        for each in own[: max(0, len(own) - SESSIONS_OF_ONE + 1)]:
            self._end(each)
        self._sessions[fingerprint(key)] = Session(
            person, token, self._clock() + SESSION_SECONDS, instance, there
        )
        if len(self._sessions) > SESSIONS_MAX:
            self._end(must_find(self._sessions))
        return key

    def sign_out(self, key: str, *, everywhere: bool = False) -> None:
        """End somebody's session, or all that they have."""
        player = self._session(key).person.id
        ended = self._of(player) if everywhere else [fingerprint(key)]
        for each in ended:
            self._end(each, _signed_out)

    def forget(self, player: int) -> None:
        """End all sessions of somebody who had everything about them deleted."""
        for each in self._of(player):
            self._end(each, _forgotten)

    def has_signed_out(self, key: str) -> bool:
        """Return True if somebody ended this session themselves."""
        return fingerprint(key) in self._signed_out

    def is_of_activity(self, key: str) -> bool:
        """Return True if a session was begun within Discord, where its key is a bearer and no cookie."""
        session = self._sessions.get(fingerprint(key))
        return session is not None and bool(session.instance)

    def _of(self, player: int) -> list[str]:
        return [name for name, each in self._sessions.items() if each.person.id == player]

    def _end(self, name: str, said: Callable[[], str] | None = None) -> None:
        session = self._sessions.pop(name, None)
        if session is None:
            return
        session.is_over = True
        if said is not None:
            self._signed_out[name] = said
            if len(self._signed_out) > SESSIONS_MAX:
                self._signed_out.popitem(last=False)
        self._tell_ended(session.person.id)

    def where(self, key: str) -> str | None:
        """The path of the Activity by which a session has just begun."""
        there = self._session(key).there
        return None if there is None else f"{there.server}.{there.channel}"

    async def guest(self, path: str, key: str) -> PageUser | None:
        """Who comes in by this path with this key; None for a stranger."""
        session = self._session(key)
        async with session.asking:
            until, known = session.guests.get(path, (0.0, None))
            if self._clock() < until:
                return known
            try:
                guest = await self._vouch(session, path)
            except InvalidGrant:
                self._end(fingerprint(key))
                raise Unauthenticated from None
            except (DiscordUnavailable, *UNSENT) as unanswered:
                log.info("a guest of the page could not be looked up: %s", unanswered)
                raise AuthUnavailable(getattr(unanswered, "retry_after", RETRY_SECONDS)) from None
            session.guests[path] = self._clock() + VOUCHED_SECONDS, guest
            if len(session.guests) > PLACES_MAX:
                session.guests.popitem(last=False)
            return guest

    def _session(self, key: str) -> Session:
        if (said := self._signed_out.get(fingerprint(key))) is not None:
            raise ShutOut(said)
        session = self._sessions.get(fingerprint(key))
        if session is None or self._clock() >= session.until:
            raise Unauthenticated
        return session

    async def _vouch(self, session: Session, path: str) -> PageUser | None:
        if (place := self._place(path)) is None:
            return None
        server, channel = place
        if seconds := self._look_ups.take(session.person.id):
            raise DiscordUnavailable(seconds)
        if session.instance and not await self._takes_part(session, server, channel):
            return None
        if not await self._oauth.is_member(session.token, server):
            return None
        guild = await self._places.look_up(server)
        if guild is None:
            return None
        if guild.unavailable:
            # Discord has an outage there: that nobody is seen in it says nothing about them.
            raise DiscordUnavailable
        try:
            member = await guild.fetch_member(session.person.id)
        except discord.NotFound:
            return None
        return self._guest(session, member, guild.get_channel_or_thread(channel))

    def _place(self, path: str) -> tuple[int, int] | None:
        """The server and channel of a path; None for one that the bot does not see, as far as it knows."""
        found = _PATH.fullmatch(path)
        if found is None:
            return None
        server, channel = map(int, found.groups())
        return None if self._places.is_unknown(server, channel) else (server, channel)

    async def _told_of(self, instance: str) -> ActivityInstance | None:
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
        self,
        session: Session,
        member: discord.Member,
        channel: discord.abc.GuildChannel | discord.Thread | None,
    ) -> PageUser | None:
        """Somebody as the bot sees them; None if they may not be in this channel, or do nothing now."""
        if channel is None or member.is_timed_out() or not sees(member, channel):
            return None
        guild = member.guild
        return PageUser(
            person_of(member),
            guild.id,
            channel.id,
            manages=member.guild_permissions.manage_guild,
            roles=frozenset(each.id for each in member.roles),
            until=self._clock() + VOUCHED_SECONDS,
            clock=lambda: math.inf if session.is_over else self._clock(),
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


def _signed_out() -> str:
    return _("You’re signed out. Load this page again to sign in.")


def _forgotten() -> str:
    return _("I’ve forgotten you, and you’re signed out. Load this page again if you want to come back.")


def fingerprint(key: str) -> str:
    """What is kept of a key, by which nobody could come in."""
    return hashlib.sha256(key.encode()).hexdigest()


SCOPES = ("identify", "guilds.members.read")
API = "https://discord.com/api/v10"
PATIENCE = aiohttp.ClientTimeout(total=10)
ASKED_AT_ONCE = 16
"""How many questions to Discord may be under way."""
EXCHANGES_OF_ONE, EXCHANGES_OF_ONE_PER_SECOND = 20, 0.5
"""How many codes one client may have exchanged at once, and then in a second: anybody can make some up."""
EXCHANGES, EXCHANGES_PER_SECOND = 100, 5.0
"""The same for all clients together: fewer within ten minutes than Discord bans an address for."""
EXCHANGED_AT_ONCE = 8
"""How many of these may be about codes: anybody can send some, and nobody else is to wait for that."""
ANSWER_BYTES_MAX = 256 * 1024
WRONG_SECRET = Seldom(600.0)


class InvalidGrant(Exception):
    """Discord takes no such code or token: it was made up, used, is too old, another's, or taken back."""


class DiscordUnavailable(Exception):
    """Discord does not answer, not in a way that we know, or is not asked for `retry_after` seconds."""

    def __init__(self, retry_after: float = RETRY_SECONDS) -> None:
        super().__init__()
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Token:
    """What Discord lets us ask in somebody's name."""

    value: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ActivityInstance:
    """An Activity that is open: where, and who takes part."""

    server: int
    channel: int
    people: frozenset[int]


class DiscordOAuth:
    """Asks Discord, as this application."""

    def __init__(
        self, session: aiohttp.ClientSession, settings: Settings, clock: Callable[[], float]
    ) -> None:
        self._session = session
        self._api = settings.discord_api_base or API
        self._authorize = settings.discord_authorize_url
        self._secret = settings.discord_client_secret
        self._bot_token = settings.discord_token
        self.client_id = settings.discord_client_id
        self._asking = asyncio.Semaphore(ASKED_AT_ONCE)
        self._exchanging = 0
        self._pause = Backoff(clock)
        self._exchanges_of: Budget[str] = Budget(EXCHANGES_OF_ONE, EXCHANGES_OF_ONE_PER_SECOND, clock)
        self._exchanges: Budget[None] = Budget(EXCHANGES, EXCHANGES_PER_SECOND, clock)

    def way(self, state: str, challenge: str, back: str) -> str:
        """The address at which somebody lets us know who they are; whoever said yes before is not asked."""
        asked = {
            "response_type": "code",
            "client_id": str(self.client_id),
            "scope": " ".join(SCOPES),
            "state": state,
            "redirect_uri": back,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "prompt": "none",
        }
        return f"{self._authorize}?{urlencode(asked)}"

    async def exchange(self, code: str, client: str, verifier: str = "", back: str = "") -> Token:
        """Exchange a code.

        `InvalidGrant` if it is not ours or was used, `DiscordUnavailable` if many come.
        """
        self._require_answers()
        if self._exchanging >= EXCHANGED_AT_ONCE:
            raise DiscordUnavailable
        # A client that a proxy does not name would stand for everybody.
        if seconds := (client and self._exchanges_of.take(client)) or self._exchanges.take(None):
            raise DiscordUnavailable(seconds)
        told = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": str(self.client_id),
            "client_secret": self._secret.get_secret_value(),
        }
        told |= {"code_verifier": verifier, "redirect_uri": back} if back else {}
        self._exchanging += 1
        try:
            answer = await self._ask("POST", "/oauth2/token", {}, told)
        finally:
            self._exchanging -= 1
        value, scopes = answer.get("access_token"), str(answer.get("scope", "")).split()
        if not isinstance(value, str) or not set(SCOPES) <= set(scopes):
            raise InvalidGrant
        return Token(value)

    async def me(self, token: Token) -> User:
        """Whose token that is."""
        told = await self._ask("GET", "/users/@me", _bearer(token))
        handle = str(told.get("username", ""))
        name = plain_name(str(told.get("global_name") or handle), handle)
        return User(_id(told.get("id")), name, plain_name(handle, ""), is_bot=told.get("bot") is True)

    async def is_member(self, token: Token, server: int) -> bool:
        """Whether somebody is in a server."""
        try:
            await self._ask("GET", f"/users/@me/guilds/{server}/member", _bearer(token))
        except NotFound:
            return False
        return True

    async def instance(self, name: str) -> ActivityInstance | None:
        """An Activity's instance; None if it is over, was never there, or is in no server."""
        headers = {"Authorization": f"Bot {self._bot_token.get_secret_value()}"}
        where = f"/applications/{self.client_id}/activity-instances/{quote(name, safe='')}"
        try:
            told = await self._ask("GET", where, headers)
        except NotFound:
            return None
        place = told.get("location")
        if not isinstance(place, dict) or place.get("kind") != "gc":
            return None
        people = told.get("users")
        # Ids only: what else stands there may be in anybody's own spelling.
        ids = frozenset(map(_id, people)) if isinstance(people, list) else frozenset()
        return ActivityInstance(_id(place.get("guild_id")), _id(place.get("channel_id")), ids)

    async def _ask(
        self, method: str, where: str, headers: Mapping[str, str], form: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        try:
            async with self._asking:
                self._require_answers()
                async with self._session.request(
                    method, self._api + where, headers=headers, data=form, timeout=PATIENCE
                ) as answer:
                    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                        self._pause.begin(answer.headers.get("Retry-After"))
                        self._require_answers()
                    return await _read(answer, is_exchange=form is not None)
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
            # Not from them: an exception may repeat what was asked.
            raise DiscordUnavailable from None

    def _require_answers(self) -> None:
        """Ask nothing while Discord wants to be left alone; `DiscordUnavailable` then."""
        if (seconds := self._pause.seconds_left) > 0:
            raise DiscordUnavailable(seconds)


class NotFound(Exception):
    """There is no such thing, or not for whoever asks."""


async def _read(answer: aiohttp.ClientResponse, *, is_exchange: bool) -> dict[str, Any]:
    refused = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED) if is_exchange else (HTTPStatus.UNAUTHORIZED,)
    if answer.status in refused:
        if is_exchange and await _is_secret_wrong(answer):
            raise DiscordUnavailable
        raise InvalidGrant
    if answer.status in (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN):
        raise NotFound
    if answer.status != HTTPStatus.OK or (answer.content_length or 0) > ANSWER_BYTES_MAX:
        raise DiscordUnavailable
    told = await answer.json()
    if not isinstance(told, dict):
        raise DiscordUnavailable
    return told


async def _is_secret_wrong(answer: aiohttp.ClientResponse) -> bool:
    """Return True if it is the application that Discord refuses, and tell whoever runs it."""
    try:
        told = await answer.json(content_type=None)
    except ValueError:
        return False
    if not isinstance(told, dict) or told.get("error") != "invalid_client":
        return False
    if WRONG_SECRET.is_due():
        log.error("nobody can sign in: Discord refuses DISCORD_CLIENT_ID with this DISCORD_CLIENT_SECRET")
    return True


def _bearer(token: Token) -> Mapping[str, str]:
    return {"Authorization": f"Bearer {token.value}"}


def _id(value: object) -> int:
    """An id as Discord writes them."""
    if isinstance(value, str) and value.isdecimal() and len(value) < len(str(2**64)):
        return int(value)
    raise DiscordUnavailable
