"""The pictures of the README, taken from the practice room's page on a phone: `make pictures`.

They show games that are really played, so each run shows others. Needs Chromium, as `tests/browser` does.
"""

from __future__ import annotations

import asyncio
import base64
import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Page, ViewportSize, async_playwright

from tests.browser.chromium import FLAGS, chromium

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "docs" / "pictures"
PHONE: ViewportSize = {"width": 390, "height": 844}
COLOURS = 256
SAMPLES = 8
"""The number of frames from which the moving picture takes its palette."""
FRAME_MS, SHOWN_MS, LAST_MS = 60, 1800, 4400
"""The time of a frame in milliseconds: the least, the most, and the last frame's."""
READ_MS = 1400
"""The time for reading before a press, in milliseconds."""
PATIENCE_MS = 60_000
STILLS = {
    "stone-hand": "Stone Hand",
    "destiny": "Destiny",
    "knights-heads": "Knights’ Heads",
    "dividha": "Dividha",
}
"""The pictures of the four games, and their names on the page."""
FILMED = STILLS["stone-hand"]


async def build() -> None:
    """Take all pictures anew."""
    KEPT.mkdir(exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for picture, game in STILLS.items():
            async with _practice() as address:  # a room for each: a user may have few open tables
                page = await browser.new_page(viewport=PHONE, color_scheme="dark")
                page.set_default_timeout(PATIENCE_MS)
                await page.goto(f"{address}#1")
                await _play(page, game)
                seen = Image.open(io.BytesIO(await page.screenshot()))
                _packed(seen).save(KEPT / f"{picture}.png", optimize=True)
                await page.close()
        await browser.close()


@asynccontextmanager
async def _practice() -> AsyncIterator[str]:
    """Run the practice room as its command does; yield its page's address."""
    command = (sys.executable, "-m", "bot.cli", "play")
    room = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    if room.stdout is None:
        raise RuntimeError("the practice room has nothing to say")
    try:
        yield (await room.stdout.readline()).decode().split()[-1]
    finally:
        room.terminate()
        await room.wait()


async def _round(page: Page) -> None:
    """Take a round of Stone Hand, moving and at its end: a throw, another if allowed, and the payment."""
    shown: list[tuple[float, Image.Image]] = []
    line = await page.context.new_cdp_session(page)

    async def keep(frame: dict[str, Any]) -> None:
        shown.append(
            (frame["metadata"]["timestamp"], Image.open(io.BytesIO(base64.b64decode(frame["data"]))))
        )
        await line.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    await page.get_by_role("button", name="Throw", exact=True).wait_for()
    line.on("Page.screencastFrame", keep)
    await line.send("Page.startScreencast", {"format": "png"})
    for name in ("Throw", "Throw again", "Keep it"):
        button = page.get_by_role("button", name=name, exact=True)
        await page.wait_for_timeout(READ_MS)
        if name == "Throw" or await button.is_visible():
            await button.click()
    await page.get_by_text("Your last throw").wait_for()
    await page.wait_for_timeout(READ_MS)
    await line.send("Page.stopScreencast")
    _film(shown)


def _film(shown: list[tuple[float, Image.Image]]) -> None:
    """Save the recorded frames as a moving picture with shortened waits, and its end as a still."""
    _packed(shown[-1][1]).save(KEPT / "round.png", optimize=True)
    colours = _packed(_in_a_row([seen for _at, seen in shown[:: max(1, len(shown) // SAMPLES)]]))
    frames = [seen.quantize(palette=colours, dither=Image.Dither.NONE) for _at, seen in shown]
    waits = [round(1000 * (then - at)) for (at, _), (then, _) in pairwise(shown)]
    times = [*(min(max(each, FRAME_MS), SHOWN_MS) for each in waits), LAST_MS]
    first, *others = frames
    moving: dict[str, Any] = {"append_images": others, "duration": times, "loop": 0}
    first.save(KEPT / "round.gif", save_all=True, optimize=True, **moving)


def _in_a_row(pictures: list[Image.Image]) -> Image.Image:
    """Return all pictures as one, so that one palette has the colours of each."""
    row = Image.new("RGB", (PHONE["width"] * len(pictures), PHONE["height"]))
    for at, each in enumerate(pictures):
        row.paste(each, (PHONE["width"] * at, 0))
    return row


async def _play(page: Page, game: str) -> None:
    """Play the room's first table, or another game, until it is the player's turn."""
    if game == FILMED:
        await _round(page)
        return
    await page.get_by_role("link", name="Back").click()
    await page.wait_for_timeout(READ_MS)
    await page.get_by_role("button", name=f"Play {game} now").click()
    await page.get_by_role("heading", name=game, level=1).wait_for()
    await page.locator(".act .btn.p").first.wait_for()
    await page.wait_for_timeout(READ_MS)


def _packed(picture: Image.Image) -> Image.Image:
    """Return the picture with a palette of its own, which has enough colours for screens."""
    return picture.convert("RGB").quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE)


if __name__ == "__main__":
    asyncio.run(build())
