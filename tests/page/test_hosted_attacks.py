"""Attacks on the hosted page by users who were admitted once, or who come from elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

import pytest
from multidict import CIMultiDict
from prometheus_client import generate_latest

from bot.hosted.auth import EXCHANGES_AT_ONCE, EXCHANGES_PER_CLIENT, LOOK_UPS
from bot.hosted.server import BEARER, SESSION
from bot.metrics import MetricsServer
from bot.page import server
from bot.process.logs import set_up
from bot.settings import LogFormat
from bot.tavern.deadlines import MonotonicClock
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow
from tests.discord.commands import type_in
from tests.discord.conftest import ann, ben, boss, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.house_deck import deck_file
from tests.discord.tavern import Player
from tests.page.authority import SECRET
from tests.page.conftest import StreamEnded
from tests.page.hosting import FRAME, WINDOW, Hosting, hosting

__all__ = ["ann", "ben", "boss", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]

MINUTE = 61.0
Change = Callable[[Hosting, Player], object]


def _time_out(hosting: Hosting, ben: Player) -> None:
    # The page, which SimCord does not run, has the machine's clock.
    until = datetime.now(UTC) + timedelta(hours=1)
    backend = hosting.room.env.backend
    backend.guilds[hosting.room.guild.id].members[ben.id].timed_out_until = until.isoformat()


def _leave_activity(hosting: Hosting, ben: Player) -> None:
    server, channel, people = hosting.authority.instances["i-1"]
    hosting.authority.instances["i-1"] = server, channel, people - {ben.id}


ENDS: Mapping[str, Change] = {
    "left the server": lambda hosting, _: hosting.authority.members.clear(),
    "was thrown out": lambda hosting, ben: hosting.room.guild.remove_member(ben.member),
    "was timed out": _time_out,
    "took the token back": lambda hosting, _: hosting.authority.tokens.clear(),
    "left the Activity": _leave_activity,
    "an instance that is over": lambda hosting, _: hosting.authority.instances.clear(),
}


@pytest.mark.parametrize("what", ["nothing", *ENDS])
async def test_a_stream_ends_when_nobody_vouches_any_more(
    hosting: Hosting, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """An open stream is looked up again each minute: it ends for who is out, and for nobody else (F-38)."""
    monkeypatch.setattr(server, "QUIET_SECONDS", 0.05)
    await ann.open(STONE_HAND)
    hosting.authority.instances["i-1"] = hosting.room.guild.id, hosting.room.channel.id, {ben.id}
    _status, script = await hosting.enter(hosting.authority.code(ben.id), "i-1")
    window = await hosting.browser(script, 1)
    if what != "nothing":
        ENDS[what](hosting, ben)

    await hosting.room.wait(MINUTE)
    await hosting.room.person("cora").press("join")
    if what == "nothing":
        await window.read_until("cora")
        return
    with pytest.raises(StreamEnded):
        await window.read_until("cora")
    assert 204 != await window.send("press", "t:1:join", on="table")
    assert ben.id not in [each.player for each in (await hosting.room.table()).table.present]


async def test_a_clock_that_is_set_back_keeps_nobody_inside(hosting: Hosting, ben: Player) -> None:
    """F-16, F-38: with the machine's clock a day back a user who was removed is out after a minute."""
    browser, now = await hosting.sign_in(ben), hosting.room.bot.app.now
    assert isinstance(now, MonotonicClock)
    assert 200 == await hosting.ticket(browser)
    hosting.authority.members.clear()
    wall = now._wall
    now._wall = lambda: wall() - 24 * 3600
    now.go_by_wall()
    assert 200 == await hosting.ticket(browser)

    await hosting.room.wait(MINUTE)
    assert 403 == await hosting.ticket(browser)


async def test_who_is_barred_plays_no_more(hosting: Hosting, boss: Player, ann: Player, ben: Player) -> None:
    """TB-23: a bar holds at the page from its moment on, in a window that was open before."""
    await ann.open(STONE_HAND)
    window = await hosting.browser(await hosting.sign_in(ben), 1)
    await type_in(boss, "manage bar", member=ben, length="day", why="broke a chair")

    assert 204 == await window.send("press", "t:1:join", on="table")
    await window.read_until("A manager has barred you")
    assert ["ann"] == [each.name for each in (await hosting.room.table()).table.present]


ELSEWHERE: Mapping[str, dict[str, str]] = {
    "another site": {"Origin": "https://evil.example"},
    "another site's request": {"Sec-Fetch-Site": "cross-site"},
    "another application's frame": {"Origin": "https://1.discordsays.com"},
    "Discord's own page": {"Origin": "https://discord.com"},
    "nobody's page": {"Origin": "null"},
}


@pytest.mark.parametrize("who", ELSEWHERE)
async def test_nothing_is_pressed_or_read_from_elsewhere(hosting: Hosting, ben: Player, who: str) -> None:
    """A cookie and a bearer count from our own pages alone, for presses, tickets and streams."""
    hosting.authority.instances["i-1"] = hosting.room.guild.id, hosting.room.channel.id, {ben.id}
    _status, script = await hosting.enter(hosting.authority.code(ben.id), "i-1")
    for own in (await hosting.sign_in(ben), script):
        window = await hosting.browser(own)
        ticket = await window.ticket()
        foreign = own | ELSEWHERE[who]
        for way in ("press", "ticket"):
            told = {"id": "ab" * 16, "window": WINDOW, "deed": "table", "number": 0}
            async with hosting.client.post(f"{hosting.path}/{way}", json=told, headers=foreign) as answer:
                assert 403 == answer.status
        where = f"{hosting.path}/stream?ticket={ticket}"
        async with hosting.client.get(where, headers=foreign) as answer:
            assert 403 == answer.status
        async with hosting.client.get(where, headers=own) as answer:
            assert 200 == answer.status
        async with hosting.client.get(where, headers=own) as answer:
            assert 403 == answer.status  # it was used
        window.close()


async def test_discords_token_is_no_key(hosting: Hosting, ben: Player) -> None:
    """A token of Discord's for an application, ours or another's, opens no page: only a session does."""
    browser = await hosting.sign_in(ben)
    token = next(iter(hosting.authority.tokens))
    for key in (token, "foreign-token", "", browser["Cookie"].partition("=")[2][:-1]):
        assert 401 == await hosting.ticket({"Origin": FRAME, "Authorization": f"Bearer {key}"})
    key = browser["Cookie"].partition("=")[2]
    assert 200 == await hosting.ticket({"Origin": FRAME, "Authorization": f"Bearer {key}"})


async def test_made_up_codes_keep_nobody_from_discord(hosting: Hosting, ben: Player) -> None:
    """Only few of many codes at once are asked about; a user who is in already is confirmed meanwhile."""
    browser = await hosting.sign_in(ben)
    hosting.authority.exchanging.clear()
    many = [asyncio.create_task(hosting.enter(f"made-up-{each}", "i-1")) for each in range(40)]
    for _ in range(40 - EXCHANGES_AT_ONCE):
        done, _pending = await asyncio.wait(many, return_when=asyncio.FIRST_COMPLETED)
        many = [each for each in many if each not in done]
        assert {503} == {each.result()[0] for each in done}
        if len(many) == EXCHANGES_AT_ONCE:
            break
    hosting.forget()
    assert 200 == await hosting.ticket(browser)

    hosting.authority.exchanging.set()
    assert {403} == {(await each)[0] for each in many}


async def test_while_discord_asks_to_wait_it_is_asked_nothing(hosting: Hosting, ben: Player) -> None:
    """After a 429 no request is sent for as long as it says, and each user is told so."""
    browser, authority = await hosting.sign_in(ben), hosting.authority
    authority.retry_after = "30"
    before = authority.asked
    assert {503} == {(await hosting.enter(f"made-up-{each}", "i-1"))[0] for each in range(200)}
    assert 503 == await hosting.ticket(browser)
    asked = {"window": WINDOW}
    async with hosting.client.post(f"{hosting.path}/ticket", json=asked, headers=browser) as answer:
        assert 20 < int(answer.headers["Retry-After"]) <= 30
    assert 1 == authority.asked - before

    authority.retry_after = ""
    await hosting.room.wait(31)
    assert 200 == await hosting.ticket(browser)


async def test_made_up_addresses_are_refused_without_a_question(hosting: Hosting, ben: Player) -> None:
    """Servers and channels that the bot does not see cause no request to Discord, and none has two names."""
    browser, before = await hosting.sign_in(ben), hosting.authority.asked
    server, channel = hosting.path[1:].split(".")
    made_up = [f"/{server}.{each}" for each in range(1, 300)] + [
        f"/{each}.{channel}" for each in range(1, 300)
    ]
    made_up += [f"/0{server}.{channel}", f"/{server}.00{channel}", f"/{server}.{'9' * 20}"]
    with hosting.room.calls() as calls:
        for each in made_up:
            assert 403 == await hosting.ticket(browser, each)

    assert [] == [*calls]
    assert before == hosting.authority.asked
    assert 200 == await hosting.ticket(browser)


async def test_one_person_has_discord_asked_now_and_then(hosting: Hosting, ann: Player, ben: Player) -> None:
    """Some of one user's many channels are looked up, and the others later; no other user waits for that."""
    browser, other = await hosting.sign_in(ben), await hosting.sign_in(ann)
    server = hosting.room.guild.id
    channels = [hosting.room.guild.create_text_channel(f"c{each}").id for each in range(LOOK_UPS + 10)]
    before = hosting.authority.asked
    answers = [await hosting.ticket(browser, f"/{server}.{each}") for each in channels]

    assert [503] * 10 == answers[LOOK_UPS:]
    assert LOOK_UPS == hosting.authority.asked - before
    assert 200 == await hosting.ticket(other)
    await hosting.room.wait(MINUTE)
    await hosting.ticket(browser, f"/{server}.{channels[-1]}")
    assert LOOK_UPS + 2 == hosting.authority.asked - before


async def test_one_client_has_few_codes_exchanged(hosting: Hosting, ben: Player) -> None:
    """Made-up codes are stopped by their sender's address, and other users are not."""
    before, evil = hosting.authority.asked, "203.0.113.7"
    answers = [(await hosting.enter(f"made-up-{each}", "i-1", evil))[0] for each in range(60)]
    assert [403] * EXCHANGES_PER_CLIENT + [503] * (60 - EXCHANGES_PER_CLIENT) == answers
    assert EXCHANGES_PER_CLIENT == hosting.authority.asked - before

    hosting.authority.instances["i-1"] = hosting.room.guild.id, hosting.room.channel.id, {ben.id}
    assert 200 == (await hosting.enter(hosting.authority.code(ben.id), "i-1", "2001:db8::1"))[0]


async def test_a_client_takes_no_address_of_its_own(hosting: Hosting) -> None:
    """The last of several headers that name clients counts: a proxy added it behind made-up ones."""
    answers = []
    for each in range(EXCHANGES_PER_CLIENT + 1):
        named = [("X-Forwarded-For", f"198.51.100.{each}"), ("X-Forwarded-For", "203.0.113.8")]
        told = {"code": "made-up", "instance": "i-1"}
        headers = CIMultiDict([("Origin", FRAME), *named])
        async with hosting.client.post("/activity/enter", json=told, headers=headers) as answer:
            answers.append(answer.status)
    assert [403] * EXCHANGES_PER_CLIENT + [503] == answers


@pytest.mark.usefixtures("as_logged")
@pytest.mark.parametrize("style", ["text", "json"])
async def test_no_token_is_ever_told(
    hosting: Hosting, ben: Player, capsys: pytest.CaptureFixture[str], style: LogFormat
) -> None:
    """No log at any level, metric, error or representation has a code, token, session, ticket or secret.

    Each of them opened something first, and then was used wrongly, or stood in an exception of ours.
    """
    set_up("DEBUG", style)
    page, authority = hosting.page.server, hosting.authority
    authority.instances["i-1"] = hosting.room.guild.id, hosting.room.channel.id, {ben.id}
    way, state = await hosting.begin()
    given = authority.agree(way, ben.id)
    login = page._logins.verify(given["state"], [state])
    assert login is not None
    verifier = login.verifier
    status, session, words = await hosting.back(given, state)
    cookie = {"Origin": hosting.origin, "Cookie": f"{SESSION}={session}"}
    entered, script = await hosting.enter(code := authority.code(ben.id), "i-1")
    window = await hosting.browser(script)
    ticket = await window.ticket()
    assert (200, 200, 200) == (status, entered, await hosting.ticket(cookie))
    secret = [SECRET, *authority.tokens, given["code"], code, state, verifier, session, ticket]
    secret += [script["Authorization"].removeprefix(BEARER), hosting.room.bot.http.token or SECRET]
    kept = (page._sessions._sessions, page._tickets._given)
    said = [words, repr(login), *(repr([*each.values()]) for each in kept)]

    async def fail(*_args: object) -> None:
        raise ZeroDivisionError(secret) from ValueError("".join(secret))

    page._presses._answer = fail  # type: ignore[method-assign, assignment]
    page._views.parts = fail  # type: ignore[method-assign, assignment]
    assert 204 == await hosting.press(cookie, f"t:1:{ticket}")
    drawn = await hosting.browser(cookie)
    asked = {"window": WINDOW, "ticket": ticket, "id": session, "deed": session}
    authority.is_down = True
    hosting.forget()
    for way in (f"/stream?ticket={'x' + ticket}", f"/files/{ticket}", f"/{session}"):
        async with hosting.client.get(hosting.path + way, headers=cookie) as answer:
            said.append(f"{await answer.text()}{answer.headers}")
    for headers in (cookie, script, {"Origin": FRAME, "Authorization": f"{BEARER}{secret[1]}"}):
        async with hosting.client.post(f"{hosting.path}/press", json=asked, headers=headers) as answer:
            assert answer.status in (401, 503)
            said.append(f"{await answer.text()}{answer.headers}")
    again = await hosting.begin()
    said.append((await hosting.back(authority.agree(*again[:1], ben.id), again[1]))[2])
    said.append(repr(await hosting.enter(code, "i-1")))
    lookout = MetricsServer()
    lookout.watch(hosting.room.bot)
    written = "".join(capsys.readouterr())
    told = "".join((*said, written, drawn.page, generate_latest(lookout.metrics.registry).decode()))

    assert "ZeroDivisionError" in written
    assert "could not be looked up" in written
    assert "error " in drawn.page
    assert "taproom_refusals" in told
    assert [] == [each for each in secret if each in told]


SCRIPT = "<img src=x onerror=alert(1)>"


class Read(HTMLParser):
    """A browser's parse of a page: its elements, and its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.made: list[str] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, and what it would do by itself."""
        self.made += [tag, *(name for name, _value in attrs)]
        self.made += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        """Note words."""
        self.words += data


async def test_nobodys_words_become_a_page(hosting: Hosting, boss: Player, ann: Player, ben: Player) -> None:
    """F-46: tags in names, home throws, cuts, a deck's cards and a tournament's texts are letters to read."""
    room = hosting.room
    cora = room.person("cora", nick=SCRIPT)
    await room.remember(ben, STONE_HAND, HomeThrow((1, 3, 5), SCRIPT))
    await type_in(boss, "knights deck")
    await type_in(boss, "manage deck", file=("deck.json", deck_file(K02={"name": "<script>x</script>"})))
    window = await hosting.browser(await hosting.sign_in(ben))
    await boss.member.slash(room.channel, "organise create", title=SCRIPT, game="stone_hand")
    await boss.press("announce")
    seen = [window]
    await window.read_until("alert(1)")
    await cora.open(STONE_HAND)
    await ben.press("join")
    seen.append(table := await hosting.browser(await hosting.sign_in(ben), 1))
    await table.send("command", "me home-throw")
    await table.read_until("data-form")
    await table.send("form", "/me home-throw")
    await table.read_until("Everybody’s home throws")
    await table.press("Everybody’s home throws")
    await table.read_until("1-3-5")
    hosting.authority.members[room.guild.id].add(boss.id)
    seen.append(deck := await hosting.browser(await hosting.sign_in(boss)))
    await deck.send("command", "knights deck")
    await deck.read_until("script")

    for each in seen:
        read = Read(each.page)
        assert "alert(1)" in read.words or "<script>x" in read.words
        assert not {"onerror", "script", "x", "iframe"} & set(read.made)
        assert not [made for made in read.made if made.startswith(("on", "javascript:"))]


ODD_BODIES: tuple[dict[str, object], ...] = (
    {},
    {"code": "x"},
    {"instance": "i-1"},
    {"code": 5, "instance": "i-1"},
    {"code": "x", "instance": 5},
    {"code": "x", "instance": ["i-1"]},
    {"code": "", "instance": "i-1"},
    {"code": "x" * 5000, "instance": "i-1"},
    {"code": "x", "instance": ""},
    {"code": "x", "instance": "i 1"},
    {"code": "x", "instance": "i" * 201},
)


async def test_odd_ways_into_an_activity_are_refused(hosting: Hosting) -> None:
    """A body of any other kind or length comes in by no Activity, and Discord is not asked about it."""
    for told in ODD_BODIES:
        async with hosting.client.post("/activity/enter", json=told, headers={"Origin": FRAME}) as answer:
            assert 400 == answer.status, told

    assert 0 == hosting.authority.asked


async def test_a_link_from_another_site_leads_in(hosting: Hosting) -> None:
    """F-38: pages are reached by links from anywhere, such as Discord's, though presses are not."""
    elsewhere = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    for path, status in ((f"{hosting.path}/", 200), ("/", 200), ("/login", 302), ("/login/back", 403)):
        async with hosting.client.get(path, headers=elsewhere, allow_redirects=False) as answer:
            assert (status, path) == (answer.status, path)
            # The way back from Discord is refused by its words alone: that sign-in was never begun.
            assert path != "/login/back" or "Begin again" in await answer.text()
