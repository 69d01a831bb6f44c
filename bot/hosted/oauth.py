"""What Discord is asked about people at the page: who they are, and in which servers and Activities.

A code becomes a token here and nowhere else. Tokens stay in memory, and neither a representation nor an
exception of ours shows one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode

import aiohttp

from bot.front.visit import Somebody
from bot.settings import Settings
from bot.text.translate import plain_name

SCOPES = ("identify", "guilds.members.read")
API = "https://discord.com/api/v10"
PATIENCE = aiohttp.ClientTimeout(total=10)
ASKED_AT_ONCE = 16
"""How many questions to Discord may be under way."""
EXCHANGED_AT_ONCE = 8
"""How many of these may be about codes: anybody can send some, and nobody else is to wait for that."""
ANSWER_BYTES_MAX = 256 * 1024


class Withdrawn(Exception):
    """Discord takes no such code or token: it was made up, used, is too old, another's, or taken back."""


class Unanswered(Exception):
    """Discord does not answer, or not in a way that we know."""


@dataclass(frozen=True, slots=True)
class Token:
    """What Discord lets us ask in somebody's name."""

    value: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Instance:
    """An Activity that is open: where, and who takes part."""

    server: int
    channel: int
    people: frozenset[int]


class DiscordOAuth:
    """Asks Discord, as this application."""

    def __init__(self, session: aiohttp.ClientSession, settings: Settings) -> None:
        self._session = session
        self._api = settings.discord_api_base or API
        self._authorize = settings.discord_authorize_url
        self._secret = settings.discord_client_secret
        self._bot_token = settings.discord_token
        self.client_id = settings.discord_client_id
        self._asking = asyncio.Semaphore(ASKED_AT_ONCE)
        self._exchanging = 0

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

    async def exchange(self, code: str, verifier: str = "", back: str = "") -> Token:
        """Exchange a code; `Withdrawn` if it is not ours or was used, `Unanswered` if many come."""
        if self._exchanging >= EXCHANGED_AT_ONCE:
            raise Unanswered
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
            raise Withdrawn
        return Token(value)

    async def me(self, token: Token) -> Somebody:
        """Whose token that is."""
        told = await self._ask("GET", "/users/@me", _bearer(token))
        handle = str(told.get("username", ""))
        name = plain_name(str(told.get("global_name") or handle), handle)
        return Somebody(_id(told.get("id")), name, plain_name(handle, ""), is_bot=told.get("bot") is True)

    async def is_member(self, token: Token, server: int) -> bool:
        """Whether somebody is in a server."""
        try:
            await self._ask("GET", f"/users/@me/guilds/{server}/member", _bearer(token))
        except NotFound:
            return False
        return True

    async def instance(self, name: str) -> Instance | None:
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
        return Instance(_id(place.get("guild_id")), _id(place.get("channel_id")), ids)

    async def _ask(
        self, method: str, where: str, headers: Mapping[str, str], form: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        try:
            async with (
                self._asking,
                self._session.request(
                    method, self._api + where, headers=headers, data=form, timeout=PATIENCE
                ) as answer,
            ):
                return await _read(answer, is_exchange=form is not None)
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
            # Not from them: an exception may repeat what was asked.
            raise Unanswered from None


class NotFound(Exception):
    """There is no such thing, or not for whoever asks."""


async def _read(answer: aiohttp.ClientResponse, *, is_exchange: bool) -> dict[str, Any]:
    refused = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED) if is_exchange else (HTTPStatus.UNAUTHORIZED,)
    if answer.status in refused:
        raise Withdrawn
    if answer.status in (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN):
        raise NotFound
    if answer.status != HTTPStatus.OK or (answer.content_length or 0) > ANSWER_BYTES_MAX:
        raise Unanswered
    told = await answer.json()
    if not isinstance(told, dict):
        raise Unanswered
    return told


def _bearer(token: Token) -> Mapping[str, str]:
    return {"Authorization": f"Bearer {token.value}"}


def _id(value: object) -> int:
    """An id as Discord writes them."""
    if isinstance(value, str) and value.isdecimal() and len(value) < len(str(2**64)):
        return int(value)
    raise Unanswered
