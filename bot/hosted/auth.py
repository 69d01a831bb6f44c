"""Authentication of the page's users, and the duration of each confirmation (F-38).

The page itself makes nobody a member. Discord identifies the user, and for each server Discord is asked, with
the user's own token, whether they are a member; their rights there follow from their roles as the bot sees
them. A confirmation is valid for a minute and then renewed, for open streams too. Within an Activity, its
instance is queried for its participants and place: what the page claims about its server and channel is
ignored.

Codes are exchanged for tokens in this module only. Tokens stay in memory, and no `repr` or exception of ours
shows one.
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
"""The time for which an answer from Discord is valid, as for presses in direct messages."""
SESSION_SECONDS = 7 * 24 * 3600.0
SESSIONS_MAX = 10_000
SESSIONS_OF_ONE = 16
"""The maximum number of one user's sessions; a further one ends the oldest."""
PLACES_MAX = 20
"""The number of places remembered for one session."""
LOOK_UPS, LOOK_UPS_PER_SECOND = 20, 0.5
"""The paths that one user may have checked with Discord in a burst, and per second after it."""
_PATH = re.compile(r"([1-9][0-9]{0,18})\.([1-9][0-9]{0,18})")
"""A leading zero would be a second name of the same place; no id has more digits."""


@dataclass(eq=False, slots=True)
class Session:
    """A signed-in user; within an Activity, also its instance."""

    person: User
    token: Token = field(repr=False)
    until: float
    instance: str = ""
    there: ActivityInstance | None = None
    """The instance as described at sign-in, used once; afterwards it is queried again."""
    guests: OrderedDict[str, tuple[float, PageUser | None]] = field(default_factory=OrderedDict)
    """The user's confirmation by path, with its expiry; None if they are a stranger there."""
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_over: bool = False
    """True once the session has ended: from then on its users are strangers."""


class SessionStore:
    """All sessions."""

    def __init__(
        self,
        places: Servers,
        oauth: DiscordOAuth,
        clock: Callable[[], float],
        ended: Callable[[int], None] = lambda _player: None,
    ) -> None:
        """Make a store that calls `ended` with the user of each ended session, to close their streams."""
        self._places = places
        self._oauth = oauth
        self._clock = clock
        self._tell_ended = ended
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._signed_out: OrderedDict[str, Callable[[], str]] = OrderedDict()
        """Sessions that the user ended, and the message to a page that was left open with one."""
        self._look_ups: Budget[int] = Budget(LOOK_UPS, LOOK_UPS_PER_SECOND, clock)

    async def sign_in(self, token: Token, instance: str = "", replaced: str = "") -> str:
        """Start a session for a token's user and return its key; end the browser's previous session."""
        # Concurrently, because whoever opens an Activity looks at an empty page meanwhile.
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
        """End a session, or all sessions of its user."""
        player = self._session(key).person.id
        ended = self._of(player) if everywhere else [fingerprint(key)]
        for each in ended:
            self._end(each, _signed_out)

    def forget(self, player: int) -> None:
        """End all sessions of a user whose data was erased."""
        for each in self._of(player):
            self._end(each, _forgotten)

    def has_signed_out(self, key: str) -> bool:
        """Return True if the user ended this session."""
        return fingerprint(key) in self._signed_out

    def is_of_activity(self, key: str) -> bool:
        """Return True if the session was started in an Activity: its key is a bearer token, not a cookie."""
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
        """Return the path of the Activity in which a session was just started."""
        there = self._session(key).there
        return None if there is None else f"{there.server}.{there.channel}"

    async def guest(self, path: str, key: str) -> PageUser | None:
        """Return the user of this path and key; None for a stranger.

        Raises `Unauthenticated`, `ShutOut` or `AuthUnavailable`.
        """
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
            # During an outage of the server the bot sees no members, which says nothing about them.
            raise DiscordUnavailable
        try:
            member = await guild.fetch_member(session.person.id)
        except discord.NotFound:
            return None
        return self._guest(session, member, guild.get_channel_or_thread(channel))

    def _place(self, path: str) -> tuple[int, int] | None:
        """Return the server and channel of a path; None if the bot knows that it can't see them."""
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
        """Return the user as the bot sees them; None if they can't see the channel or are timed out."""
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
            server_name=plain_name(guild.name, guild.name),
        )


def _threads(channel: discord.abc.GuildChannel | discord.Thread) -> Iterable[discord.Thread]:
    """Return the open threads of a channel, those not archived."""
    found: Iterable[discord.Thread] = getattr(channel, "threads", ())
    return (each for each in found if not each.archived)


def sees(member: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Return True if a member can read a channel; False for private threads, whose members are unknown."""
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
    """Return the hash under which a key is stored, which is no use as a key."""
    return hashlib.sha256(key.encode()).hexdigest()


SCOPES = ("identify", "guilds.members.read")
API = "https://discord.com/api/v10"
PATIENCE = aiohttp.ClientTimeout(total=10)
ASKED_AT_ONCE = 16
"""The maximum number of concurrent requests to Discord."""
EXCHANGES_OF_ONE, EXCHANGES_OF_ONE_PER_SECOND = 20, 0.5
"""The code exchanges of one client in a burst, and per second after it: anybody can make up codes."""
EXCHANGES, EXCHANGES_PER_SECOND = 100, 5.0
"""The same for all clients together: fewer within ten minutes than lead Discord to ban an address."""
EXCHANGED_AT_ONCE = 8
"""The maximum number of concurrent code exchanges: anybody can cause some, and other requests must not
wait."""
ANSWER_BYTES_MAX = 256 * 1024
WRONG_SECRET = Seldom(600.0)


class InvalidGrant(Exception):
    """Discord rejects a code or token: made up, used, expired, issued to another client, or revoked."""


class DiscordUnavailable(Exception):
    """Discord doesn't answer, gives an unknown answer, or isn't asked for `retry_after` seconds."""

    def __init__(self, retry_after: float = RETRY_SECONDS) -> None:
        super().__init__()
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Token:
    """An OAuth access token of a user."""

    value: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ActivityInstance:
    """An open Activity: its place and its participants."""

    server: int
    channel: int
    people: frozenset[int]


class DiscordOAuth:
    """A client of Discord's OAuth and Activity endpoints, acting for this application."""

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
        """Return the URL at which a user signs in with Discord; consent is asked for only once."""
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
        """Exchange a code for a token.

        Raises `InvalidGrant` for a code that is not ours or was used, `DiscordUnavailable` after too many
        exchanges.
        """
        self._require_answers()
        if self._exchanging >= EXCHANGED_AT_ONCE:
            raise DiscordUnavailable
        # A client that the proxy doesn't name has no budget of its own: it would be shared by everybody.
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
        """Return the user of a token."""
        told = await self._ask("GET", "/users/@me", _bearer(token))
        handle = str(told.get("username", ""))
        name = plain_name(str(told.get("global_name") or handle), handle)
        return User(_id(told.get("id")), name, plain_name(handle, ""), is_bot=told.get("bot") is True)

    async def is_member(self, token: Token, server: int) -> bool:
        """Return True if the token's user is a member of a server."""
        try:
            await self._ask("GET", f"/users/@me/guilds/{server}/member", _bearer(token))
        except NotFound:
            return False
        return True

    async def instance(self, name: str) -> ActivityInstance | None:
        """Return an Activity's instance; None if it is over, unknown, or not in a server."""
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
        # Ids only: all other fields may contain text chosen by users.
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
            # Without the cause: that exception may quote the request.
            raise DiscordUnavailable from None

    def _require_answers(self) -> None:
        """Raise `DiscordUnavailable` while Discord asks to wait."""
        if (seconds := self._pause.seconds_left) > 0:
            raise DiscordUnavailable(seconds)


class NotFound(Exception):
    """The resource doesn't exist, or not for the user who asks."""


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
    """Return True if Discord rejects the application's own secret, and log that for the operator."""
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
    """Parse an id as Discord writes it. Raises `DiscordUnavailable`."""
    if isinstance(value, str) and value.isdecimal() and len(value) < len(str(2**64)):
        return int(value)
    raise DiscordUnavailable
