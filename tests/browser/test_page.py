"""The page in Chromium: it plays with a mouse and by its keys, and axe finds nothing to complain of."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.practice import PracticeRoom, opened, served
from tests.page.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[1] / "page" / "vendor" / "axe.min.js"
"""axe-core 4.11.0 as it is packed for npm; `make axe` fetches it again."""

RUN = """axe.run().then((told) =>
    told.violations.map((each) => each.id + ": " + each.nodes[0].html))"""


@pytest_asyncio.fixture
async def where(tmp_path: Path) -> AsyncIterator[tuple[PracticeRoom, str]]:
    """A practice room, and the address of its page."""
    async with opened(tmp_path / "page.db") as room, served(room, "127.0.0.1", 0) as address:
        yield room, address


async def faults(page: Page) -> list[str]:
    """What axe finds on a page."""
    await page.add_script_tag(path=str(AXE))
    found = await page.evaluate(RUN)
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_axe_finds_nothing(where: tuple[PracticeRoom, str], browser: Browser, scheme: str) -> None:
    """A table, its menu, the room and a lesson: contrast, names, roles and order, by day and by night."""
    room, address = where
    context = await browser.new_context(
        bypass_csp=True,
        color_scheme="light" if scheme == "light" else "dark",
        reduced_motion="reduce",
        viewport={"width": 390, "height": 844},
    )
    page = await context.new_page()
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    await page.goto(f"{room.links(address)[0]}#1")
    await page.locator(".act .btn.p").first.wait_for()
    assert [] == await faults(page)
    await page.get_by_role("button", name="More …").click()
    await page.locator("dialog[open]").wait_for()
    assert [] == await faults(page)
    await page.get_by_role("button", name="Close", exact=True).first.click()
    await page.get_by_role("button", name="Back").click()
    await page.locator(".room").wait_for()
    assert [] == await faults(page)
    await page.get_by_role("button", name="Teach me").first.click()
    await page.locator("dialog[open]").wait_for()
    assert [] == await faults(page)


async def test_a_round_is_played_by_keys_and_a_lost_line_loses_nothing(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """A letter throws; what is pressed without a line is done when it is back, even on a page loaded anew."""
    room, address = where
    page = await browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(1000 * PATIENCE_SECONDS)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if "Content Security" in line.text else None)
    await page.goto(f"{room.links(address)[0]}#1")
    await page.locator(".act .btn.p").first.wait_for()
    await page.keyboard.press("t")
    await page.locator('.mine img[src*="die_"]').first.wait_for()

    tavern = room.front.house.tavern
    before = (await tavern.look(1)).stored.revision
    await page.context.set_offline(offline=True)
    await page.keyboard.press("k")
    await page.locator("body.lost").wait_for()
    assert before == (await tavern.look(1)).stored.revision
    await page.route("**/press", lambda route: route.abort())
    await page.context.set_offline(offline=False)
    await page.reload()
    await page.locator(".act .btn.p").first.wait_for()
    await page.unroute("**/press")
    await page.get_by_role("button", name="Keep it").wait_for(state="detached")

    assert before < (await tavern.look(1)).stored.revision
    assert errors == []
