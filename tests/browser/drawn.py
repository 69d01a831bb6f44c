"""A page that shows what a test draws, in place of what its server would."""

from __future__ import annotations

import json
from itertools import count

from playwright.async_api import Page

STEADY_MS = 400
"""The time in which a part that has just come under a finger cannot be pressed."""
_NUMBERS = count(1)


def button(words: str, action: str, more: str = "") -> str:
    """Return a button of the page."""
    return f'<button type="button" data-action="{action}" {more}><span class="line">{words}</span></button>'


def table(*answers: str, lines: tuple[str, ...] = (), felt: str = "", asks: str = "") -> str:
    """Return a table with these lines, the newest first, and below it the question and these buttons."""
    told = "".join(f"<p>{each}</p>" for each in lines)
    act = f'<div class="act"><div class="q">{asks}</div><div class="bar">{"".join(answers)}</div></div>'
    asked = "data-asked" if asks else ""
    tray = f'<section class="tray" data-game="toy" {asked}>{act}</section>'
    return f'<section class="felt">{felt}</section><div class="lines">{told}</div>{tray}'


async def draw(page: Page, main: str) -> None:
    """Make a page show this, as its server's answer to its next ticket."""
    number = next(_NUMBERS)
    parts = {"main": f'{main}<i id="drawn-{number}"></i>'}
    told = {"parts": parts, "table": 1, "ticket": "x", "now": 1.0, "quiet": 20}
    await page.unroute("**/ticket")
    await page.route("**/ticket", lambda route: route.fulfill(status=200, body=json.dumps(told)))
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.locator(f"#drawn-{number}").wait_for(state="attached")
