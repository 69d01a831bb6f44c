"""Authentication of the page's users by Discord, which is confirmed again every minute (F-38).

Discord identifies the user, and confirms with the user's own token that they are a member of a server. Their
rights in the server follow from their roles as the bot sees them. A confirmation is valid for a minute and
then renewed, for open streams too. For an Activity, Discord names the instance's participants, server and
channel; the bot ignores what the page claims about them.

Codes are exchanged for tokens in this module only. Tokens stay in memory, and no `repr` or exception of ours
shows a token.
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
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode

import aiohttp
import discord

from bot.discord_io.interactions.context import UNSENT
from bot.discord_io.interactions.requests import lacking_for_threads, lacking_in, person_of
from bot.front.request import User
from bot.hosted.budgets import Backoff, Budget
from bot.hosted.servers import Servers
from bot.page.auth import RETRY_SECONDS, AuthUnavailable, PageUser, ShutOut, Unauthenticated
from bot.process.logs import LogRateLimit
from bot.settings import Settings
from bot.text.translate import _, plain_name
from games.engine.core.errors import must_find

log = logging.getLogger(__name__)

CONFIRMED_SECONDS = 60.0
"""The time for which a confirmation from Discord is valid, as for presses in direct messages."""
SESSION_SECONDS = 7 * 24 * 3600.0
SESSIONS_MAX = 10_000
SESSIONS_PER_USER_MAX = 16
"""The maximum number of a user's sessions; signing in again ends the oldest."""
PATHS_MAX = 20
"""The maximum number of paths for which a session stores a confirmation."""
LOOK_UPS, LOOK_UPS_PER_SECOND = 20, 0.5
"""The paths that Discord is asked about for one user, in a burst and per second after it."""
_PATH = re.compile(r"([1-9][0-9]{0,18})\.([1-9][0-9]{0,18})")
"""A server's and a channel's id, without leading zeros, so that each channel has one path only."""


@dataclass(eq=False, slots=True)
class Session:
    """A signed-in user; in an Activity, `instance` is the id of its instance."""

    person: User
    token: Token = field(repr=False)
    expires_at: float
    instance: str = ""
    activity: ActivityInstance | None = None
    """The instance as Discord described it at sign-in, for the first confirmation only."""
    guests: OrderedDict[str, tuple[float, PageUser | None]] = field(default_factory=OrderedDict)
    """By path: the expiry of the confirmation, and the user as a member there, or None for a stranger."""
    confirming: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_over: bool = False
    """True once the session has ended: a `PageUser` that it confirmed is no longer valid."""


class SessionStore:
    """All sessions."""

    def __init__(
        self,
        servers: Servers,
        oauth: DiscordOAuth,
        clock: Callable[[], float],
        on_end: Callable[[int], None] = lambda _player: None,
    ) -> None:
        """Create a store that calls `on_end` with the user of each ended session, to close their streams."""
        self._servers = servers
        self._oauth = oauth
        self._clock = clock
        self._on_end = on_end
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._signed_out: OrderedDict[str, Callable[[], str]] = OrderedDict()
        """Sessions that the user ended, by fingerprint, each with the message to pages still open with it."""
        self._look_ups: Budget[int] = Budget(LOOK_UPS, LOOK_UPS_PER_SECOND, clock)

    async def sign_in(self, token: Token, instance: str = "", replaced: str = "") -> str:
        """Start a session for a token's user and return its key; end the browser's previous session."""
        # Concurrently, because a user who opens an Activity looks at an empty page meanwhile.
        person, activity = await asyncio.gather(self._oauth.me(token), self._activity(instance))
        person.require_person()
        self._end(replaced)
        key = secrets.token_urlsafe(32)
        own = self._of(person.id)
        for each in own[: max(0, len(own) - SESSIONS_PER_USER_MAX + 1)]:
            self._end(each)
        self._sessions[fingerprint(key)] = Session(
            person, token, self._clock() + SESSION_SECONDS, instance, activity
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
        """Return the fingerprints of a user's sessions, oldest first."""
        return [name for name, each in self._sessions.items() if each.person.id == player]

    def _end(self, name: str, message: Callable[[], str] | None = None) -> None:
        session = self._sessions.pop(name, None)
        if session is None:
            return
        session.is_over = True
        if message is not None:
            self._signed_out[name] = message
            if len(self._signed_out) > SESSIONS_MAX:
                self._signed_out.popitem(last=False)
        self._on_end(session.person.id)

    def activity_path(self, key: str) -> str | None:
        """Return the path of the Activity in which a session was just started."""
        activity = self._session(key).activity
        return None if activity is None else f"{activity.server}.{activity.channel}"

    async def guest(self, path: str, key: str) -> PageUser | None:
        """Return a session's user as a member of the server at a path; None if they may not enter it.

        Raises `Unauthenticated`, `ShutOut` or `AuthUnavailable`.
        """
        session = self._session(key)
        async with session.confirming:
            expires_at, confirmed = session.guests.get(path, (0.0, None))
            if self._clock() < expires_at:
                return confirmed
            try:
                guest = await self._confirm(session, path)
            except InvalidGrant:
                self._end(fingerprint(key))
                raise Unauthenticated from None
            except (DiscordUnavailable, *UNSENT) as error:
                log.info("a guest of the page could not be looked up: %s", error)
                raise AuthUnavailable(getattr(error, "retry_after", RETRY_SECONDS)) from None
            session.guests[path] = self._clock() + CONFIRMED_SECONDS, guest
            if len(session.guests) > PATHS_MAX:
                session.guests.popitem(last=False)
            return guest

    def _session(self, key: str) -> Session:
        if (message := self._signed_out.get(fingerprint(key))) is not None:
            raise ShutOut(message)
        session = self._sessions.get(fingerprint(key))
        if session is None or self._clock() >= session.expires_at:
            raise Unauthenticated
        return session

    async def _confirm(self, session: Session, path: str) -> PageUser | None:
        if (ids := self._server_and_channel(path)) is None:
            return None
        server, channel = ids
        if seconds := self._look_ups.take(session.person.id):
            raise DiscordUnavailable(seconds)
        if session.instance and not await self._takes_part(session, server, channel):
            return None
        if not await self._oauth.is_member(session.token, server):
            return None
        guild = await self._servers.look_up(server)
        if guild is None:
            return None
        if guild.unavailable:
            # During an outage of the server the bot sees no members, so it can't tell who is one.
            raise DiscordUnavailable
        try:
            member = await guild.fetch_member(session.person.id)
        except discord.NotFound:
            return None
        return self._guest(session, member, guild.get_channel_or_thread(channel))

    def _server_and_channel(self, path: str) -> tuple[int, int] | None:
        """Return the server and channel of a path; None if the bot knows that it can't see them."""
        match = _PATH.fullmatch(path)
        if match is None:
            return None
        server, channel = map(int, match.groups())
        return None if self._servers.is_unknown(server, channel) else (server, channel)

    async def _activity(self, instance: str) -> ActivityInstance | None:
        return await self._oauth.instance(instance) if instance else None

    async def _takes_part(self, session: Session, server: int, channel: int) -> bool:
        """Return True if Discord lists the user in the session's Activity, and that in this channel."""
        activity, session.activity = session.activity, None
        activity = activity or await self._activity(session.instance)
        return (
            activity is not None
            and session.person.id in activity.people
            and (server, channel) == (activity.server, activity.channel)
        )

    def _guest(
        self,
        session: Session,
        member: discord.Member,
        channel: discord.abc.GuildChannel | discord.Thread | None,
    ) -> PageUser | None:
        """Return the user with their rights in a channel; None if they can't see it or are timed out."""
        if channel is None or member.is_timed_out() or not sees(member, channel):
            return None
        guild = member.guild
        return PageUser(
            person_of(member),
            guild.id,
            channel.id,
            manages=member.guild_permissions.manage_guild,
            roles=frozenset(each.id for each in member.roles),
            until=self._clock() + CONFIRMED_SECONDS,
            clock=lambda: math.inf if session.is_over else self._clock(),
            parent=getattr(channel, "parent_id", None) or 0,
            threads=tuple(each.id for each in _threads(channel) if sees(member, each)),
            lacking=lacking_in(channel),
            lacking_for_threads=partial(lacking_for_threads, channel, channel.permissions_for(guild.me)),
            sees=lambda number: _sees(member, number),
            server_name=plain_name(guild.name, guild.name),
        )


def _threads(channel: discord.abc.GuildChannel | discord.Thread) -> Iterable[discord.Thread]:
    """Return the threads of a channel that are not archived."""
    threads: Iterable[discord.Thread] = getattr(channel, "threads", ())
    return (each for each in threads if not each.archived)


def sees(member: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Return True if a member can read a channel; False for private threads, whose members are unknown."""
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    permissions = channel.permissions_for(member)
    return permissions.view_channel and permissions.read_message_history


def _sees(member: discord.Member, number: int) -> bool:
    channel = member.guild.get_channel_or_thread(number)
    return channel is not None and sees(member, channel)


def _signed_out() -> str:
    return _("You’re signed out. Load this page again to sign in.")


def _forgotten() -> str:
    return _("I’ve forgotten you, and you’re signed out. Load this page again if you want to come back.")


def fingerprint(key: str) -> str:
    """Return the hash under which a key is stored, from which the key can't be recovered."""
    return hashlib.sha256(key.encode()).hexdigest()


SCOPES = ("identify", "guilds.members.read")
API = "https://discord.com/api/v10"
PATIENCE = aiohttp.ClientTimeout(total=10)
REQUESTS_AT_ONCE = 16
"""The maximum number of concurrent requests to Discord."""
EXCHANGES_PER_CLIENT, EXCHANGES_PER_CLIENT_PER_SECOND = 20, 0.5
"""The code exchanges of one client in a burst, and per second after it: anybody can send invented codes."""
EXCHANGES, EXCHANGES_PER_SECOND = 100, 5.0
"""The code exchanges of all clients together: in ten minutes fewer than lead Discord to ban an address."""
EXCHANGES_AT_ONCE = 8
"""The maximum number of concurrent code exchanges: anybody can cause them, and they must not delay the other
requests."""
ANSWER_BYTES_MAX = 256 * 1024
WRONG_SECRET = LogRateLimit(600.0)


class InvalidGrant(Exception):
    """Discord rejects a code or token: invented, used, expired, issued to another client, or revoked."""


class DiscordUnavailable(Exception):
    """Discord gives no valid answer, or a rate limit forbids requests for `retry_after` seconds."""

    def __init__(self, retry_after: float = RETRY_SECONDS) -> None:
        super().__init__()
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Token:
    """An OAuth access token of a user."""

    value: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ActivityInstance:
    """An open Activity: its server, its channel and its participants."""

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
        self._requesting = asyncio.Semaphore(REQUESTS_AT_ONCE)
        self._exchanging = 0
        self._backoff = Backoff(clock)
        self._exchanges_per_client: Budget[str] = Budget(
            EXCHANGES_PER_CLIENT, EXCHANGES_PER_CLIENT_PER_SECOND, clock
        )
        self._exchanges: Budget[None] = Budget(EXCHANGES, EXCHANGES_PER_SECOND, clock)

    def authorize_url(self, state: str, challenge: str, redirect_uri: str) -> str:
        """Return the URL at which a user signs in with Discord; Discord asks for consent only once."""
        query = {
            "response_type": "code",
            "client_id": str(self.client_id),
            "scope": " ".join(SCOPES),
            "state": state,
            "redirect_uri": redirect_uri,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "prompt": "none",
        }
        return f"{self._authorize}?{urlencode(query)}"

    async def exchange(self, code: str, client: str, verifier: str = "", redirect_uri: str = "") -> Token:
        """Exchange a code for a token.

        Raises `InvalidGrant` for a code that was not issued to us or was used already, and
        `DiscordUnavailable` after too many exchanges.
        """
        self._require_no_backoff()
        if self._exchanging >= EXCHANGES_AT_ONCE:
            raise DiscordUnavailable
        # Clients without an address have no budget per client: all of them would share it.
        if seconds := (client and self._exchanges_per_client.take(client)) or self._exchanges.take(None):
            raise DiscordUnavailable(seconds)
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": str(self.client_id),
            "client_secret": self._secret.get_secret_value(),
        }
        form |= {"code_verifier": verifier, "redirect_uri": redirect_uri} if redirect_uri else {}
        self._exchanging += 1
        try:
            answer = await self._request("POST", "/oauth2/token", {}, form)
        finally:
            self._exchanging -= 1
        value, scopes = answer.get("access_token"), str(answer.get("scope", "")).split()
        if not isinstance(value, str) or not set(SCOPES) <= set(scopes):
            raise InvalidGrant
        return Token(value)

    async def me(self, token: Token) -> User:
        """Return the user of a token."""
        user = await self._request("GET", "/users/@me", _bearer(token))
        handle = str(user.get("username", ""))
        name = plain_name(str(user.get("global_name") or handle), handle)
        return User(_id(user.get("id")), name, plain_name(handle, ""), is_bot=user.get("bot") is True)

    async def is_member(self, token: Token, server: int) -> bool:
        """Return True if the token's user is a member of a server."""
        try:
            await self._request("GET", f"/users/@me/guilds/{server}/member", _bearer(token))
        except NotFound:
            return False
        return True

    async def instance(self, instance_id: str) -> ActivityInstance | None:
        """Return an Activity's instance; None if it is over, unknown, or not in a server."""
        headers = {"Authorization": f"Bot {self._bot_token.get_secret_value()}"}
        path = f"/applications/{self.client_id}/activity-instances/{quote(instance_id, safe='')}"
        try:
            activity = await self._request("GET", path, headers)
        except NotFound:
            return None
        location = activity.get("location")
        if not isinstance(location, dict) or location.get("kind") != "gc":
            return None
        people = activity.get("users")
        # Ids only: all other fields may contain text chosen by users.
        ids = frozenset(map(_id, people)) if isinstance(people, list) else frozenset()
        return ActivityInstance(_id(location.get("guild_id")), _id(location.get("channel_id")), ids)

    async def _request(
        self, method: str, path: str, headers: Mapping[str, str], form: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        try:
            async with self._requesting:
                self._require_no_backoff()
                async with self._session.request(
                    method, self._api + path, headers=headers, data=form, timeout=PATIENCE
                ) as answer:
                    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                        self._backoff.begin(answer.headers.get("Retry-After"))
                        self._require_no_backoff()
                    return await _read(answer, is_exchange=form is not None)
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
            # Without its cause, whose message may quote the request.
            raise DiscordUnavailable from None

    def _require_no_backoff(self) -> None:
        """Raise `DiscordUnavailable` while Discord asks to wait."""
        if (seconds := self._backoff.seconds_left) > 0:
            raise DiscordUnavailable(seconds)


class NotFound(Exception):
    """The resource doesn't exist, or the user may not see it."""


async def _read(answer: aiohttp.ClientResponse, *, is_exchange: bool) -> dict[str, Any]:
    invalid = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED) if is_exchange else (HTTPStatus.UNAUTHORIZED,)
    if answer.status in invalid:
        if is_exchange and await _is_secret_wrong(answer):
            raise DiscordUnavailable
        raise InvalidGrant
    if answer.status in (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN):
        raise NotFound
    if answer.status != HTTPStatus.OK or (answer.content_length or 0) > ANSWER_BYTES_MAX:
        raise DiscordUnavailable
    body = await answer.json()
    if not isinstance(body, dict):
        raise DiscordUnavailable
    return body


async def _is_secret_wrong(answer: aiohttp.ClientResponse) -> bool:
    """Return True if Discord rejects the application's own secret, and log that for the operator."""
    try:
        body = await answer.json(content_type=None)
    except ValueError:
        return False
    if not isinstance(body, dict) or body.get("error") != "invalid_client":
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
