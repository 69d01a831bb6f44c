"""Calls that change messages, to a server that answers as Discord may."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from discord.http import Route

from bot.discord_io.interactions.context import Interaction, call
from bot.discord_io.messages.rendering import WITHOUT, Upload

BROKEN = b'{"id": "7", "components": ['
CHANGED = {"components": [{"type": 10, "content": "Ann’s turn."}]}


class Answering:
    """A server, the answers that it has still to give, and what it was sent."""

    def __init__(self, *answers: web.Response) -> None:
        self._answers = list(answers)
        self.sent: list[Any] = []
        self.connections: set[object] = set()

    async def answer(self, request: web.Request) -> web.Response:
        """Give the next one."""
        self.connections.add(request.transport)
        if request.content_type == "application/json":
            self.sent.append(await request.json())
        else:
            form = await request.post()
            self.sent.append({name: _read(each) for name, each in form.items()})
        return self._answers.pop(0)


def _read(part: str | bytes | bytearray | web.FileField) -> str | bytes:
    return part.file.read() if isinstance(part, web.FileField) else str(part)


async def changed(to: Answering, *uploads: Upload) -> None:
    """Change a message by so many calls."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", to.answer)
    async with TestServer(app) as server, ClientSession() as session:
        http = SimpleNamespace(proxy=None, proxy_auth=None)
        pressed = SimpleNamespace(client=SimpleNamespace(http=http), _session=session)
        route = Route("PATCH", "/webhooks/1/{webhook_token}", webhook_id=1, webhook_token=str(id(to)))
        route.url = str(server.make_url("/webhooks/1/token"))
        for upload in uploads:
            await call(cast("Interaction", pressed), route, CHANGED, upload)


def json(body: bytes, status: int = 200, **headers: str) -> web.Response:
    """An answer that says that it is JSON."""
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


async def test_what_went_well_is_not_read() -> None:
    """An answer to an edit is nobody's: not even its JSON is, and its connection is used again."""
    to = Answering(json(BROKEN), json(BROKEN))
    await changed(to, WITHOUT, Upload(is_shown=True, content=b"png"))

    assert to.sent[0] == CHANGED
    assert to.sent[1]["files[0]"] == b"png"
    assert "Ann’s turn." in to.sent[1]["payload_json"]
    assert len(to.connections) == 1


async def test_a_refusal_is_read() -> None:
    """Discord explains its refusals, and the code of a refusal decides about the next step."""
    with pytest.raises(discord.HTTPException) as refused:
        await changed(Answering(json(b'{"code": 50035, "message": "Invalid Form Body"}', 400)), WITHOUT)

    assert refused.value.code == 50035


async def test_limits_are_kept() -> None:
    """F-30: a call that came too soon is made again when Discord says so."""
    soon = json(b'{"retry_after": 0.0, "message": "You are being rate limited."}', 429, Via="1.1 google")
    to = Answering(soon, json(BROKEN))
    await changed(to, WITHOUT)

    assert to.sent == [CHANGED, CHANGED]
