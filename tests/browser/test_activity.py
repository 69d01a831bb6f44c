"""The Activity as its player reads it: Discord's frame in Chromium, whose client answers or does not."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, FrameLocator, Page, Route, expect

from bot.hosted.server import hosted
from games.stone_hand.game import STONE_HAND
from tests.discord.tavern import Player, Room, _settings
from tests.page.authority import Authority
from tests.page.hosting import SERVED

pytestmark = [pytest.mark.browser]

CLIENT = """<!doctype html><body><script>
const answers = ANSWERS, asked = globalThis.asked = [];
addEventListener("message", ({ data: [op, told], source }) => {
  const say = (message) => source.postMessage([1, message], "*");
  const config = { api_endpoint: "//discord.com/api", environment: "production" };
  if (op === 0) return say({ cmd: "DISPATCH", evt: "READY", data: { v: 1, config }, nonce: null });
  if (told.cmd !== "AUTHORIZE") return;
  asked.push(told.args);
  const code = answers.shift();
  if (code === undefined) return;
  if (code) say({ cmd: told.cmd, evt: null, data: { code }, nonce: told.nonce });
  else say({ cmd: told.cmd, evt: "ERROR", data: { code: 4007, message: "no" }, nonce: told.nonce });
});
</script><iframe src="FRAME" width="400" height="700"></iframe>"""
"""Discord's client as far as an Activity hears of it: of each question the next answer; "" says no."""


@asynccontextmanager
async def activity(
    room: Room, browser: Browser, player: Player, *answers: str, takes_part: bool = True
) -> AsyncIterator[tuple[Page, FrameLocator]]:
    """An Activity that a user has opened, who answers Discord's question in this way; "yes" is a code."""
    authority = Authority({room.guild.id: {player.id}})
    people = {player.id} if takes_part else set[int]()
    authority.instances["i-1"] = room.guild.id, room.channel.id, people
    async with TestServer(authority.app) as discord_, aiohttp.ClientSession() as session:
        settings = _settings(**SERVED, discord_api_base=str(discord_.make_url("")).rstrip("/"))
        hosting = hosted(room.bot, settings, session)
        async with TestServer(hosting.server.app) as server:
            given = json.dumps([authority.code(player.id) if each == "yes" else each for each in answers])
            frame = str(server.make_url("/?frame_id=1&instance_id=i-1&platform=mobile"))
            html = CLIENT.replace("ANSWERS", given).replace("FRAME", frame.replace("&", "&amp;"))

            async def answer(route: Route) -> None:
                await route.fulfill(body=html, content_type="text/html")

            context = await browser.new_context(locale="en-GB", permissions=["local-network-access"])
            page = await context.new_page()
            await page.route("https://discord.com/**", answer)
            await page.clock.install()
            await page.goto("https://discord.com/channels")
            yield page, page.frame_locator("iframe")
            await context.close()
            await hosting.front.leave()


async def test_who_says_no_is_asked_again_when_they_want(room: Room, browser: Browser, ann: Player) -> None:
    """A user who cancels reads that Discord has to identify them; a button asks again, and lets them in."""
    await ann.open(STONE_HAND)
    async with activity(room, browser, ann, "", "", "yes") as (page, frame):
        for asked in (1, 2):
            await expect(frame.locator("#main p")).to_contain_text("say yes")
            assert asked == await page.evaluate("asked.length")
            await frame.get_by_role("button", name="Ask again").click()
        await expect(frame.locator("header")).to_contain_text("Stone Hand")


async def test_who_takes_no_part_reads_so(room: Room, browser: Browser, ann: Player) -> None:
    """A user whom Discord does not list reads that, and not that they refused."""
    async with activity(room, browser, ann, "yes", takes_part=False) as (_page, frame):
        await expect(frame.locator("#main p")).to_contain_text("list you as taking part")


async def test_while_discord_says_nothing_something_stands_there(
    room: Room, browser: Browser, ann: Player
) -> None:
    """A sentence shows from the first moment; after some seconds without an answer another, with a way on."""
    async with activity(room, browser, ann) as (page, frame):
        await expect(frame.locator("#main p")).to_contain_text("One moment")
        await page.wait_for_function("asked.length === 1")
        await page.clock.fast_forward(8_500)
        await expect(frame.locator("#main p")).to_contain_text("http://127.0.0.1")


async def test_what_discord_lays_over_the_page_is_kept_free(
    room: Room, browser: Browser, ann: Player
) -> None:
    """On a phone Discord says by variables of its own how much of each side it covers."""
    await ann.open(STONE_HAND)
    async with activity(room, browser, ann, "yes") as (_page, frame):
        await expect(frame.locator("header")).to_contain_text("Stone Hand")
        inset = "document.documentElement.style.setProperty('--discord-safe-area-inset-top', '48px')"
        top = "document.getElementById('top').getBoundingClientRect().top"
        assert 48 == await frame.locator("body").evaluate(f"() => {{ {inset}; return {top} }}")
