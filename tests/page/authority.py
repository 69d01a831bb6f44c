"""Discord as far as signing in goes: codes, tokens, who is in a server, who takes part in an Activity."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

CLIENT_ID, SECRET = 1456074443980800000, "the-secret-of-the-application"
SCOPES = "identify guilds.members.read"


@dataclass(slots=True)
class Authority:
    """A stand-in for Discord's OAuth: its knowledge, and the requests to it."""

    members: dict[int, set[int]] = field(default_factory=dict)
    """The members of each server."""
    instances: dict[str, tuple[int, int, set[int]]] = field(default_factory=dict)
    """Activities: server, channel, who takes part."""
    is_down: bool = False
    secret: str = SECRET
    """The application's; it may be reset on the portal."""
    exchanging: asyncio.Event = field(default_factory=asyncio.Event)
    """The event for which exchanges of codes wait."""
    tokens: dict[str, int] = field(default_factory=dict)
    codes: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    """The user, the challenge and the application of each code."""

    asked_of_instances: int = 0
    asked: int = 0
    """The number of requests of all kinds."""
    retry_after: str = ""
    """The seconds after which a refused request may be sent again; "" refuses none."""

    def __post_init__(self) -> None:
        self.exchanging.set()

    def agree(self, way: str, player: int) -> dict[str, str]:
        """Say yes at the address of a login; what the browser brings back."""
        asked = {name: value[0] for name, value in parse_qs(urlsplit(way).query).items()}
        assert asked["scope"] == SCOPES
        assert asked["code_challenge_method"] == "S256"
        return {"state": asked["state"], "code": self.code(player, asked["code_challenge"])}

    def code(self, player: int, challenge: str = "", of: int = CLIENT_ID) -> str:
        """Return a code for a user."""
        made = secrets.token_urlsafe(16)
        self.codes[made] = player, challenge, str(of)
        return made

    @property
    def app(self) -> web.Application:
        """It, to be asked."""
        app = web.Application(middlewares=[self._counted])
        app.router.add_post("/oauth2/token", self._token)
        app.router.add_get("/users/@me", self._me)
        app.router.add_get("/users/@me/guilds/{server}/member", self._member)
        app.router.add_get("/applications/{application}/activity-instances/{name}", self._instance)
        return app

    @web.middleware
    async def _counted(
        self,
        request: web.Request,
        handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        self.asked += 1
        if self.retry_after:
            raise web.HTTPTooManyRequests(headers={"Retry-After": self.retry_after})
        return await handler(request)

    async def _token(self, request: web.Request) -> web.Response:
        told = await request.post()
        await self.exchanging.wait()
        if told["client_secret"] != self.secret:
            return web.json_response({"error": "invalid_client"}, status=401)
        player, challenge, of = self.codes.pop(str(told["code"]), (0, "", ""))
        proof = hashlib.sha256(str(told.get("code_verifier", "")).encode()).digest()
        is_proved = not challenge or base64.urlsafe_b64encode(proof).rstrip(b"=").decode() == challenge
        if not player or not is_proved or of != told["client_id"]:
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = secrets.token_urlsafe(16)
        self.tokens[token] = player
        return web.json_response({"access_token": token, "scope": SCOPES, "token_type": "Bearer"})

    def _whose(self, request: web.Request) -> int:
        if self.is_down:
            raise web.HTTPBadGateway
        player = self.tokens.get(request.headers["Authorization"].removeprefix("Bearer "))
        if player is None:
            raise web.HTTPUnauthorized
        return player

    async def _me(self, request: web.Request) -> web.Response:
        player = self._whose(request)
        return web.json_response({"id": str(player), "username": f"person{player}", "global_name": None})

    async def _member(self, request: web.Request) -> web.Response:
        if self._whose(request) not in self.members.get(int(request.match_info["server"]), set()):
            raise web.HTTPNotFound
        return web.json_response({"roles": [], "nick": None})

    async def _instance(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == "Bot x"
        self.asked_of_instances += 1
        found = self.instances.get(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        server, channel, people = found
        place = {"kind": "gc", "guild_id": str(server), "channel_id": str(channel), "id": "i"}
        return web.json_response({"location": place, "users": [str(each) for each in people]})
