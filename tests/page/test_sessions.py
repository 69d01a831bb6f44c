"""Ends of sessions at the hosted page, and the messages to users who are out."""

from __future__ import annotations

import pytest

from bot.hosted.auth import SESSIONS_PER_USER_MAX
from bot.hosted.server import BEARER, SESSION
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import type_in
from tests.discord.conftest import ann, ben, boss, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.tavern import Player
from tests.page.conftest import StreamEnded
from tests.page.hosting import FRAME, WINDOW, Hosting, hosting

__all__ = ["ann", "ben", "boss", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]


async def test_somebody_signs_out(hosting: Hosting, ann: Player, ben: Player) -> None:
    """A user who signs out is out at once, open streams too, and no other is; a new page signs in."""
    await ann.open(STONE_HAND)
    browser, other, third = [await hosting.sign_in(each) for each in (ben, ben, ann)]
    window = await hosting.browser(browser, 1)
    async with hosting.client.get("/signout", headers=browser) as answer:
        assert "form-action 'self'" in answer.headers["Content-Security-Policy"]
        assert 'action="/signout"' in await answer.text()
    async with hosting.client.post("/signout", headers=browser) as answer:
        assert (200, False) == (answer.status, SESSION in answer.cookies)

    with pytest.raises(StreamEnded):
        await window.read_until("nothing that ever comes")
    assert "signed out" in await hosting.closed(browser)
    assert ["", ""] == [await hosting.closed(each) for each in (other, third)]
    async with hosting.client.get(f"{hosting.path}/", headers=browser) as answer:
        assert 'href="/signout"' in await answer.text()
    opened = {"window": WINDOW, "opens": True}
    async with hosting.client.post(f"{hosting.path}/ticket", json=opened, headers=browser) as answer:
        assert 401 == answer.status


async def test_somebody_signs_out_everywhere(hosting: Hosting, ann: Player, ben: Player) -> None:
    """All sessions of that person end, an Activity's too, and nobody else's."""
    hosting.authority.instances["i-1"] = hosting.room.guild.id, hosting.room.channel.id, {ben.id}
    _status, script = await hosting.enter(hosting.authority.code(ben.id), "i-1")
    browser, other, third = [await hosting.sign_in(each) for each in (ben, ben, ann)]
    async with hosting.client.post("/signout?everywhere=1", headers=browser) as answer:
        assert 200 == answer.status

    for each in (browser, other, script):
        assert "signed out" in await hosting.closed(each)
    assert "" == await hosting.closed(third)


async def test_nobody_is_signed_out_by_another_site(hosting: Hosting, ben: Player) -> None:
    """A form of another site, or one that does not say where it comes from, signs nobody out."""
    browser = await hosting.sign_in(ben)
    for origin in ("https://evil.example", "null"):
        headers = browser | {"Origin": origin}
        async with hosting.client.post("/signout?everywhere=1", headers=headers) as answer:
            assert 403 == answer.status
    assert "" == await hosting.closed(browser)


async def test_a_new_sign_in_ends_the_old_one_of_that_browser(
    hosting: Hosting, ann: Player, ben: Player
) -> None:
    """A browser has one session, also after another user's; those of other browsers stay."""
    elsewhere, before = await hosting.sign_in(ben), await hosting.sign_in(ben)
    after = await hosting.sign_in(ann, hosting.last)

    assert 401 == await hosting.ticket(before)
    assert ["", ""] == [await hosting.closed(each) for each in (elsewhere, after)]


async def test_one_person_has_so_many_sessions(hosting: Hosting, ann: Player, ben: Player) -> None:
    """One who signs in again and again ends their own oldest session, and nobody else's."""
    other, first = await hosting.sign_in(ann), await hosting.sign_in(ben)
    for _ in range(SESSIONS_PER_USER_MAX):
        last = await hosting.sign_in(ben)

    assert 401 == await hosting.ticket(first)
    assert ["", ""] == [await hosting.closed(each) for each in (other, last)]


async def test_who_is_forgotten_is_signed_out_and_has_no_name(hosting: Hosting, ben: Player) -> None:
    """*Forget me*, in chat or on the page, ends all their sessions, and the page has no name of theirs."""
    browser, window = await hosting.sign_in(ben), await hosting.browser(await hosting.sign_in(ben))
    company = hosting.page.front.company(hosting.room.guild.id)
    assert ben.id in company.people()
    await type_in(ben, "me privacy")
    await ben.press("ask_forget")
    await ben.press("forget_me")

    assert "forgotten you" in await hosting.closed(browser)
    with pytest.raises(StreamEnded):
        await window.read_until("nothing that ever comes")
    assert ben.id not in company.people()


async def test_a_bearer_is_no_cookie(hosting: Hosting, ben: Player) -> None:
    """An Activity's key in memory is no valid cookie of the page."""
    hosting.authority.instances["i-1"] = hosting.room.guild.id, hosting.room.channel.id, {ben.id}
    _status, script = await hosting.enter(hosting.authority.code(ben.id), "i-1")
    assert "" == await hosting.closed(script)
    bearer = script["Authorization"].removeprefix(BEARER)

    assert 401 == await hosting.ticket({"Origin": hosting.origin, "Cookie": f"{SESSION}={bearer}"})


async def test_an_outage_of_a_server_closes_nothing(hosting: Hosting, ben: Player) -> None:
    """While Discord has an outage in a server, its members are told to ask again, and not that they left."""
    browser, guild = await hosting.sign_in(ben), hosting.room.bot.get_guild(hosting.room.guild.id)
    assert guild is not None
    channels, guild._channels, guild.unavailable = guild._channels, {}, True
    assert 503 == await hosting.ticket(browser)
    guild._channels, guild.unavailable = channels, False

    assert "" == await hosting.closed(browser)


async def test_who_has_left_reads_so(hosting: Hosting, ann: Player, ben: Player) -> None:
    """A user who left the server, or an Activity, reads one sentence that says so, by any request."""
    hosting.authority.instances["i-1"] = hosting.room.guild.id, hosting.room.channel.id, {ben.id}
    _status, script = await hosting.enter(hosting.authority.code(ben.id), "i-1")
    browser, stranger = await hosting.sign_in(ben), await hosting.sign_in(ann)
    told = {"id": "ab" * 16, "window": "cd" * 16, "deed": "table", "number": 0}
    assert ["", ""] == [await hosting.closed(each) for each in (browser, script)]
    hosting.authority.members[hosting.room.guild.id].discard(ben.id)
    hosting.forget()

    assert "not in that server any more" in await hosting.closed(browser)
    assert "taking part here" in await hosting.closed(script)
    assert FRAME == script["Origin"]
    async with hosting.client.post(f"{hosting.path}/press", json=told, headers=browser) as answer:
        assert (403, ["closed"]) == (answer.status, [*await answer.json()])
    async with hosting.client.get(
        f"{hosting.path}/files/x", headers=browser | {"Accept": "text/html"}
    ) as answer:
        words = await answer.text()
        assert ("text/html", True) == (answer.content_type, 'href="/"' in words)
    assert "" == await hosting.closed(stranger)
