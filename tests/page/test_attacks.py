"""Attacks by intruders, or by users who want the page down; beside each an allowed request."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

import bot.practice
from bot.front.protocols import File
from bot.page import server, windows
from bot.page.auth import AccessLink
from bot.page.connections import BACKLOG, IDLERS, Idlers, raise_file_limit
from bot.page.presses import RateLimited, RateLimiter
from bot.page.server import BODY_BYTES_MAX, POLICY, STREAMS_OF_A_WINDOW, TICKET_SECONDS
from bot.page.views import Parts
from bot.page.windows import WINDOWS_OF_ONE, PageWindow
from bot.practice import opened
from bot.process.logs import LogRateLimit, set_up
from storage.errors import DatabaseClosed
from tests.page.conftest import PATIENCE_SECONDS, Practice, StreamEnded

PRESS = {"id": "ab" * 16, "window": "cd" * 16, "deed": "table", "number": 1}
POST = (
    b"POST /brenna/press HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nCookie: COOKIE\r\n"
    b"Content-Type: application/json\r\n"
)
FOREIGN: dict[str, dict[str, str | None]] = {
    "another site's page": {"Origin": "https://evil.example"},
    "a page that says nothing of itself": {"Origin": None},
    "another site's request": {"Sec-Fetch-Site": "cross-site"},
    "a neighbour": {"Sec-Fetch-Site": "same-site"},
    "a name that leads here": {"Host": "evil.example", "Origin": "http://evil.example"},
    "no key": {"Cookie": ""},
    "a key that was thought up": {"Cookie": "taproom=" + "0" * 32},
}


@pytest.mark.parametrize("who", FOREIGN)
async def test_no_press_comes_from_elsewhere(practice: Practice, who: str) -> None:
    """A press counts from our own page alone, with a key that fits its path."""
    ann = await practice.browser("brenna")
    changed = {name: value for name, value in {**ann.headers, **FOREIGN[who]}.items() if value is not None}

    async with practice.client.post("/brenna/press", json=PRESS, headers=ann.headers) as answer:
        assert 204 == answer.status
    async with practice.client.post("/brenna/press", json=PRESS, headers=changed) as answer:
        assert 403 == answer.status
        assert POLICY == answer.headers["Content-Security-Policy"]


async def test_a_refused_host_is_told_of_once_in_a_while(
    practice: Practice, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The host reads under which name the page was asked for, and no text that is no name."""
    now = [0.0]
    monkeypatch.setattr(practice.room.server, "_host_refused", LogRateLimit(60.0, lambda: now[0]))
    for second, host in enumerate(["evil.example", "other.example", "Evil.Example:80", "a<b>"]):
        now[0] = second * 31.0
        async with practice.client.get("/brenna/", headers={"Host": host}) as answer:
            assert 403 == answer.status
    told = [each.getMessage() for each in caplog.records if "host" in each.msg]

    assert told == [
        "a request for the host evil.example was refused: the page's is this machine's",
        "a request for the host evil.example was refused: the page's is this machine's",
    ]
    now[0] = 500.0
    async with practice.client.get("/brenna/", headers={"Host": "a<b>"}) as answer:
        assert 403 == answer.status
    assert "host that cannot be repeated was refused" in caplog.text


async def test_a_key_opens_one_path(practice: Practice) -> None:
    """One's own key opens nobody else's window, neither to read nor to press, nor as an address."""
    ann = await practice.browser("brenna")
    key = ann.headers["Cookie"].removeprefix("taproom=")
    ways = (f"/tomas/?key={key}", f"/tomas/stream?ticket={await ann.ticket()}", "/tomas/files/x", "/nobody/")
    for way in ways:
        async with practice.client.get(way, headers=ann.headers) as answer:
            assert 403 == answer.status, way
    for way in ("/tomas/press", "/tomas/ticket"):
        async with practice.client.post(way, json=PRESS, headers=ann.headers) as answer:
            assert 403 == answer.status
    async with practice.client.get("/brenna/", headers=ann.headers) as answer:
        assert 200 == answer.status


async def test_each_guest_sees_no_key_but_their_own(practice: Practice) -> None:
    """The links of the others are the host's to give out: nobody else's page has one of them."""
    keys = {each.path: each.key for each in practice.room.doors}
    for path, own in keys.items():
        async with practice.client.get(f"/{path}/?key={own}") as answer:
            html = await answer.text()
        page = html + (await practice.browser(path)).page
        seen = {each for each, key in keys.items() if key in page and each != path}
        assert seen == ({*keys} - {path} if path == "brenna" else set())


async def test_renewed_keys_let_nobody_in_by_an_old_link(tmp_path: Path) -> None:
    """A kept room keeps its keys until they are renewed; then all are others, and no old one leads in."""
    given: list[dict[str, str]] = []
    for renews_keys in (False, False, True):
        async with opened(tmp_path / "kept.db", renews_keys=renews_keys) as room:
            given.append({each.path: each.key for each in room.doors})
            old = [room.doors.opened(path, key) for path, key in given[0].items()]

    assert given[0] == given[1]
    assert [None] * 4 == old
    assert not {*given[0].values()} & {*given[2].values()}


async def test_a_press_is_made_by_nobody_else(practice: Practice) -> None:
    """A press that says whose it is, and where, is refused of anybody else, and of them elsewhere."""
    ann, ben = await practice.browser("brenna"), await practice.browser("tomas")
    own, others = (practice.room.guests[each].called for each in ("brenna", "tomas"))
    async with practice.client.get("/brenna/", headers=ann.headers) as answer:
        assert f'data-person="{own}"' in await answer.text()
    asked = {"window": ann.window}
    async with practice.client.post("/brenna/ticket", json=asked, headers=ann.headers) as answer:
        assert own == (await answer.json())["person"]

    assert 409 == await ben.send("command", "wallet show", person=own)
    assert 409 == await ann.send("command", "wallet show", person=own.replace(".", ".1"))
    assert 409 == await ann.send("command", "wallet show", person=None)
    assert (204, 204) == (
        await ann.send("command", "wallet show", person=own),
        await ben.send("command", "wallet show", person=others),
    )


async def test_no_stream_is_read_by_another_site(practice: Practice) -> None:
    """A stream that a foreign page asks for is refused, though the browser sent the cookie along."""
    ann = await practice.browser("brenna")
    where = f"/brenna/stream?ticket={await ann.ticket()}"
    async with practice.client.get(where, headers=ann.headers | {"Sec-Fetch-Site": "cross-site"}) as answer:
        assert 403 == answer.status
        assert "text/plain" == answer.content_type


async def test_a_ticket_opens_one_stream_once(practice: Practice) -> None:
    """A ticket that was used, is ten seconds old or was thought up opens nothing; a new one does."""
    ann = await practice.browser("brenna")
    used, old = await ann.ticket(), await ann.ticket()
    async with practice.client.get(f"/brenna/stream?ticket={used}", headers=ann.headers) as answer:
        assert 200 == answer.status
    tickets = practice.room.server._tickets
    until, what = tickets._given[old]
    tickets._given[old] = until - TICKET_SECONDS, what
    for ticket in (used, old, "x" * 32, ""):
        async with practice.client.get(f"/brenna/stream?ticket={ticket}", headers=ann.headers) as answer:
            assert 403 == answer.status, ticket


async def test_every_answer_says_what_a_page_may_do(practice: Practice) -> None:
    """No frame of another site, no script but ours, nothing inline: on pages, files, refusals and streams."""
    ann = await practice.browser("brenna")
    for way in ("/brenna/", "/nobody/", "/a/0/page.js", "/brenna/stream?ticket=" + await ann.ticket()):
        async with practice.client.get(way, headers=ann.headers) as answer:
            assert POLICY == answer.headers["Content-Security-Policy"], way
            assert "DENY" == answer.headers["X-Frame-Options"]
            assert "nosniff" == answer.headers["X-Content-Type-Options"]
    assert "'unsafe" not in POLICY
    assert "frame-ancestors 'none'" in POLICY
    async with practice.client.get("/brenna/", headers=ann.headers) as answer:
        html = await answer.text()
    assert "style=" not in html + ann.page
    assert re.search(r"<[^>]*\son\w+=", html + ann.page) is None
    assert "<script>" not in html


ODD = [
    b"",
    b"{",
    b"[]",
    b'"press"',
    b"[" * 5_000,
    json.dumps(PRESS | {"id": "x"}).encode(),
    json.dumps(PRESS | {"deed": "give"}).encode(),
    json.dumps(PRESS | {"window": "../.."}).encode(),
    json.dumps(PRESS | {"number": -1}).encode(),
    json.dumps(PRESS | {"number": True}).encode(),
    json.dumps(PRESS | {"number": 10**30}).encode(),
    json.dumps(PRESS | {"action": "x" * 5_000}).encode(),
    json.dumps(PRESS | {"values": [1]}).encode(),
    json.dumps(PRESS | {"fields": {"a": ["b"]}}).encode(),
    json.dumps(PRESS | {"on": "everywhere"}).encode(),
]


async def test_odd_presses_are_turned_away(practice: Practice) -> None:
    """Requests that no page of ours sends are refused before the house hears of them; so is a long body."""
    ann = await practice.browser("brenna")
    headers = ann.headers | {"Content-Type": "application/json"}
    for body in ODD:
        async with practice.client.post("/brenna/press", data=body, headers=headers) as answer:
            assert 400 == answer.status, body[:80]
    async with practice.client.post(
        "/brenna/press", data=b" " * BODY_BYTES_MAX * 2, headers=headers
    ) as answer:
        assert 413 == answer.status
    plain = ann.headers | {"Content-Type": "text/plain"}
    async with practice.client.post("/brenna/press", data=json.dumps(PRESS), headers=plain) as answer:
        assert 415 == answer.status


async def test_a_press_that_was_made_up_does_nothing(practice: Practice) -> None:
    """Custom_ids, tables, sheets, messages and commands that are not there end in a sentence."""
    ann = await practice.browser("brenna", 1)
    before = (await practice.room.front.app.tavern.look(1)).stored.revision
    window = next(iter(practice.room.front.windows.of(practice.room.guests["brenna"].person.id)))
    made_up = [
        ("press", "a:1:1:throw:000000", "panel"),
        ("press", "t:99:join", "table"),
        ("press", "nonsense", "sheet"),
        ("form", "t:1:write_again", "sheet"),
        ("command", "sudo", "nothing"),
        ("form", "/sudo", "nothing"),
        ("go", "1/2", "nothing"),
        ("go", "9999999999999999999/1", "nothing"),
        ("go", "1/" + "9" * 3_000, "nothing"),
        ("go", "https://evil.example", "nothing"),
        ("go", f"{'9' * 19}/1", "nothing"),
        ("go", f"1/{'9' * 19}", "nothing"),
        ("press", f"t:{'9' * 18}:join", "table"),
    ]
    for deed, action, on in made_up:
        assert 204 == await ann.send(deed, action, on=on, number=5)
        assert "error " not in repr(window.refusal)
    await ann.read_until('class="ticker said"')

    assert before == (await practice.room.front.app.tavern.look(1)).stored.revision
    assert "error " not in ann.page


async def test_one_person_presses_as_fast_as_people_do(practice: Practice) -> None:
    """20 of 1,000 presses at one moment, from any windows, are let in, and no other user waits."""
    ann, ben = await practice.browser("brenna"), await practice.browser("tomas")
    two = ann, await practice.browser("brenna")
    practice.room.presses._pace = RateLimiter(lambda: 0.0)
    practice.room.server._pace = RateLimiter(lambda: 0.0)
    answers = await asyncio.gather(*(each.send("table", number=0) for _ in range(500) for each in two))

    assert {204: 20, 429: 980} == Counter(answers)
    asked = {"window": ann.window}
    tickets = [
        await practice.client.post("/brenna/ticket", json=asked, headers=ann.headers) for _ in range(60)
    ]
    assert {200: 20, 429: 40} == Counter(each.status for each in tickets)
    assert 204 == await ben.send("table", number=0)


def test_whoever_presses_a_little_too_fast_is_slowed_and_not_shut_out() -> None:
    """At 9 a second for a minute, of which 8 are allowed: the first 20 and 8 in each second are let in.

    540 presses in 59 8/9 seconds: 20 + 8 × 59 8/9 = 499 1/9.
    """
    at = 0.0
    pace, let_in = RateLimiter(lambda: at), list[float]()
    for number in range(540):
        at = number / 9
        with contextlib.suppress(RateLimited):
            pace.take(1)
            let_in.append(at)

    assert 499 == len(let_in)
    assert all(sum(second <= each < second + 1 for each in let_in) >= 8 for second in range(60))


async def test_the_rooms_own_table_is_nobodys_press(practice: Practice) -> None:
    """Opening the first table takes none of the 20 presses that its host has at once."""
    assert not practice.room.presses._pace._left


async def test_windows_in_many_servers_are_counted_together(practice: Practice) -> None:
    """One person has as many windows as in one server, and so as many streams, however many servers."""
    windows, guest = practice.room.front.windows, practice.room.guests["brenna"]
    for number in range(30):
        there = replace(guest, server=number)
        windows.open(there, f"{number:016x}", lambda there=there: PageWindow(there, "en"))  # type: ignore[misc]

    assert [*range(29, 29 - WINDOWS_OF_ONE, -1)] == [
        each.guest.server for each in windows.of(guest.person.id)
    ]


async def test_nobodys_files_are_pushed_out_by_another(practice: Practice) -> None:
    """A user who has 100 files made keeps the last four, and another’s is still there."""
    windows = practice.room.front.windows
    other = windows.keep_file(2, File("other.json", b"{}"))
    own = [windows.keep_file(1, File(f"{number}.json", b"{}")) for number in range(100)]

    assert windows.file(2, other) is not None
    assert own[-4:] == [each for each in own if windows.file(1, each)]


async def test_long_files_are_kept_while_there_is_room(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many people save theirs, all files together stay within a bound; the oldest go."""
    monkeypatch.setattr(windows, "FILES_BYTES_MAX", 35)
    held = practice.room.front.windows
    names = [held.keep_file(player, File("own.json", b"0123456789")) for player in range(5)]

    assert [None, None] == [held.file(player, names[player]) for player in range(2)]
    assert all(held.file(player, names[player]) for player in range(2, 5))


async def test_windows_and_streams_of_one_person_are_counted(practice: Practice) -> None:
    """A user who opens many windows keeps the last ones; a window has few streams."""
    opened = [await practice.browser("brenna") for _ in range(WINDOWS_OF_ONE + 3)]
    windows = practice.room.front.windows
    own = [*windows.of(practice.room.guests["brenna"].person.id)]
    window = own[0]
    for _ in range(STREAMS_OF_A_WINDOW + 2):
        await opened[-1].open()

    assert WINDOWS_OF_ONE == len(own)
    assert STREAMS_OF_A_WINDOW == len(window._listeners)


async def test_of_too_many_windows_none_goes_that_is_open(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user who asks for ever more windows, and listens at none, ends nobody’s stream."""
    ann, ben = await practice.browser("brenna", 1), await practice.browser("tomas")
    monkeypatch.setattr(windows, "WINDOWS_MAX", 3)
    for number in range(WINDOWS_OF_ONE):
        ben.window = f"{number:016x}"
        await ben.ticket()
    open_now = [each.guest.person.name for each in practice.room.front.windows if each.is_heard]

    assert ["Brenna", "Tomas"] == open_now
    await ann.press("Throw")
    assert "die_" in ann.page


async def last_words(reader: asyncio.StreamReader) -> bytes:
    """Return the bytes until the other side ends a connection, by any of TCP's ways."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize(
    "said", [b"", b"GET / HTTP/1.1\r\nHost: 127.0", POST + b"Content-Length: 9\r\n\r\n{"]
)
async def test_connections_that_say_nothing_are_closed(
    practice: Practice, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """Hundreds that say nothing, or not all of it, keep nobody from the page, and none of them stays."""
    monkeypatch.setattr(server, "IDLE_SECONDS", 0.2)
    monkeypatch.setattr(server, "BODY_SECONDS", 0.2)
    ann = await practice.browser("brenna")
    said = said.replace(b"COOKIE", ann.headers["Cookie"].encode())
    async with bot.practice.served(practice.room, "127.0.0.1", 0) as where:
        port = int(where.rpartition(":")[2])
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(300)]
        for _reader, writer in silent:
            writer.write(said)
        async with aiohttp.ClientSession() as session, session.get(practice.room.links(where)[0]) as answer:
            assert 200 == answer.status
        heard = [await last_words(reader) for reader, _writer in silent]
        for _reader, writer in silent:
            writer.close()

    assert {b""} >= {each for each in heard if not each.startswith(b"HTTP/1.1 408 ")}


@pytest.mark.parametrize("said", [b"", POST + b"Content-Length: 9\r\n\r\n{"])
async def test_of_too_many_silent_connections_the_oldest_go(practice: Practice, said: bytes) -> None:
    """A flood, of half-sent bodies too, ends none that is answered at that moment, and keeps nobody out."""
    practice.room.server.app[IDLERS].most = 20
    async with (
        bot.practice.served(practice.room, "127.0.0.1", 0) as where,
        aiohttp.ClientSession() as session,
    ):
        async with session.get(practice.room.links(where)[0]) as answer:
            key = answer.cookies["taproom"].value
        headers = {"Cookie": f"taproom={key}", "Origin": where}
        told = {"window": "ab" * 16}
        async with session.post(f"{where}/brenna/ticket", json=told, headers=headers) as answer:
            ticket = (await answer.json())["ticket"]
        async with session.get(f"{where}/brenna/stream?ticket={ticket}", headers=headers) as stream:
            port = int(where.rpartition(":")[2])
            silent = []
            for _ in range(60):
                silent.append(await asyncio.open_connection("127.0.0.1", port))
                silent[-1][1].write(said)
                async with session.get(f"{where}/nothing/here", headers=headers) as answer:
                    assert 404 == answer.status
            gone = [await last_words(reader) for reader, _writer in silent[:40]]
            async with session.get(f"{where}/brenna/", headers=headers) as answer:
                assert 200 == answer.status

            assert [b""] * 40 == gone
            assert not silent[-1][0].at_eof()
            assert (await stream.content.readline()).startswith(b"event: beat")
        for _reader, writer in silent:
            writer.close()


MALFORMED = {
    "a cookie that is no text": b"GET /brenna/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: taproom=\xff\r\n\r\n",
    "a host that is none": b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    "an origin that is none": b"GET /brenna/ HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://[x\r\n\r\n",
    "a body not packed as it says": POST.replace(b"Cookie", b"Content-Encoding: gzip\r\nCookie")
    + b"Content-Length: 2\r\n\r\n{}",
    "a request that is none": b"\x16\x03\x01\r\n\r\n",
    "a length that is none": POST + b"Content-Length: x\r\n\r\n",
    "an expectation that is none": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: x\r\n\r\n",
}


@pytest.mark.parametrize("what", MALFORMED)
async def test_what_no_browser_sends_is_refused_as_such(
    practice: Practice, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    """F-38: the answer is 400 or 417 with our headers, names no version, and no fault is logged."""
    async with bot.practice.served(practice.room, "127.0.0.1", 0) as where:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(where.rpartition(":")[2]))
        writer.write(MALFORMED[what].replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
        heard = (await last_words(reader)).decode()
        writer.close()

    assert ("417" if "Expect:" in MALFORMED[what].decode(errors="replace") else "400") == heard.split()[1]
    assert f"Content-Security-Policy: {POLICY}" in heard
    assert "Server: taproom\r\n" in heard
    assert [] == caplog.records


async def test_who_goes_in_the_middle_of_a_request_is_not_logged(
    practice: Practice, caplog: pytest.LogCaptureFixture
) -> None:
    """A connection that ends before its body has come is nobody's fault."""
    ann = await practice.browser("brenna")
    async with (
        bot.practice.served(practice.room, "127.0.0.1", 0) as where,
        aiohttp.ClientSession() as session,
    ):
        _reader, writer = await asyncio.open_connection("127.0.0.1", int(where.rpartition(":")[2]))
        writer.write(POST.replace(b"COOKIE", ann.headers["Cookie"].encode()) + b"Content-Length: 9\r\n\r\n{")
        async with session.get(f"{where}/nothing/here") as answer:
            assert 404 == answer.status
        own = writer.get_extra_info("sockname")
        idle = practice.room.server.app[IDLERS]._idle
        task = next(each._task_handler for each in idle if each.peername == own)
        writer.transport.abort()
        assert task is not None
        await asyncio.wait([task])

    assert [] == caplog.records


async def test_connections_stay_below_the_number_of_open_files(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more than there may be is closed as it comes; as many as can be open are never reached."""
    for files in (1_024, 4_096, 1_048_576):
        idlers = Idlers()
        idlers.fit(files)
        assert idlers.most + idlers.streams_max <= idlers.open_max <= files - BACKLOG
    monkeypatch.setattr(server, "IDLE_SECONDS", 3600.0)
    async with bot.practice.served(practice.room, "127.0.0.1", 0) as where, asyncio.timeout(PATIENCE_SECONDS):
        idlers, port = practice.room.server.app[IDLERS], int(where.rpartition(":")[2])
        idlers.open_max = 10
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(30)]
        assert [b""] * 20 == [await last_words(reader) for reader, _writer in opened[10:]]
        assert not opened[9][0].at_eof()
        for _reader, writer in opened:
            writer.close()


def test_the_soft_limit_of_open_files_is_raised() -> None:
    """A process may have as many files open as the system lets it, not as few as it begins with."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
    try:
        files = raise_file_limit()
        assert files == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 512
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_a_stream_ends_quietly_with_the_database(
    practice: Practice, caplog: pytest.LogCaptureFixture
) -> None:
    """Once the books are closed nothing can be drawn, which is no fault: streams end, pages come later."""
    ann = await practice.browser("brenna", 1)

    async def closed(_window: windows.PageWindow) -> Parts:
        raise DatabaseClosed

    practice.room.server._views.parts = closed  # type: ignore[method-assign, assignment]
    for window in practice.room.front.windows:
        window.touch()
    with pytest.raises(StreamEnded):
        await ann.read()
    async with practice.client.get("/brenna/", headers=ann.headers) as answer:
        assert (503, True) == (answer.status, "Retry-After" in answer.headers)
    assert [] == [each for each in caplog.records if each.levelname == "ERROR"]


async def test_a_refusal_is_a_page_in_the_readers_language(practice: Practice) -> None:
    """A visitor of an address reads a sentence there, under our headers; a script gets the words only."""
    read = {"Accept": "text/html,*/*", "Accept-Language": "de-DE,de;q=0.9"}
    for where, status in (("/a/1/page.js", 404), ("/brenna/", 403), ("/nowhere/at/all", 404)):
        async with practice.client.get(where, headers=read) as answer:
            words = await answer.text()
            assert (status, POLICY) == (answer.status, answer.headers["Content-Security-Policy"])
            assert '<html lang="de">' in words
            assert "<p>" in words
    async with practice.client.post("/brenna/press", json=PRESS, headers={"Origin": "null"}) as answer:
        assert (403, "text/plain") == (answer.status, answer.content_type)
    headers = {"Origin": str(practice.client.make_url("/")).rstrip("/")}
    async with practice.client.post("/brenna/ticket", json=PRESS, headers=headers) as answer:
        assert (403, ["closed"]) == (answer.status, [*await answer.json()])


async def test_a_body_that_is_too_long_is_not_waited_for(practice: Practice) -> None:
    """Ten megabytes are refused as soon as they are announced, before any come; a short body is read."""
    ann = await practice.browser("brenna")
    told = json.dumps(PRESS).encode()
    for length, body, status in ((10_000_000, b"", b"413"), (len(told), told, b"204")):
        reader, writer = await asyncio.open_connection(practice.client.host, practice.client.port)
        head = (
            POST.replace(b"COOKIE", ann.headers["Cookie"].encode()) + b"Content-Length: %d\r\n\r\n" % length
        )
        writer.write(head + body)
        assert status == (await reader.readline()).split()[1]
        writer.close()


async def test_a_file_is_its_readers(practice: Practice) -> None:
    """A file for one person is not there for another."""
    ann, ben = await practice.browser("brenna"), await practice.browser("tomas")
    guest = practice.room.guests["brenna"].person.id
    name = practice.room.front.windows.keep_file(guest, File("own.json", b"{}"))
    async with practice.client.get(f"/brenna/files/{name}", headers=ann.headers) as answer:
        assert b"{}" == await answer.read()
        assert "attachment" in answer.headers["Content-Disposition"]
    async with practice.client.get(f"/tomas/files/{name}", headers=ben.headers) as answer:
        assert 404 == answer.status


async def test_who_is_vouched_for_no_more_is_a_stranger(practice: Practice) -> None:
    """After the moment until which a user was confirmed, their requests are refused (F-38)."""
    ann = await practice.browser("brenna", 1)
    doors = practice.room.doors
    door = next(each for each in doors if each.path == "brenna")
    doors._doors["brenna"] = AccessLink(door.path, replace(door.guest, until=0.0), door.key)
    throw = ann.actions()["Throw"]
    before = (await practice.room.front.app.tavern.look(1)).stored.revision

    assert 403 == await ann.send("press", throw, on="panel")
    assert before == (await practice.room.front.app.tavern.look(1)).stored.revision
    visit = replace(door.guest, until=0.0).request(1, 0.0)
    assert (False, False) == (visit.is_member, visit.manages)


@pytest.mark.usefixtures("as_logged")
async def test_no_log_has_a_key(practice: Practice, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault of ours is logged under a number: neither key nor what was pressed stands there."""
    ann = await practice.browser("brenna", 1)
    set_up("DEBUG")

    async def fail(*_args: object) -> None:
        raise ZeroDivisionError(ann.headers["Cookie"])

    practice.room.presses._answer = fail  # type: ignore[method-assign, assignment]
    await ann.send("command", "secret_words")
    await ann.read_until("error ")

    written = "".join(capsys.readouterr())
    assert "ZeroDivisionError" in written
    assert ann.headers["Cookie"].removeprefix("taproom=") not in written
    assert "secret_words" not in written
