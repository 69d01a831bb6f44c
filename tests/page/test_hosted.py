"""The page beside Discord: who is let in by a login or from an Activity, and what is tried there."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from bot.discord_io.answering.surroundings import DiscordSurroundings
from bot.hosted import doorkeeper
from bot.hosted.hosting import Hosted, hosted
from bot.hosted.server import SESSION, STATE
from bot.process.logs import set_up
from games.stone_hand.game import STONE_HAND
from tests.discord.conftest import ann, ben, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.tavern import Player, Room, _settings
from tests.page.authority import CLIENT_ID, SECRET, Authority

__all__ = ["ann", "ben", "room", "simcord_env", "unhurried", "unspaced", "written_once"]

WINDOW = "ab" * 16
FRAME = f"https://{CLIENT_ID}.discordsays.com"


@dataclass(slots=True)
class Hosting:
    """A page beside the chat, and Discord to sign in at."""

    client: TestClient[Any, Any]
    page: Hosted
    authority: Authority
    room: Room

    @property
    def path(self) -> str:
        """The way to the channel."""
        return f"/{self.room.guild.id}.{self.room.channel.id}"

    @property
    def origin(self) -> str:
        """Where the page stands."""
        return str(self.client.make_url("/")).rstrip("/")

    async def begin(self) -> tuple[str, str]:
        """Begin a login; Discord's address, and the browser's state."""
        to = f"{self.path}/#1".replace("#", "%23")
        async with self.client.get(f"/login?to={to}", allow_redirects=False) as answer:
            assert 302 == answer.status
            cookie = answer.cookies[STATE]
            assert ("Lax", True, "/") == (cookie["samesite"], cookie["httponly"], cookie["path"])
            return answer.headers["Location"], cookie.value

    async def back(self, given: dict[str, str], state: str) -> tuple[int, str, str]:
        """Come back from Discord; the status, the session and what is said."""
        headers = {"Cookie": f"{STATE}={state}"}
        self.client.session.cookie_jar.clear()
        async with self.client.get("/login/back", params=given, headers=headers) as answer:
            kept = answer.cookies.get(SESSION)
            if kept is not None:
                assert ("Strict", True, "/") == (kept["samesite"], kept["httponly"], kept["path"])
            self.client.session.cookie_jar.clear()
            return answer.status, "" if kept is None else kept.value, await answer.text()

    async def sign_in(self, player: Player) -> dict[str, str]:
        """Sign somebody in; what their browser sends along."""
        way, state = await self.begin()
        status, session, words = await self.back(self.authority.agree(way, player.id), state)
        assert 200 == status
        assert f"url={self.path}/#1" in words
        return {"Origin": self.origin, "Cookie": f"{SESSION}={session}", "Sec-Fetch-Site": "same-origin"}

    async def enter(self, code: str, instance: str) -> tuple[int, dict[str, str]]:
        """Come in from an Activity; the status, and what the script sends along."""
        told, headers = {"code": code, "instance": instance}, {"Origin": FRAME}
        async with self.client.post("/activity/enter", json=told, headers=headers) as answer:
            if answer.status != 200:
                return answer.status, {}
            given = await answer.json()
            assert f"/{given['path']}" == self.path
            return 200, headers | {"Authorization": f"Bearer {given['bearer']}"}

    async def ticket(self, headers: dict[str, str], path: str = "") -> int:
        """Ask for a ticket; the answer's status."""
        where = f"{path or self.path}/ticket"
        async with self.client.post(where, json={"window": WINDOW}, headers=headers) as answer:
            return answer.status

    async def press(self, headers: dict[str, str], action: str, number: int = 1) -> int:
        """Press something; the answer's status."""
        told = {"id": f"{number:032x}", "window": WINDOW, "deed": "press", "action": action, "on": "table"}
        async with self.client.post(f"{self.path}/press", json=told, headers=headers) as answer:
            return answer.status


@pytest_asyncio.fixture
async def hosting(room: Room, ann: Player, ben: Player) -> AsyncIterator[Hosting]:
    """The page of the bot; Ann and Ben are in the server."""
    authority = Authority({room.guild.id: {ann.id, ben.id}})
    async with TestServer(authority.app) as discord_, aiohttp.ClientSession() as session:
        settings = _settings(
            page_url="http://127.0.0.1",
            page_port="8080",
            discord_client_id=str(CLIENT_ID),
            discord_client_secret=SECRET,
            discord_api_base=str(discord_.make_url("")).rstrip("/"),
            activity="on",
        )
        page = hosted(room.bot, settings, session)
        async with TestClient(TestServer(page.server.app)) as client:
            yield Hosting(client, page, authority, room)
            await page.front.leave()


async def test_who_signs_in_plays_as_in_chat(hosting: Hosting, ann: Player, ben: Player) -> None:
    """Ben signs in by Discord and sits down at Ann's table; he manages nothing that the bot does not see."""
    await ann.open(STONE_HAND)
    browser = await hosting.sign_in(ben)
    assert 204 == await hosting.press(browser, "t:1:join")

    assert {"ann", "ben"} == {each.name for each in (await hosting.room.table()).table.present}
    guest = next(iter(hosting.page.front.windows.of(ben.id))).guest
    assert (False, True) == (guest.manages, guest.until > hosting.room.bot.house.now())


async def test_a_table_in_chat_leads_to_the_page(hosting: Hosting, ann: Player, ben: Player) -> None:
    """The table's menu in chat has its address; the same menu on the page, where one is already, has not."""
    hosting.room.bot.surroundings = DiscordSurroundings("https://taproom.example")
    await ann.open(STONE_HAND)
    await ann.press_id(ann.table, "t:1:more")
    browser = await hosting.sign_in(ben)
    assert 204 == await hosting.press(browser, "t:1:more")
    window = next(iter(hosting.page.front.windows.of(ben.id)))

    stored = hosting.room.env.backend.messages[hosting.room.channel.id]
    assert f"https://taproom.example{hosting.path}/#1" in repr([*stored.values()])
    assert "Fair play" in repr(window.sheets)
    assert "taproom.example" not in repr(window.sheets)


async def test_a_login_is_the_browsers_that_began_it(hosting: Hosting, ben: Player) -> None:
    """A state of another browser, one used twice and a code used twice or thought up sign nobody in."""
    way, state = await hosting.begin()
    given = hosting.authority.agree(way, ben.id)
    assert 403 == (await hosting.back(given, "another"))[0]
    way, state = await hosting.begin()
    given = hosting.authority.agree(way, ben.id)
    assert (200, True) == ((answer := await hosting.back(given, state))[0], bool(answer[1]))
    assert 403 == (await hosting.back(given, state))[0]
    way, state = await hosting.begin()
    again = {"code": given["code"], "state": hosting.authority.agree(way, ben.id)["state"]}
    assert (403, "") == (await hosting.back(again, state))[:2]


async def test_a_code_of_another_login_proves_nothing(hosting: Hosting, ann: Player, ben: Player) -> None:
    """Ann's code, slipped into a login that Ben's browser began, lacks the proof that goes with it (PKCE)."""
    stolen = hosting.authority.agree((await hosting.begin())[0], ann.id)["code"]
    way, state = await hosting.begin()
    given = hosting.authority.agree(way, ben.id)

    assert (403, "") == (await hosting.back(given | {"code": stolen}, state))[:2]


async def test_a_login_leads_only_to_the_page(hosting: Hosting, ben: Player) -> None:
    """Where a login leads to is a table of ours, whatever was asked for."""
    for to in ("https://evil.example/", "//evil.example", "/login", "/1.2/#1&quot;"):
        async with hosting.client.get("/login", params={"to": to}, allow_redirects=False) as answer:
            way, state = answer.headers["Location"], answer.cookies[STATE].value
        _status, _session, words = await hosting.back(hosting.authority.agree(way, ben.id), state)
        assert "url=/&quot;" in words or 'url=/"' in words, to
        assert "evil" not in words


async def test_a_stranger_stays_one(hosting: Hosting, ann: Player, ben: Player) -> None:
    """A server of one's own choosing, one that was left, a channel out of sight: none opens (F-38)."""
    await ann.open(STONE_HAND)
    browser = await hosting.sign_in(ben)
    out = discord.PermissionOverwrite(view_channel=False)
    hidden = hosting.room.guild.create_text_channel("hidden", overwrites={ben.member: out})
    here = hosting.room.guild.id

    assert 200 == await hosting.ticket(browser)
    assert 403 == await hosting.ticket(browser, f"/1.{hosting.room.channel.id}")
    assert 403 == await hosting.ticket(browser, f"/{here}.1")
    assert 403 == await hosting.ticket(browser, f"/{here}.{hidden.id}")
    hosting.authority.members[here].discard(ben.id)
    _forget(hosting)
    assert 403 == await hosting.press(browser, "t:1:join")
    assert ["ann"] == [each.name for each in (await hosting.room.table()).table.present]


async def test_who_takes_consent_back_is_signed_out(hosting: Hosting, ben: Player) -> None:
    """A token that was withdrawn ends its session; while Discord does not answer, nobody is signed out."""
    browser = await hosting.sign_in(ben)
    assert 200 == await hosting.ticket(browser)
    hosting.authority.is_down = True
    _forget(hosting)
    assert 503 == await hosting.ticket(browser)
    hosting.authority.is_down = False
    assert 200 == await hosting.ticket(browser)
    hosting.authority.tokens.clear()
    _forget(hosting)
    assert 401 == await hosting.ticket(browser)
    assert 401 == await hosting.ticket(browser | {"Cookie": f"{SESSION}={'x' * 43}"})


async def test_an_activity_is_where_discord_says(hosting: Hosting, ann: Player, ben: Player) -> None:
    """Within Discord the instance says where one is; who takes no part in it, or left, comes not in."""
    here, channel = hosting.room.guild.id, hosting.room.channel.id
    hosting.authority.instances["i-1"] = here, channel, {ben.id}
    assert 403 == (await hosting.enter(hosting.authority.code(ann.id), "i-1"))[0]
    assert 403 == (await hosting.enter(hosting.authority.code(ben.id), "i-2"))[0]
    assert 403 == (await hosting.enter(hosting.authority.code(ben.id, of=1), "i-1"))[0]
    assert 400 == (await hosting.enter(hosting.authority.code(ben.id), "../../users"))[0]
    code = hosting.authority.code(ben.id)
    status, script = await hosting.enter(code, "i-1")
    assert 200 == status
    assert 403 == (await hosting.enter(code, "i-1"))[0]

    assert 200 == await hosting.ticket(script)
    assert 403 == await hosting.ticket(script, f"/{here}.{channel + 1}")
    hosting.authority.instances["i-1"] = here, channel, set()
    _forget(hosting)
    assert 403 == await hosting.ticket(script)


async def test_only_discord_frames_only_the_activity(hosting: Hosting, ben: Player) -> None:
    """The Activity's page may be framed by Discord; no other page by anybody, and no cookie counts in it."""
    async with hosting.client.get("/?frame_id=1&instance_id=i-1&guild_id=undefined") as answer:
        policy, html = answer.headers["Content-Security-Policy"], await answer.text()
        assert policy.endswith("frame-ancestors https://discord.com https://*.discord.com")
        assert "X-Frame-Options" not in answer.headers
        assert "activity.js" in html
        assert re.search(r"<script(?! src)", html) is None
    for way in ("/", f"{hosting.path}/"):
        async with hosting.client.get(way) as answer:
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    browser = await hosting.sign_in(ben)
    assert 200 == await hosting.ticket(browser)
    assert 401 == await hosting.ticket(browser | {"Origin": FRAME})
    assert 403 == await hosting.ticket(browser | {"Origin": "https://1.discordsays.com"})


@pytest.mark.usefixtures("as_logged")
async def test_no_log_names_a_token(
    hosting: Hosting, ben: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    """At no level does the log have a code, a token, the secret or a session; nor does a representation."""
    set_up("DEBUG")
    browser = await hosting.sign_in(ben)
    async with hosting.client.get("/login/back?code=c&state=s", headers={"Cookie": f"{STATE}=s"}) as answer:
        said = await answer.text()
    secret = [SECRET, *hosting.authority.tokens, browser["Cookie"].partition("=")[2]]
    keeper = hosting.page.server._doorkeeper
    told = "".join(capsys.readouterr()) + said + repr([*keeper._sessions.values()])

    assert not [each for each in secret if each in told]


def _forget(hosting: Hosting) -> None:
    """Let what Discord said be a minute old."""
    for session in hosting.page.server._doorkeeper._sessions.values():
        for path, (until, guest) in session.guests.items():
            session.guests[path] = until - doorkeeper.VOUCHED_SECONDS, guest
