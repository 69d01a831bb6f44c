"""The page beside Discord: who is let in by a login or from an Activity, and what is tried there."""

from __future__ import annotations

import inspect
import re
from copy import deepcopy
from dataclasses import replace
from http.cookies import SimpleCookie
from urllib.parse import quote

import discord
import pytest

from bot.discord_io.interactions.guild_info import DiscordSurroundings
from bot.front.page_links import PageLinks
from bot.hosted import auth
from bot.hosted.server import LOGINS_PER_BROWSER_MAX, SESSION, STATE
from bot.process.logs import LogRateLimit
from games.stone_hand.game import STONE_HAND
from storage.leases import ShardRange
from storage.play.postings import TABLES
from tests.discord.commands import type_in
from tests.discord.conftest import ann, ben, boss, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.evening import enter_all, plan
from tests.discord.tavern import Player
from tests.page.authority import SECRET
from tests.page.hosting import FRAME, Hosting, hosting

__all__ = ["ann", "ben", "boss", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]


async def test_who_signs_in_plays_as_in_chat(hosting: Hosting, ann: Player, ben: Player) -> None:
    """Ben signs in by Discord and sits down at Ann's table; he manages nothing that the bot does not see."""
    await ann.open(STONE_HAND)
    browser = await hosting.sign_in(ben)
    assert 204 == await hosting.press(browser, "t:1:join")

    assert {"ann", "ben"} == {each.name for each in (await hosting.room.table()).table.present}
    guest = next(iter(hosting.page.front.windows.of(ben.id))).guest
    assert (False, True) == (guest.manages, guest.seconds_left > 0)


async def test_a_table_in_chat_leads_to_the_page(hosting: Hosting, ann: Player, ben: Player) -> None:
    """The table's menu in chat has its address; the same menu on the page, where one is already, has not."""
    hosting.room.bot.surroundings = DiscordSurroundings(PageLinks("https://taproom.example"))
    await ann.open(STONE_HAND)
    await ann.press_id(ann.table, "t:1:more")
    browser = await hosting.sign_in(ben)
    assert 204 == await hosting.press(browser, "t:1:more", "nothing", 0)
    window = next(iter(hosting.page.front.windows.of(ben.id)))

    stored = hosting.room.env.backend.messages[hosting.room.channel.id]
    assert f"https://taproom.example{hosting.path}/?table=1" in repr([*stored.values()])
    assert "Fair play" in repr(window.sheets)
    assert "taproom.example" not in repr(window.sheets)


async def test_a_page_shows_its_table_to_whom_it_is_and_no_other(
    hosting: Hosting, ann: Player, ben: Player
) -> None:
    """The page of a session is drawn for its user; without a session no table is shown."""
    await ann.open(STONE_HAND)
    where, session = f"{hosting.path}/?table=1", await hosting.sign_in(ben)
    async with hosting.client.get(where, headers=session) as answer:
        assert "Sit down" in await answer.text()
        assert "no-store" == answer.headers["Cache-Control"]
    hosting.authority.members[hosting.room.guild.id].discard(ben.id)
    hosting.forget()
    for headers in ({}, session, session | {"Cookie": f"{SESSION}={'x' * 43}"}):
        async with hosting.client.get(where, headers=headers) as answer:
            html = await answer.text()
            assert (200, False) == (answer.status, "ann" in html.replace("meta name", ""))
            assert "page.js" in html


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


async def test_several_tabs_sign_in_at_a_time(hosting: Hosting, ann: Player) -> None:
    """After a restart three tabs begin at once and come back in any order: each is signed in."""
    ways, jar = [], SimpleCookie()
    for _ in range(3):
        async with hosting.client.get(f"/login?to={hosting.path}/", allow_redirects=False) as answer:
            ways.append(answer.headers["Location"])
            jar |= answer.cookies
    cookies = "; ".join(f"{name}={each.value}" for name, each in jar.items())
    for way in reversed(ways):
        given = hosting.authority.agree(way, ann.id)
        hosting.client.session.cookie_jar.clear()
        async with hosting.client.get("/login/back", params=given, headers={"Cookie": cookies}) as answer:
            assert 200 == answer.status
            assert SESSION in answer.cookies


async def test_a_browser_keeps_few_logins(hosting: Hosting) -> None:
    """A browser's oldest logins under way are dropped, or their cookies would not fit into a request."""
    cookies = "; ".join(f"{STATE}-{number}=x" for number in range(40))
    headers = {"Cookie": cookies}
    async with hosting.client.get("/login", headers=headers, allow_redirects=False) as answer:
        gone = [name for name, each in answer.cookies.items() if each["max-age"] == "0"]
    assert gone == [f"{STATE}-{number}" for number in range(41 - LOGINS_PER_BROWSER_MAX)]


@pytest.mark.parametrize("odd", ["[", "a/b", "@"])
async def test_cookies_that_no_login_has_are_left_alone(hosting: Hosting, odd: str) -> None:
    """Names of cookies that no header can set, more than there can be logins, keep nobody from signing in."""
    cookies = "; ".join(f"{STATE}-{odd}{number}=x" for number in range(2 * LOGINS_PER_BROWSER_MAX))
    hosting.client.session.cookie_jar.clear()
    async with hosting.client.get("/login", headers={"Cookie": cookies}, allow_redirects=False) as answer:
        assert 302 == answer.status
        assert 1 == len(answer.cookies)


async def test_many_logins_end_nobodys(hosting: Hosting, ann: Player) -> None:
    """A login under way is not stored here, so no user can push out those of others."""
    logins = hosting.page.server._logins
    before = deepcopy(vars(logins))
    for _ in range(3):
        await hosting.begin()

    assert before == vars(logins)


async def test_whoever_cannot_be_signed_in_has_a_way_on(hosting: Hosting, ann: Player) -> None:
    """Another browser, ten minutes, a code that was used: said in the reader's language, and begun anew."""
    again = f'href="/login?to={quote(f"{hosting.path}/?table=1", safe="")}"'
    way, proof = await hosting.begin()
    given = hosting.authority.agree(way, ann.id)
    read = {"Accept-Language": "de-DE"}
    old = await hosting.begin()
    cases = {
        "another browser": (given, "x", 403),
        "no consent": ({"state": given["state"], "error": "access_denied"}, proof, 200),
        "a code that was made up": (given | {"code": "x"}, proof, 403),
        "ten minutes": (hosting.authority.agree(old[0], ann.id), old[1], 403),
    }
    for case, (brought, kept, status) in cases.items():
        if case == "ten minutes":
            await hosting.room.wait(601)
        headers = read | {"Cookie": f"{STATE}={kept}"}
        hosting.client.session.cookie_jar.clear()
        async with hosting.client.get("/login/back", params=brought, headers=headers) as answer:
            words = await answer.text()
        assert (case, status) == (case, answer.status)
        assert again in words.replace("&amp;", "&")
        assert '<html lang="de">' in words
        assert SESSION not in answer.cookies


async def test_a_login_leads_only_to_the_page(hosting: Hosting, ben: Player) -> None:
    """A login leads to a table of ours, whatever its target was."""
    for to in ("https://evil.example/", "//evil.example", "/login", "/1.2/?table=1&quot;", "/1.2/?table=x"):
        async with hosting.client.get("/login", params={"to": to}, allow_redirects=False) as answer:
            way, state = answer.headers["Location"], next(iter(answer.cookies.values())).value
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
    hosting.forget()
    assert 403 == await hosting.press(browser, "t:1:join")
    assert ["ann"] == [each.name for each in (await hosting.room.table()).table.present]


async def test_who_takes_consent_back_is_signed_out(hosting: Hosting, ben: Player) -> None:
    """A token that was withdrawn ends its session; while Discord does not answer, nobody is signed out."""
    browser = await hosting.sign_in(ben)
    assert 200 == await hosting.ticket(browser)
    hosting.authority.is_down = True
    hosting.forget()
    assert 503 == await hosting.ticket(browser)
    hosting.authority.is_down = False
    assert 200 == await hosting.ticket(browser)
    hosting.authority.tokens.clear()
    hosting.forget()
    assert 401 == await hosting.ticket(browser)
    assert 401 == await hosting.ticket(browser | {"Cookie": f"{SESSION}={'x' * 43}"})


async def test_a_wrong_secret_is_the_owners_fault(
    hosting: Hosting, ben: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told in the log, once in a while; who signs in does not hear that nobody vouches for them."""
    monkeypatch.setattr(auth, "WRONG_SECRET", LogRateLimit(600.0))
    hosting.authority.instances["i-1"] = hosting.room.guild.id, hosting.room.channel.id, {ben.id}
    hosting.authority.secret = SECRET[::-1]
    for _ in range(2):
        way, state = await hosting.begin()
        status, session, words = await hosting.back(hosting.authority.agree(way, ben.id), state)
        entered, _script = await hosting.enter(hosting.authority.code(ben.id), "i-1")
        assert (503, "", 503) == (status, session, entered)
        assert "vouch" not in words
    told = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]

    assert told == ["nobody can sign in: Discord refuses DISCORD_CLIENT_ID with this DISCORD_CLIENT_SECRET"]


async def test_an_activity_is_where_discord_says(hosting: Hosting, ann: Player, ben: Player) -> None:
    """Within Discord the instance says where one is; who takes no part in it, or left, comes not in."""
    here, channel = hosting.room.guild.id, hosting.room.channel.id
    hosting.authority.instances["i-1"] = here, channel, {ben.id}
    assert 403 == (await hosting.enter(hosting.authority.code(ann.id), "i-1"))[0]
    assert 403 == (await hosting.enter(hosting.authority.code(ben.id), "i-2"))[0]
    assert 403 == (await hosting.enter(hosting.authority.code(ben.id, of=1), "i-1"))[0]
    assert 400 == (await hosting.enter(hosting.authority.code(ben.id), "../../users"))[0]
    code, asked_before = hosting.authority.code(ben.id), hosting.authority.asked_of_instances
    status, script = await hosting.enter(code, "i-1")
    assert (200, 1) == (status, hosting.authority.asked_of_instances - asked_before)
    assert 403 == (await hosting.enter(code, "i-1"))[0]

    assert 200 == await hosting.ticket(script)
    assert 403 == await hosting.ticket(script, f"/{here}.{channel + 1}")
    hosting.authority.instances["i-1"] = here, channel, set()
    hosting.forget()
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


async def test_any_process_serves_any_server(hosting: Hosting, ann: Player, ben: Player) -> None:
    """A server of another process's shards is asked: Ben plays there, and receives others' changes."""
    room, bot = hosting.room, hosting.room.bot
    await ann.open(STONE_HAND)
    hidden = room.guild.create_text_channel(
        "hidden", overwrites={ben.member: discord.PermissionOverwrite(view_channel=False)}
    )
    # From now on Discord tells this process nothing of the server, which another one serves.
    elsewhere = next(each for each in range(2) if not ShardRange(each, each, 2).has(room.guild.id))
    bot.app.serving.lease = replace(
        bot.app.serving.lease, number=2, shards=ShardRange(elsewhere, elsewhere, 2)
    )
    guild = bot.get_guild(room.guild.id)
    assert guild is not None
    bot._connection._remove_guild(guild)

    browser = await hosting.sign_in(ben)
    assert 403 == await hosting.ticket(browser, f"/{room.guild.id}.{hidden.id}")
    window = await hosting.browser(browser, 1)
    await window.press("Sit down")
    assert {"ann", "ben"} == {each.name for each in (await room.table()).table.present}
    assert "#tavern" == hosting.page.front.company(room.guild.id).channel(room.channel.id)

    # The other process notifies all of its commits: a window in its server is brought up to date.
    await bot.app.tavern.depart(1, ann.id)
    bot.app.peers.hear(f"1 {TABLES.name} 1 {room.guild.id}")
    await window.read_until("1 more and we can start")


async def test_nobody_is_a_stranger_by_name(hosting: Hosting, ann: Player, ben: Player) -> None:
    """An unknown user is looked up once, and has a name; a user unknown to Discord has none."""
    room = hosting.room
    cora = room.person("cora")
    await type_in(ann, "wallet pay", member=cora, amount=5)
    hosting.authority.members[room.guild.id].add(ann.id)
    window = await hosting.browser(await hosting.sign_in(ann))
    with room.calls() as calls:
        await window.send("command", "wallet history")
        await window.read_until("cora")
        window.parts.clear()
        await window.send("command", "wallet history")
        await window.read_until("cora")

    assert 1 == calls.count("GET /guilds/*/members/*")


async def test_a_tournaments_table_is_drawn_before_its_first_hand(
    hosting: Hosting, boss: Player, ann: Player, ben: Player
) -> None:
    """Between the start and the first deal there is a table and no hand: the page shows it as chat does."""
    await plan(boss, STONE_HAND)
    await enter_all(hosting.room, [ann, ben])
    await boss.press("start_cup")
    window = await hosting.browser(await hosting.sign_in(ben), 1)

    assert (await hosting.room.table()).table.hand is None
    assert "error" not in window.page
    assert "ann" in window.page


def test_a_fetched_server_is_filled_by_what_discord_py_keeps_to_itself() -> None:
    """`Servers` uses three names that nobody promised: with another version, look for a public way."""
    names = {"_add_member": "member", "_add_channel": "channel", "_add_thread": "thread"}
    found = {name: [*inspect.signature(getattr(discord.Guild, name)).parameters][1:] for name in names}

    assert discord.__version__ == "2.7.1"
    assert found == {name: [takes] for name, takes in names.items()}
