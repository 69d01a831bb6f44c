"""Presses as Discord would send them, and a Discord that answers without a network."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import discord
from discord.webhook import async_

from benchmarks.play import CHANNEL, SERVER

APPLICATION, MESSAGE = 10, 20
_ids = itertools.count(10**15)


class NoNetwork(async_.AsyncWebhookAdapter):
    """Takes what would be sent for an interaction: `sent` holds it, `answered` is set."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.sent: dict[str, Any] = {}
        self.answered = asyncio.Event()

    async def request(self, route: Any, session: Any, **asked: Any) -> Any:  # noqa: ARG002
        """Answer as Discord does when all is well."""
        payload = asked.get("payload") or json.loads(asked["multipart"][0]["value"])
        # A real request would have made JSON of it.
        json.dumps(payload)
        self.sent = payload.get("data") or payload
        self.answered.set()
        return {"interaction": {"id": "1", "type": 3, "response_message_id": str(MESSAGE)}}


def prepare(client: discord.Client, adapter: NoNetwork) -> None:
    """Put a client in the state in which READY leaves it, with one server, and cut the line."""

    async def request(*_: Any, **__: Any) -> list[Any]:
        return []

    client.http.request = request  # type: ignore[method-assign]
    async_.async_context.set(adapter)
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


def deliver(client: discord.Client, player: int, custom_id: str, components: list[Any], message: int) -> None:
    """A press on a table's message, as it comes from the gateway."""
    number = next(_ids)
    payload: Any = {
        "id": str(number),
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
        "message": {
            "id": str(message),
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
        },
    }
    client._connection.parse_interaction_create(payload)  # noqa: SLF001


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
