"""The time from a link until its table is on a phone's screen, in Chromium with simulated networks.

The network delays each answer, and shares its bits per second among all of them; the phone's CPU is this
machine's, at its own speed. There is no cache of an earlier visit. The browser reports when it has painted,
which with this page is the table: without it there is nothing to paint.
"""

from __future__ import annotations

import statistics
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from benchmarks.measure import REPEATS, Figure, at_most
from bot.practice import opened, served
from tests.browser.chromium import FLAGS, chromium

LINES = {"a slow line, 1.6 Mbit/s and 150 ms": (1_600, 150), "a usual one, 9 Mbit/s and 60 ms": (9_000, 60)}
SECONDS_MOST = 1.0
PHONE = ViewportSize(width=390, height=844)
PAINTED = """new Promise((told) => new PerformanceObserver((list) =>
    list.getEntriesByName("first-contentful-paint").forEach((each) => told(each.startTime))
).observe({ type: "paint", buffered: true }))"""
WHOLE = """new Promise((told) => {
    const seen = [...document.images].filter((each) => each.loading !== "lazy");
    const look = () => seen.every((each) => each.complete) ? told(performance.now()) : setTimeout(look, 5);
    look();
})"""


async def measure() -> list[Figure]:
    """Measure on each network until the table is painted, and until all its pictures are there."""
    async with _room() as link, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        await _shown(browser, link, 0, 0)
        lines = [each for name, line in LINES.items() for each in await _on(browser, link, name, line)]
        await browser.close()
    return lines


@asynccontextmanager
async def _room() -> AsyncIterator[str]:
    """Run a practice room; yield the link to its table."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        async with opened(Path(folder) / "room.db") as room, served(room, "127.0.0.1", 0) as where:
            yield f"{room.links(where)[0]}&table=1"


async def _on(browser: Browser, link: str, name: str, line: tuple[int, int]) -> list[Figure]:
    taken = [await _shown(browser, link, *line) for _ in range(REPEATS)]
    figures = []
    for what, seconds in zip(("painted", "with all its pictures"), zip(*taken, strict=True), strict=True):
        middle, least, most = statistics.median(seconds), min(seconds), max(seconds)
        between = f"{least:.2f} to {most:.2f} s"
        figures.append(
            at_most(f"first table on {name}: {what}", f"{middle:.2f} s", between, middle, SECONDS_MOST)
        )
    return figures


async def _shown(browser: Browser, link: str, kilobits: int, milliseconds: int) -> tuple[float, float]:
    """Open a link as a new visitor; return the seconds until the table is painted, and until it is whole."""
    context = await browser.new_context(viewport=PHONE)
    page = await context.new_page()
    await _slow_down(page, kilobits, milliseconds)
    await page.goto(link, wait_until="commit")
    await page.locator(".felt").wait_for(state="attached")
    painted, whole = await page.evaluate(PAINTED), await page.evaluate(WHOLE)
    await context.close()
    return painted / 1000, max(painted, whole) / 1000


async def _slow_down(page: Page, kilobits: int, milliseconds: int) -> None:
    if not kilobits:
        return
    line = await page.context.new_cdp_session(page)
    await line.send("Network.enable")
    each_way = {"downloadThroughput": kilobits * 125, "uploadThroughput": kilobits * 125 // 2}
    await line.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": milliseconds, **each_way}
    )
