"""A bot with its page beside the chat, Discord to sign in at, and the ways in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import aiohttp
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from bot.hosted import auth
from bot.hosted.server import LAST, SESSION, STATE, Hosted, hosted
from tests.discord.tavern import Player, Room, _settings
from tests.page.authority import CLIENT_ID, SECRET, Authority
from tests.page.conftest import Browser

WINDOW = "ab" * 16
SERVED = {
    "page_url": "http://127.0.0.1",
    "page_port": "8080",
    "discord_client_id": str(CLIENT_ID),
    "discord_client_secret": SECRET,
    "activity": "on",
}
FRAME = f"https://{CLIENT_ID}.discordsays.com"


@dataclass(slots=True)
class Hosting:
    """A page beside the chat, and Discord to sign in at."""

    client: TestClient[Any, Any]
    page: Hosted
    authority: Authority
    room: Room
    led_to: int = 0
    """The table to which the last Activity was led."""
    last: str = ""
    """The cookies of the browser that signed in last, for the next sign-in."""

    @property
    def path(self) -> str:
        """The way to the channel."""
        return f"/{self.room.guild.id}.{self.room.channel.id}"

    @property
    def origin(self) -> str:
        """The page's origin."""
        return str(self.client.make_url("/")).rstrip("/")

    async def begin(self) -> tuple[str, str]:
        """Begin a login; Discord's address, and what the browser keeps of it."""
        to = quote(f"{self.path}/?table=1")
        async with self.client.get(f"/login?to={to}", allow_redirects=False) as answer:
            assert 302 == answer.status
            (cookie,) = answer.cookies.values()
            assert cookie.key.startswith(f"{STATE}-")
            assert ("Lax", True, "/") == (cookie["samesite"], cookie["httponly"], cookie["path"])
            return answer.headers["Location"], cookie.value

    async def back(self, given: dict[str, str], state: str, last: str = "") -> tuple[int, str, str]:
        """Come back from Discord; the status, the session and what is said."""
        headers = {"Cookie": f"{STATE}={state}"}
        self.client.session.cookie_jar.clear()
        headers["Cookie"] += f"; {LAST}={last}" if last else ""
        async with self.client.get("/login/back", params=given, headers=headers) as answer:
            self.last = answer.cookies[LAST].value if LAST in answer.cookies else ""
            kept = answer.cookies.get(SESSION)
            if kept is not None:
                assert ("Strict", True, "/") == (kept["samesite"], kept["httponly"], kept["path"])
            self.client.session.cookie_jar.clear()
            return answer.status, "" if kept is None else kept.value, await answer.text()

    async def sign_in(self, player: Player, last: str = "") -> dict[str, str]:
        """Sign a user in, in a browser where another was before; return the headers that it sends."""
        way, state = await self.begin()
        status, session, words = await self.back(self.authority.agree(way, player.id), state, last)
        assert 200 == status
        assert f"url={self.path}/?table=1" in words
        return {"Origin": self.origin, "Cookie": f"{SESSION}={session}", "Sec-Fetch-Site": "same-origin"}

    async def enter(self, code: str, instance: str, client: str = "") -> tuple[int, dict[str, str]]:
        """Come in from an Activity, from a client's address; the status, and what the script sends along."""
        told, headers = {"code": code, "instance": instance}, {"Origin": FRAME}
        headers |= {"X-Forwarded-For": f"198.51.100.9, {client}"} if client else {}
        async with self.client.post("/activity/enter", json=told, headers=headers) as answer:
            if answer.status != 200:
                return answer.status, {}
            given = await answer.json()
            assert f"/{given['path']}" == self.path
            self.led_to = given["table"]
            return 200, headers | {"Authorization": f"Bearer {given['bearer']}"}

    async def ticket(self, headers: dict[str, str], path: str = "") -> int:
        """Ask for a ticket; the answer's status."""
        where = f"{path or self.path}/ticket"
        async with self.client.post(where, json={"window": WINDOW}, headers=headers) as answer:
            return answer.status

    async def closed(self, headers: dict[str, str], language: str = "en") -> str:
        """Return the message to a user who is refused a ticket for good; "" with a ticket."""
        where, asked = f"{self.path}/ticket", headers | {"Accept-Language": language}
        async with self.client.post(where, json={"window": WINDOW}, headers=asked) as answer:
            if answer.status == 200:
                return ""
            assert 403 == answer.status
            told = await answer.json()
        assert ["closed"] == [*told]
        return str(told["closed"])

    async def press(self, headers: dict[str, str], action: str, on: str = "table", number: int = 1) -> int:
        """Press something at the first table; the answer's status."""
        told = {"id": "1" * 32, "window": WINDOW, "table": 1, "deed": "press", "action": action}
        told |= {"on": on, "number": number}
        async with self.client.post(f"{self.path}/press", json=told, headers=headers) as answer:
            return answer.status

    def forget(self) -> None:
        """Age Discord's answers by a minute."""
        for session in self.page.server._sessions._sessions.values():
            for path, (until, guest) in session.guests.items():
                session.guests[path] = until - auth.CONFIRMED_SECONDS, guest

    async def browser(self, proof: dict[str, str], table: int = 0) -> Browser:
        """Open a window of a user."""
        made = Browser(self.client, self.path[1:], proof=proof)
        await made.open(table)
        return made


@pytest_asyncio.fixture
async def hosting(room: Room, ann: Player, ben: Player) -> AsyncIterator[Hosting]:
    """The page of the bot; Ann and Ben are in the server."""
    # The page's server runs beside the simulation, and would see the machine's clock.
    room.bot.app.elapsed = lambda: room.env._virtual_time
    authority = Authority({room.guild.id: {ann.id, ben.id}})
    async with TestServer(authority.app) as discord_, aiohttp.ClientSession() as session:
        settings = _settings(**SERVED, discord_api_base=str(discord_.make_url("")).rstrip("/"))
        page = hosted(room.bot, settings, session)
        async with TestClient(TestServer(page.server.app)) as client:
            yield Hosting(client, page, authority, room)
            await page.front.leave()
