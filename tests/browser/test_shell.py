"""The shell of the page in Chromium: axe finds nothing on any of its pages, in any width or colour."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer
from playwright.async_api import Browser

from bot.page.assets import STATIC
from bot.page.home import RecentHand
from bot.page.pages import Pages
from bot.page.places import PLACES, TITLES
from bot.page.presses import RateLimiter
from bot.page.shell import Reader
from bot.practice import PracticeRoom, opened
from bot.tavern.table.finished_hands import OwnResult
from games.engine.core.hand_stats import HandStats
from tests.browser.page import AXE, faults
from tests.page.conftest import PATIENCE_SECONDS, Practice
from tests.page.rows import SHOWN, filled

pytestmark = pytest.mark.browser

SIZES = ((390, 844, "dark"), (1280, 800, "light"), (320, 640, "light"), (640, 400, "dark"))
"""A phone, a desk, the narrowest phone, and a desk at 200 %."""
CUT = """[...document.querySelectorAll("h1")].filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent)"""
"""The titles that have no room."""
BEYOND = """[...document.querySelectorAll(".switch .chip")].filter((each) =>
    each.getBoundingClientRect().right > each.closest(".card-of").getBoundingClientRect().right)
    .map((each) => each.textContent)"""
"""The choices that lie beyond the edge of their card."""
BESIDE = """[...document.querySelectorAll(".list")].filter((list) => {
    const rows = [...list.children].map((each) => each.getBoundingClientRect());
    return rows.some((row, at) => at && (row.top < rows[at - 1].bottom - 1 || row.left !== rows[0].left));
}).map((each) => each.textContent)"""
"""The lists whose rows don't lie below one another."""
PLAYED = [(1, 5), (2, 0), (3, -4)]
"""The numbers of some hands, and what each brought."""
CUPS = [f"tournaments/{number}" for number in (1, *range(100, 100 + len(SHOWN)))]
ADDRESSES = [*PLACES, "manage/tables/1", "no/page", *CUPS, *(f"game/{game}" for game in TITLES)]


@pytest_asyncio.fixture
async def where(bot_path: Path) -> AsyncIterator[tuple[PracticeRoom, str]]:
    """A practice room with rows in its lists, and the address of its page."""
    async with opened(bot_path) as room, TestClient(TestServer(room.server.app)) as client:
        room.presses._pace = RateLimiter(count().__next__)
        await filled(Practice(client, room))
        yield room, str(client.make_url("/")).rstrip("/")
        room.front.windows.close_all()


@pytest.mark.parametrize(
    "pages",
    [["", "me", "tournaments/102"], pytest.param(ADDRESSES, marks=pytest.mark.soak)],
    ids=["some", "all"],
)
async def test_axe_finds_nothing_on_any_page(
    where: tuple[PracticeRoom, str], browser: Browser, pages: list[str]
) -> None:
    """Names, roles, order and contrast hold, nothing is wider than its screen, and rows lie in one column."""
    room, address = where
    context = await browser.new_context(bypass_csp=True, reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.goto(room.links(address)[0])
    for path in pages:
        await page.goto(f"{address}/brenna/{path}")
        await page.locator("main > *").first.wait_for()
        await page.add_script_tag(path=str(AXE))
        assert [] == await faults(page, *SIZES), path
        for width, height, _scheme in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            assert [] == await page.evaluate(CUT), (path, width)
            assert [] == await page.evaluate(BESIDE), (path, width)


async def test_one_press_shows_another_board(where: tuple[PracticeRoom, str], browser: Browser) -> None:
    """The pressed one of some buttons side by side names the board; a press or an arrow key changes it.

    All of them lie within a phone's width.
    """
    room, address = where
    page = await browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.goto(room.links(address)[0])
    await page.goto(f"{address}/brenna/leaderboard")
    await page.get_by_role("radio", name="All games", checked=True).wait_for()
    assert [] == await page.evaluate(BEYOND)
    await page.get_by_role("radio", name="Destiny").click()
    await page.get_by_role("heading", name="Net · Destiny").wait_for()
    assert await page.get_by_role("radio", name="Destiny").is_checked()
    assert not await page.get_by_role("radio", name="All games").is_checked()
    await page.get_by_role("radio", name="Net", exact=True).focus()
    await page.keyboard.press("ArrowRight")
    await page.get_by_role("heading", name="Hands won · Destiny").wait_for()


@pytest.mark.parametrize(("view", "left"), [("All", [1, 2, 3]), ("Won", [1]), ("Lost", [3])])
async def test_my_hands_can_be_those_won_or_lost(
    bot_path: Path, browser: Browser, view: str, left: list[int]
) -> None:
    """A press on *Won* or *Lost* leaves the hands that brought or cost something, and no day without any."""
    css = "".join((STATIC / each).read_text() for each in ("page.css", "shell.css"))
    page = await browser.new_page(viewport={"width": 390, "height": 844})
    async with opened(bot_path) as room:
        (guest, *_others) = room.guests.values()
        company = room.front.company(guest.server)
        reader = Reader(guest, "brenna", "me/hands")
        pages = Pages(reader, company, room.front.commands)
        hands = [
            RecentHand("destiny", 1, hand, OwnResult(net, HandStats(1, net > 0)), hand * 86_400.0)
            for hand, net in PLAYED
        ]
        html = pages.hands(hands, PLACES["me/hands"])
    await page.set_content(f"<style>{css}</style>{html}")
    await page.get_by_role("radio", name=view).check()

    seen = await page.locator(".hands .li:visible small").all_inner_texts()
    assert [f"Hand {hand} at table 1" for hand in left] == seen
    assert len(left) == await page.locator(".hands h2:visible").count()


async def test_ways_between_pages_are_in_the_history(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """The menu changes the address, Back and Forward follow it, and a reload stays."""
    room, address = where
    page = await browser.new_page(viewport={"width": 390, "height": 844})
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.goto(room.links(address)[0])
    await page.locator('.nav .tabs [data-page="me"]').click()
    await page.wait_for_url("**/brenna/me")
    await page.locator('main [data-page="me/preferences"]').click()
    await page.wait_for_url("**/brenna/me/preferences")
    await page.reload()
    await page.get_by_role("heading", name="Preferences", level=1).wait_for()
    await page.go_back()
    await page.get_by_role("heading", name="Me", level=1).wait_for()
    await page.go_back()
    await page.get_by_role("heading", name="Your tables").wait_for()
    await page.go_forward()
    await page.get_by_role("heading", name="Me", level=1).wait_for()
    assert page.url == f"{address}/brenna/me"
