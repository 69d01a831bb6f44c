"""Helpers that several tests about page share."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page

AXE = Path(__file__).parents[1] / "page" / "vendor" / "axe.min.js"


"""axe-core 4.11.0 as it is packed for npm; `make axe` fetches it again."""


RUN = """axe.run().then((told) =>
    told.violations.map((each) => each.id + ": " + each.nodes[0].html))"""


async def faults(page: Page, *ways: tuple[int, int, str]) -> list[str]:
    """Return the findings of axe in these sizes and colours, and the widths at which the page is too wide."""
    found: list[str] = []
    for width, height, scheme in ways:
        await page.set_viewport_size({"width": width, "height": height})
        await page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
        found += await page.evaluate(RUN)
        if await page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"wider than {width}")
    return found


THROWN = '.mine img[src*="die_"]:visible, .own-seat img[src*="die_"]:visible'


"""One's own dice: in the hand, or on the felt where the round is over with them."""
