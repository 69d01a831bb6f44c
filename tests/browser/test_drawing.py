"""A redraw keeps the reader's place, typed text, ticks and open parts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from bot.practice import opened, served
from tests.browser.drawn import button, draw, table
from tests.page.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.browser

FIELDS = """<label><input type="checkbox" value="1"></label> <input type="text" name="n" value="">
    <input type="text" name="other" value=""> <details><summary>More</summary>{more}</details>"""
STATE = """() => ({
    at: document.activeElement.dataset.action,
    typed: Array.from(document.querySelectorAll("#main input[type=text]"), (each) => each.value),
    tick: document.querySelector("#main input[type=checkbox]").checked,
    open: document.querySelector("#main details").open,
    kept: globalThis.held.map((each) => each.isConnected),
})"""


async def test_what_somebody_is_at_stays(bot_path: Path, browser: Browser) -> None:
    """Focus, text half typed, ticks and what is open stay where others come before them.

    A button stays the same one as long as it does the same, and a picture as long as it shows the same.
    """
    async with opened(bot_path) as room, served(room, "127.0.0.1", 0) as address:
        page = await browser.new_page()
        page.set_default_timeout(1000 * PATIENCE_SECONDS)
        await page.goto(f"{room.links(address)[0]}&table=1")
        keep, check = button("Keep", "a:1:1:keep:0"), button("Check", "a:1:1:check:0")
        dice = '<img src="/a/0/one.png" alt=""><img src="/a/0/two.png" alt="">'
        await draw(page, table(keep, check, felt=FIELDS.format(more="x") + dice))
        await page.locator("input[name=other]").fill("typed first")
        await page.locator("input[name=n]").fill("half an am")
        await page.locator("#main input[type=checkbox]").press("Space")
        await page.locator("#main summary").click()
        await page.evaluate(
            """() => {
                const picture = [...document.querySelectorAll("#main img")].at(-1);
                globalThis.held = [document.querySelector("[data-action*=keep]"), picture];
                document.querySelector("[data-action*=check]").focus();
            }"""
        )
        fold = button("Fold", "a:1:1:fold:0")
        other = f'<p>Bess sits down.</p>{FIELDS.format(more="y")}<img src="/a/0/two.png" alt="">'
        await draw(page, table(fold, button("Bet", "a:1:1:bet:0"), keep, check, felt=other))

        assert await page.evaluate(STATE) == {
            "at": "a:1:1:check:0",
            "typed": ["half an am", "typed first"],
            "tick": True,
            "open": True,
            "kept": [True, True],
        }
        room.front.windows.close_all()
