"""A Discord on this machine's loopback, just enough of it to see what `python -m bot` does on the wire.

SimCord stands in for discord.py's HTTP and gateway, and so for what those log; here they are its own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

BOT, SERVER, CHANNEL = "77", "11", "12"
TEXT_CHANNEL, COMMAND, COMPONENT = 0, 2, 3
PATIENCE_SECONDS = 60.0
"""The machine may be busy with other things."""


def answered(value: object, status: int = 200) -> web.Response:
    """JSON as Discord sends it: discord.py does not look into a body of any other type."""
    return web.Response(status=status, body=json.dumps(value), headers={"Content-Type": "application/json"})


@dataclass(frozen=True, slots=True)
class Call:
    """A call over HTTP; with a picture, the words are in a part of their own."""

    method: str
    path: str
    kind: str
    """The type of its content."""
    content: bytes

    @property
    def words(self) -> str:
        """The words, as JSON."""
        if not self.kind.startswith("multipart/"):
            return self.content.decode()
        _, part = self.content.split(b'name="payload_json"', 1)
        said, _ = part.split(b"\r\n\r\n", 1)[1].split(b"\r\n--", 1)
        return said.decode()


def interaction_of(number: int, player: int | None, token: str, data: dict[str, Any]) -> dict[str, Any]:
    """A command or a press, as the gateway tells of it."""
    user = {"id": str(player), "username": "ann", "discriminator": "0", "avatar": None}
    message: dict[str, Any] = {
        "id": "13",
        "channel_id": CHANNEL,
        "author": user,
        "content": "",
        "attachments": [],
    }
    message |= {"embeds": [], "mentions": [], "mention_roles": [], "components": [], "type": 0}
    message |= {"timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "pinned": False}
    message |= {"tts": False, "mention_everyone": False, "flags": 0}
    member = {"user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
    return {
        "id": str(number),
        "application_id": BOT,
        "type": COMPONENT if "custom_id" in data else COMMAND,
        "token": token,
        "version": 1,
        "guild_id": SERVER,
        "channel_id": CHANNEL,
        "channel": {"id": CHANNEL, "type": TEXT_CHANNEL, "name": "tavern", "permissions": "0"},
        "member": member | {"deaf": False, "mute": False, "permissions": "0"},
        "locale": "en-GB",
        "data": data,
        "entitlements": [],
        "attachment_size_limit": 1,
        "message": message,
        "authorizing_integration_owners": {},
    }


@dataclass(slots=True)
class Wire:
    """The bot's calls over HTTP, and its gateway; answers to interactions are set by `echoing`."""

    asked: asyncio.Queue[tuple[str, str]] = field(default_factory=asyncio.Queue)
    """The path and the body of every call that answers an interaction or speaks in a channel."""
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    is_echoing: bool = False
    """True if refusals repeat the words of the request, as Discord's do."""
    servers: Sequence[str] = (SERVER,)
    """The servers of the bot; the first has the channel."""
    rooms: int = 0
    """The number of further channels and roles of each server."""
    socket: web.WebSocketResponse | None = None
    identified: str = ""
    _sent: int = 0

    async def send(self, event: str, payload: dict[str, Any]) -> None:
        """Send the bot an event."""
        assert self.socket is not None
        self._sent += 1
        await self.socket.send_json({"op": 0, "t": event, "s": self._sent, "d": payload})

    async def interaction(self, number: int, player: int | None, token: str, data: dict[str, Any]) -> str:
        """Send a command or a press, and wait for what the bot answers."""
        await self.send("INTERACTION_CREATE", interaction_of(number, player, token, data))
        while True:
            path, body = await asyncio.wait_for(self.asked.get(), PATIENCE_SECONDS)
            if f"/interactions/{number}/" in path:
                return body

    async def take(self, call: Call) -> web.Response:
        """Note a call that answers an interaction or speaks in a channel, and say something to it."""
        await self.asked.put((call.path, call.words))
        if self.is_echoing:
            return answered({"code": 50035, "message": f"Invalid Form Body: {call.words}"}, status=400)
        return answered({"interaction": {"id": "1", "type": COMMAND}})

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        self.socket = web.WebSocketResponse()
        await self.socket.prepare(request)
        await self.socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}})
        async for message in self.socket:
            told = json.loads(message.data)
            if told["op"] == 1:
                await self.socket.send_json({"op": 11})
            elif told["op"] == 2:
                self.identified = told["d"]["token"]
                await self._welcome()
        return self.socket

    async def _welcome(self) -> None:
        me = {"id": BOT, "username": "taproom", "discriminator": "0", "avatar": None, "bot": True}
        servers = [{"id": each, "unavailable": True} for each in self.servers]
        ready = {"v": 10, "user": me, "guilds": servers, "session_id": "planted-session", "shard": [0, 1]}
        application = {"id": BOT, "flags": 0}
        await self.send("READY", ready | {"application": application, "resume_gateway_url": "ws://[::1]:9"})
        for each in self.servers:
            await self._enter(each)
        self.ready.set()

    async def _enter(self, number: str) -> None:
        role = {"name": "@everyone", "permissions": str(2**40 - 1), "position": 0, "colors": {}}
        role |= {"hoist": False, "managed": False, "mentionable": False, "color": 0, "flags": 0}
        channel = {"type": TEXT_CHANNEL, "name": "tavern", "position": 0, "permission_overwrites": []}
        first = CHANNEL if number == SERVER else f"{number}0"
        more = [f"{number}{place}" for place in range(1, self.rooms + 1)]
        server: dict[str, Any] = {"id": number, "name": "The Inn", "owner_id": "1", "members": []}
        server |= {"roles": [{"id": each} | role for each in (number, *more)]}
        server |= {"channels": [{"id": each} | channel for each in (first, *more)], "emojis": []}
        server |= {"features": [], "threads": [], "member_count": 1, "stickers": []}
        await self.send("GUILD_CREATE", server)

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.path
        if path.endswith("/users/@me"):
            return answered({"id": BOT, "username": "taproom", "discriminator": "0", "avatar": None})
        if path.endswith("/applications/@me"):
            owner = {"id": "1", "username": "boss", "discriminator": "0", "avatar": None}
            told = {"id": BOT, "name": "taproom", "description": "", "flags": 0, "icon": None, "owner": owner}
            return answered(told | {"bot_public": True, "bot_require_code_grant": False, "verify_key": ""})
        if path.endswith("/commands"):
            return answered([])
        if path.endswith("/gateway/bot"):
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            return answered({"url": "ws://[::1]:9", "shards": 1, "session_start_limit": limit})
        return await self.take(Call(request.method, path, request.content_type, await request.read()))

    @asynccontextmanager
    async def served(self) -> AsyncIterator[dict[str, str]]:
        """Serve until the end of the block; the settings that point the bot here."""
        application = web.Application()
        application.router.add_get("/gateway", self._gateway)
        application.router.add_route("*", "/api/{path:.*}", self._rest)
        async with TestServer(application) as server:
            gateway = server.make_url("/gateway").with_scheme("ws")
            api = str(server.make_url("/api"))
            yield {"DISCORD_API_BASE": api, "DISCORD_GATEWAY_URL": str(gateway), "FACES": "words"}
