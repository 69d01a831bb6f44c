"""The CPU time of a press by the page, from the request's bytes until the new window is sent.

It is compared with the same press by chat (`press.py`): there one message is drawn for all, here one window
for one viewer.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks import press
from benchmarks.measure import Figure, at_most, in_turn
from benchmarks.play import AT, CHANNEL, PLAYERS, SERVER, begun
from bot.application import Application
from bot.cogs import COGS
from bot.custom_ids import answer_id
from bot.front.request import User
from bot.page import presses
from bot.page.assets import sprites
from bot.page.auth import AccessLink, AccessLinks, LocalDirectory, PageUser
from bot.page.front import LonePage
from bot.page.presses import PagePresses
from bot.page.server import PageServer, served
from bot.page.views import Views
from bot.settings import Settings
from games.engine.table.play import open_offers
from storage.db.database import Database

AIM = 1.0
"""The target for the ratio to the same press by chat."""
KEY = "k" * 32


async def measure() -> list[Figure]:
    """Measure a press at a table of four, by the page and by chat."""
    by_page, by_chat = await in_turn(_by_page, press._ours)  # noqa: SLF001
    page, chat = (each.least / press.PRESSES * 1e6 for each in (by_page, by_chat))
    return [
        at_most("CPU of a press by the page", f"{page:.0f} us", f"{chat:.0f} us by chat", page / chat, AIM)
    ]


async def _by_page() -> float:
    presses.BURST = float(2 * press.PRESSES)
    async with opened() as front:
        return await _pressed(front)


@contextlib.asynccontextmanager
async def opened() -> AsyncIterator[LonePage]:
    """Yield an application with a page, on a new file."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        settings = Settings.model_validate(
            {"discord_token": "x", "database_path": Path(folder) / "tavern.db"}
        )
        database = await Database.open(settings.database_path)
        make = partial(Application, settings=settings, database=database, handlers=COGS, now=lambda: AT)
        known = LocalDirectory(sprites(), {CHANNEL: "tavern"}, lambda _: False, lambda: "somebody")
        front = LonePage(make, lambda _: known, own_id=lambda: 1)
        await front.app.start_serving()
        try:
            yield front
        finally:
            await front.close()


async def _pressed(front: LonePage) -> float:
    await begun(front.app.tavern)
    server = server_of(front, dict.fromkeys(PLAYERS, CHANNEL))
    async with served(server.app, "127.0.0.1", 0) as port:
        windows = {each: await Window.open(port, path_of(each)) for each in PLAYERS}
        for each in [*windows.values()][1:]:
            each.close()  # one window is drawn, and all press
        before, aside = process_time(), 0.0
        for number in range(press.PRESSES):
            asked_at = process_time()
            player, action = await asked_of(front)
            aside += process_time() - asked_at
            await windows[player].press(number, action)
            await windows[PLAYERS[0]].changed()
        return process_time() - before - aside


def server_of(front: LonePage, people: Mapping[int, int]) -> PageServer:
    """Return a page for these users, each in a channel."""
    guests = {
        each: PageUser(User(each, f"Player {each}", "", is_member=True), SERVER, channel)
        for each, channel in people.items()
    }
    doors = AccessLinks(AccessLink(path_of(each), guest, KEY) for each, guest in guests.items())
    return PageServer(front, Views(front), PagePresses(front), doors)


def path_of(player: int) -> str:
    """Return a user's access link."""
    return f"p{player}"


async def asked_of(front: LonePage) -> tuple[int, str]:
    """Return the player to act at the first table, and an answer to press."""
    state = await front.app.tavern.look(1)
    (seat, offers), *_ = open_offers(state.table, state.game).items()
    asked = next(each.number for each in state.view(None).questions if each.seat == seat)
    return PLAYERS[seat - 1], answer_id(1, seat, asked, offers[-1])


def head(method: str, port: int, path: str, where: str) -> bytes:
    """Return the headers of a browser's request."""
    at = f"127.0.0.1:{port}"
    lines = f"{method} /{path}/{where} HTTP/1.1", f"Host: {at}", f"Origin: http://{at}"
    return "\r\n".join((*lines, f"Cookie: taproom={KEY}", "")).encode()


class Window:
    """A browser's two connections, as bytes."""

    def __init__(
        self, path: str, port: int, asked: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    ) -> None:
        self._path, self._port = path, port
        self._reader, self._writer = asked
        self._stream: asyncio.StreamReader | None = None
        self._heard: asyncio.StreamWriter | None = None

    @classmethod
    async def open(cls, port: int, path: str) -> Window:
        """Open a user's window, and read its content."""
        made = cls(path, port, await asyncio.open_connection("127.0.0.1", port))
        ticket = json.loads(await made._post("ticket", {"window": "ab" * 8, "table": 1}))["ticket"]
        made._stream, made._heard = await asyncio.open_connection("127.0.0.1", port)
        made._heard.write(head("GET", port, path, f"stream?ticket={ticket}") + b"\r\n")
        await made._stream.readuntil(b": here\n\n")
        return made

    async def press(self, number: int, action: str) -> None:
        """Press a button."""
        told: dict[str, object] = {"id": f"{number:032x}", "window": "ab" * 8, "table": 1, "number": 1}
        told |= {"deed": "press", "action": action, "on": "panel"}
        await self._post("press", told)

    async def changed(self) -> None:
        """Wait until the window is drawn anew."""
        if self._stream is not None:
            await self._stream.readuntil(b"data: ")
            await self._stream.readuntil(b"\n\n")

    def close(self) -> None:
        """Close the stream; presses stay possible."""
        if self._heard is not None:
            self._heard.close()

    async def _post(self, where: str, told: object) -> bytes:
        try:
            return await self._asked(where, told)
        except (asyncio.IncompleteReadError, ConnectionError):
            # A browser reconnects, too, if an idle connection was closed.
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
            return await self._asked(where, told)

    async def _asked(self, where: str, told: object) -> bytes:
        body = json.dumps(told).encode()
        kind = b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        self._writer.write(head("POST", self._port, self._path, where) + kind + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = next(
            (line[16:] for line in answer.split(b"\r\n") if line.startswith(b"Content-Length: ")), b"0"
        )
        return await self._reader.readexactly(int(length))
