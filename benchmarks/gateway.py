"""A Discord without a network: presses come as gateway frames, and answers end where HTTP would begin.

All of discord.py is at work in between: it inflates and parses frames, builds its objects, writes the
response as JSON, and parses Discord's reply, which is the whole message again.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import zlib
from time import thread_time
from types import TracebackType
from typing import Any, Self

import discord
from discord import utils
from discord.gateway import DiscordWebSocket

from benchmarks.play import CHANNEL, SERVER

APPLICATION, MESSAGE = 10, 20
_ids = itertools.count(10**15)


class Wire:
    """A client's connection to Discord. `aside` is the CPU time of the simulation, in seconds."""

    def __init__(self, client: discord.Client) -> None:
        self.aside = 0.0
        self._answered = asyncio.Event()
        self._components: list[Any] = []
        self._deflate = zlib.compressobj()
        self._socket = _socket(client)
        _log_in(client, _Session(self))

    async def press(
        self, player: int, custom_id: str, components: list[Any], message: int = MESSAGE
    ) -> list[Any]:
        """Press a button of a message; return the message's components after the response."""
        began = thread_time()
        pressed = _press(player, custom_id) | {"message": _message(components, message)}
        payload = {"op": 0, "t": "INTERACTION_CREATE", "s": 1, "d": pressed}
        frame = self._deflate.compress(json.dumps(payload).encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
        self._answered.clear()
        self.aside += thread_time() - began
        await self._socket.received_message(frame)
        await self._answered.wait()
        return self._components

    def take(self, url: str, text: str) -> str:
        """Take a call for an interaction, and return Discord's reply to it."""
        began = thread_time()
        sent = json.loads(text)
        components = sent.get("data", sent).get("components", [])
        message = _message(components, MESSAGE)
        callback = {"id": "1", "type": 3, "response_message_id": str(MESSAGE)}
        said = {"interaction": callback, "resource": {"type": 7, "message": message}}
        is_answer = "/callback" in url
        answer = json.dumps(said if is_answer else message)
        if is_answer:
            # A later edit, such as a panel with the coach's line, may come during the next press.
            self._components = components
            self._answered.set()
        self.aside += thread_time() - began
        return answer


class _Session:
    """The HTTP session of discord.py."""

    closed = False

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def request(self, method: str, url: str, *, data: str, **_: Any) -> _Response:  # noqa: ARG002
        return _Response(self._wire.take(url, data))

    async def close(self) -> None:
        """Do nothing: nothing was open."""


class _Response:
    status = 200
    reason = "OK"
    headers = {"content-type": "application/json"}  # noqa: RUF012

    def __init__(self, text: str) -> None:
        self._body = text.encode()

    async def read(self) -> bytes:
        return self._body

    async def text(self, encoding: str) -> str:
        return self._body.decode(encoding)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


def _socket(client: discord.Client) -> DiscordWebSocket:
    """Return the gateway's end in the client, as `DiscordWebSocket.from_client` makes it."""
    socket = DiscordWebSocket(None, loop=asyncio.get_running_loop())  # type: ignore[arg-type]
    socket._discord_parsers = client._connection.parsers  # noqa: SLF001
    socket._dispatch = client.dispatch  # noqa: SLF001
    socket._decompressor = utils._ZlibDecompressionContext()  # noqa: SLF001
    socket.shard_id = None
    return socket


def _log_in(client: discord.Client, session: _Session) -> None:
    """Put a client in the state after READY, with one server, and cut the connection."""

    async def request(route: discord.http.Route, **_: Any) -> Any:
        # The only posts are pings of a player whose turn it has been for a while.
        return _message([], MESSAGE) if route.method == "POST" else []

    client.http.request = request  # type: ignore[method-assign]
    client.http._HTTPClient__session = session  # type: ignore[attr-defined]  # noqa: SLF001
    state = client._connection  # noqa: SLF001
    state.application_id = APPLICATION
    state.user = discord.ClientUser(state=state, data=_user(APPLICATION))  # type: ignore[arg-type]
    server: Any = {
        "id": str(SERVER),
        "name": "Bench",
        "channels": [_channel()],
        "roles": [],
        "member_count": 5,
    }
    state._add_guild_from_data(server)  # noqa: SLF001


def _press(player: int, custom_id: str) -> dict[str, Any]:
    return {
        "id": str(next(_ids)),
        "application_id": str(APPLICATION),
        "type": 3,
        "token": "x" * 200,
        "version": 1,
        "guild_id": str(SERVER),
        "guild": {"id": str(SERVER), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "locale": "en-US",
        "channel_id": str(CHANNEL),
        "channel": _channel(),
        "context": 0,
        "authorizing_integration_owners": {"0": str(SERVER)},
        "entitlements": [],
        "app_permissions": "8",
        "attachment_size_limit": 10485760,
        "member": _member(player),
        "data": {"custom_id": custom_id, "component_type": 2, "id": 5},
    }


def _message(components: list[Any], number: int) -> dict[str, Any]:
    return {
        "id": str(number),
        "channel_id": str(CHANNEL),
        "author": _user(APPLICATION),
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": 1 << 15,
        "components": components,
    }


def _user(number: int) -> dict[str, Any]:
    return {"id": str(number), "username": f"user{number}", "discriminator": "0", "avatar": None}


def _member(number: int) -> dict[str, Any]:
    return {
        "user": _user(number),
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": "2048",
    }


def _channel() -> dict[str, Any]:
    return {
        "id": str(CHANNEL),
        "type": 0,
        "name": "tavern",
        "guild_id": str(SERVER),
        "position": 0,
        "permissions": "2048",
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
    }
