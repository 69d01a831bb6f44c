"""Motion explains what happened, and is off where it is not wanted; keys are told by a key."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.practice import PracticeRoom, opened, served
from tests.browser.drawn import STEADY_MS, button, draw, table
from tests.page.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.browser

FLOWN = """globalThis.flown = 0;
new MutationObserver((all) => {
  for (const { addedNodes } of all) for (const each of addedNodes) if (each.className === "flying") flown++;
}).observe(document, { childList: true, subtree: true });"""
"""Counts the coins that have flown."""
COIN = "document.querySelector('link[rel=icon]').href"
PER_FLIGHT = 3


@pytest_asyncio.fixture
async def where(bot_path: Path) -> AsyncIterator[tuple[PracticeRoom, str]]:
    """A practice room, and the address of its page."""
    async with opened(bot_path) as room, served(room, "127.0.0.1", 0) as address:
        yield room, address
        room.front.windows.close_all()


async def _page(browser: Browser, where: tuple[PracticeRoom, str], *, is_reduced: bool = False) -> Page:
    room, address = where
    context = await browser.new_context(
        viewport={"width": 390, "height": 844}, reduced_motion="reduce" if is_reduced else "no-preference"
    )
    context.set_default_timeout(1000 * PATIENCE_SECONDS)
    page = await context.new_page()
    await page.add_init_script(FLOWN)
    async with page.expect_request("**/stream?*"):
        await page.goto(f"{room.links(address)[0]}&table=1")
    return page


@pytest.mark.parametrize("is_reduced", [False, True])
async def test_bets_go_to_the_pot_and_the_pot_to_who_wins(
    where: tuple[PracticeRoom, str], browser: Browser, *, is_reduced: bool
) -> None:
    """Three coins of each bet, then three of the pot; none with reduced motion, and none remains."""
    page = await _page(browser, where, is_reduced=is_reduced)
    coin = f'<img src="{await page.evaluate(COIN)}" alt="">'
    pot = f'<div class="middle"><p class="pile"><span class="heap">{coin}</span></p></div>'
    bets = f'<div class="bet">{coin} 2</div>' * 2
    won = f'<div class="rows"><div class="row won">{coin}<span class="d g">+4</span></div></div>'
    await draw(page, table(felt=bets + pot))
    await draw(page, table(felt=pot))
    gathered = await page.evaluate("flown")
    await draw(page, table(felt=won))
    paid = await page.evaluate("flown") - gathered
    await page.locator(".flying").last.wait_for(state="detached")

    assert (gathered, paid) == ((0, 0) if is_reduced else (2 * PER_FLIGHT, PER_FLIGHT))


async def test_a_line_above_new_answers_fills_until_they_can_be_pressed(
    where: tuple[PracticeRoom, str], browser: Browser
) -> None:
    """It moves nothing and is there for as long as a press would do nothing."""
    page = await _page(browser, where)
    fills = (
        "document.getAnimations().map(({ effect }) => [effect.pseudoElement, effect.getTiming().duration])"
    )
    await draw(page, table(button("Throw", "a:1:1:throw:000000")))

    assert ["::before", STEADY_MS] in await page.evaluate(fills)


async def test_the_keys_are_told_by_a_key(where: tuple[PracticeRoom, str], browser: Browser) -> None:
    """The question mark opens and closes their list; M opens the menu, S what can be said, H how to play."""
    page = await _page(browser, where)
    await page.locator(".act .btn.p").first.wait_for()
    await page.keyboard.press("?")
    assert await page.locator("#keys").is_visible()
    await page.keyboard.press("?")
    assert not await page.locator("#keys").is_visible()

    await page.wait_for_timeout(STEADY_MS)
    await page.keyboard.press("s")
    await page.locator("dialog[open] .groups").wait_for()
    await page.locator("dialog select[data-action$=':say']:focus").wait_for()
    await page.keyboard.press("Escape")
    await page.locator("dialog[open]").wait_for(state="detached")
    await page.keyboard.press("h")
    await page.locator("dialog[open]").wait_for()
    assert "Stone Hand" in await page.locator("dialog").inner_text()
