"""Calls that change messages: what is sent is written once, and what comes back is not looked at.

Discord answers with the whole message, of which discord.py would make objects, and before that lists and
texts. Whether a call went well, and how many more there may be, stands in the head of an answer; only a
refusal is read.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any, TypeAlias, cast

import aiohttp
import discord
import orjson
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.discord_io.messages.rendering import Upload, file_of

Interaction: TypeAlias = discord.Interaction[Any]

REFUSED = 300
NOTHING = b"null"


class Unread:
    """A session for discord.py whose answers come to nothing, unless they refuse something."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    @contextlib.asynccontextmanager
    async def request(self, method: str, url: str, **how: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """A call, and its answer."""
        async with self._session.request(method, url, **how) as response:
            if response.status < REFUSED:
                # To its end, or the connection could not be used again.
                await response.read()
                response._body = NOTHING  # noqa: SLF001 -- all that discord.py makes anything of
            yield response


async def call(interaction: Interaction, route: Route, payload: dict[str, Any], upload: Upload) -> None:
    """Change a message by the token of an interaction."""
    http = interaction.client.http
    sent: dict[str, Any] = {"payload": payload}
    if upload.content is not None:
        file = file_of(upload.content)
        parts = [
            {"name": "payload_json", "value": orjson.dumps(payload).decode()},
            {"name": "files[0]", "value": file.fp, "filename": file.filename, "content_type": "image/png"},
        ]
        sent = {"multipart": parts, "files": [file]}
    await async_context.get().request(
        route,
        cast("aiohttp.ClientSession", Unread(interaction._session)),  # noqa: SLF001
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        **sent,
    )
