"""A practice room, and people at its page who read what is there and press it: no browser, the same paths."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer

from bot.custom_ids import table_id
from bot.page.auth import COOKIE
from bot.practice import PracticeRoom, opened

PATIENCE_SECONDS = 20.0
_NUMBERS = count(1)


class Offers(HTMLParser):
    """A browser's view of a page: each press and form with the nearest place around it."""

    VOID = frozenset({"img", "input", "br", "hr", "meta", "link"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str, int]] = []
        self._open: list[tuple[str, int] | None] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a place, or what can be pressed or sent off within one."""
        given = dict(attrs)
        if tag not in self.VOID:
            is_place = "data-on" in given
            self._open.append((given["data-on"] or "", int(given["data-number"] or 0)) if is_place else None)
        place = next((each for each in reversed(self._open) if each), ("nothing", 0))
        for deed, name in (("press", "data-action"), ("form", "data-form")):
            if name in given and "disabled" not in given:
                self.found.append((deed, given[name] or "", *place))

    def handle_endtag(self, _tag: str) -> None:
        """Leave a place."""
        self._open.pop()


class StreamEnded(Exception):
    """The server says no more."""


@dataclass(slots=True)
class Browser:
    """One window of a user's browser."""

    client: TestClient[Any, Any]
    path: str
    key: str = ""
    proof: Mapping[str, str] = field(default_factory=dict)
    """The credentials to send if they are not a key's cookie."""
    window: str = field(default_factory=lambda: f"{next(_NUMBERS):032x}")
    parts: dict[str, str] = field(default_factory=dict)
    table: int = 0
    place: str = ""
    """The page of the shell that is shown, or was before the table."""
    _stream: ClientResponse | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The headers that a browser sends."""
        if self.proof:
            return dict(self.proof)
        origin = str(self.client.make_url("/")).rstrip("/")
        return {"Origin": origin, "Cookie": f"{COOKIE}={self.key}", "Sec-Fetch-Site": "same-origin"}

    async def ticket(self, table: int = 0, page: str = "") -> str:
        """A ticket for the stream; what comes with it is shown."""
        told = {"window": self.window, "table": table, "page": page}
        async with self.client.post(f"/{self.path}/ticket", json=told, headers=self.headers) as answer:
            assert 200 == answer.status
            shown = await answer.json()
        self.parts |= shown["parts"]
        self.table, self.place = shown["table"], shown["page"]
        return str(shown["ticket"])

    async def open(self, table: int = 0, page: str = "") -> None:
        """Show a table, or a page of the shell, and open the stream."""
        where = f"/{self.path}/stream?ticket={await self.ticket(table, page)}"
        self._stream = await self.client.get(where, headers=self.headers)
        assert 200 == self._stream.status

    async def read(self) -> None:
        """Read the next change."""
        assert self._stream is not None
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (line := await self._stream.content.readline()).startswith(b"data: {"):
                if not line:
                    raise StreamEnded
        told = json.loads(line[6:])
        self.parts |= told["parts"]
        self.table, self.place = told["table"], told["page"]

    async def visit(self, page: str) -> None:
        """Go to a page of the shell."""
        assert 204 == await self.send("page", page)
        while self.table or self.place != page:
            await self.read()

    async def read_until(self, words: str) -> None:
        """Read changes until these words are on the page."""
        while words not in self.page:
            await self.read()

    def close(self) -> None:
        """Close the window without a word."""
        if self._stream is not None:
            self._stream.close()

    @property
    def page(self) -> str:
        """All that is shown, as HTML, but for what beats what: there are examples of everything."""
        return "\n".join(html for name, html in self.parts.items() if name != "ranks")

    def actions(self, part: str = "") -> dict[str, str]:
        """Return the custom_ids of the buttons by the words on them."""
        html = self.parts[part] if part else self.page
        found = re.findall(r'<button[^>]*data-action="([^"]+)"[^>]*>(.*?)</button>', html)
        return {" ".join(re.sub(r"<[^>]+>", "", words).split()): action for action, words in found}

    def place_of(self, action: str) -> dict[str, object]:
        """Return the place of an action on the page, the sheet on top first."""
        for part in ("sheet", *self.parts):
            for _deed, found, on, number in Offers(self.parts.get(part, "")).found:
                if found == action:
                    return {"on": on, "number": number}
        return {}

    async def send(self, deed: str, action: str = "", **more: object) -> int:
        """Send a press, from where it stands unless it is said; the answer's status."""
        if deed in ("press", "form"):
            more = self.place_of(action) | more
        told: Mapping[str, object] = {
            "id": f"{next(_NUMBERS):032x}",
            "window": self.window,
            "deed": deed,
            "action": action,
            **more,
        }
        async with self.client.post(f"/{self.path}/press", json=told, headers=self.headers) as answer:
            return answer.status

    async def press(self, words: str) -> None:
        """Press a button by what is written on it, the one on top first, and read what came of it."""
        found = self.actions("sheet") | self.actions()
        matching = [action for label, action in found.items() if label.startswith(words)]
        assert matching, (words, sorted(found))
        assert 204 == await self.send("press", matching[0])
        await self.read()

    async def play_now(self, game: str) -> None:
        """Open an own table of a game at once, in place of the one that is open already."""
        before = self.table
        await self.send("press", table_id(0, "deal_me_in", game))
        while self.table == before:
            await self.read()
            if own := re.search(r'data-action="([^"]+play_own[^"]+)"', self.parts["sheet"]):
                await self.send("press", own[1])


@dataclass(slots=True)
class Practice:
    """The room with its page."""

    client: TestClient[Any, Any]
    room: PracticeRoom

    async def browser(self, path: str, table: int = 0, window: str = "", page: str = "") -> Browser:
        """Open a window of a user."""
        key = next(each.key for each in self.room.doors if each.path == path)
        made = Browser(self.client, path, key, window=window or f"{next(_NUMBERS):032x}")
        await made.open(table, page)
        return made


@pytest_asyncio.fixture
async def practice(bot_path: Path) -> AsyncIterator[Practice]:
    """A practice room that was just opened."""
    async with opened(bot_path) as room, TestClient(TestServer(room.server.app)) as client:
        yield Practice(client, room)
        room.front.windows.close_all()


@pytest.fixture
def as_logged() -> Iterator[None]:
    """The log is afterwards as it was, however a test has it written."""
    root = logging.getLogger()
    level, handlers = root.level, [*root.handlers]
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
