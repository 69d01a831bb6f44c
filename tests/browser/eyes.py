"""A channel on a phone and on a desk: its messages measured in Chromium, and kept as pictures.

A page never changes its size. SimCord does one thing at a time and drops a page's message about its size
meanwhile, so each page is given the time to send it before anything else happens.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page
from simcord import Preview
from simcord.backend.cdn import CDN_BASE

from bot import simcord_room
from bot.discord_io.application_emojis import image_of, record_planned, sprites_by_emoji
from tests.discord.brisk import PATIENCE_SECONDS
from tests.discord.message import Message
from tests.discord.tavern import Player, Room, make_bot

SCREENS = Path(__file__).parents[2] / ".screens"
PHONE, DISCORD, DESK = "phone", "discord", "desk"
WIDTHS: Mapping[str, int] = {PHONE: 390, DISCORD: 420, DESK: 1280}
"""SimCord's messages are 30 pixels narrower than those of Discord, which shows one on a phone as SimCord does
in a wider window: with less that goes on in a further line, and with a picture that is larger."""
HEIGHT = 1600
"""High enough for a whole message to be kept."""
SHARPNESS = {PHONE: 2, DISCORD: 1, DESK: 1}
SIZED = """() => {
    const shown = window.simcordPreview;
    return shown?.ready && shown.geometry.host.width === shown.presentation?.host.width;
}"""
"""True once a page has told SimCord its size."""
CONTEXT = "() => window.simcordPreview.contextId"
DRAWN = """([revision, id]) => {
    const shown = window.simcordPreview, article = document.querySelector(`article[data-message-id="${id}"]`);
    const images = [...document.querySelectorAll("article img")];
    return shown.ready && shown.publishedRevision >= revision && article !== null
        && images.every(each => each.complete && each.naturalWidth > 0);
}"""
"""True once a page shows the newest revision, a message included, and all images have loaded."""
MEASURED = """async id => {
    const article = document.querySelector(`article[data-message-id="${id}"]`);
    for (let still = 0, before = NaN; still < 5; ) {
        // A page that goes to its end does so over some frames.
        article.scrollIntoView({block: "nearest"});
        await new Promise(requestAnimationFrame);
        const top = article.getBoundingClientRect().top;
        still = top === before ? still + 1 : 0;
        before = top;
    }
    const frame = article.querySelector(".component-container") ?? article.querySelector(".message-content");
    const box = each => each.getBoundingClientRect();
    const asked = [...article.querySelectorAll(".component-row, .preview-select")];
    const within = [frame, ...asked, ...article.querySelectorAll("img, button, code")];
    return {
        page_width: document.documentElement.scrollWidth,
        right: Math.max(0, ...within.map(each => box(each).right)),
        height: Math.max(0, ...asked.map(each => box(each).bottom - box(frame).top)),
        broken: [...article.querySelectorAll("code")].filter(each => each.getClientRects().length > 1)
            .map(each => each.textContent),
        words: frame.innerText,
    };
}"""


@dataclass(frozen=True, slots=True)
class Sight:
    """The measures of a message on a page, in pixels."""

    page_width: float
    right: float
    """The right edge of the rightmost part."""
    height: float
    """The distance from its upper edge to the lower one of its last button."""
    broken: list[str]
    """Cards that are broken over two lines."""
    words: str


@dataclass(frozen=True, slots=True)
class Eyes:
    """A viewer with the same channel on a phone and on a desk."""

    preview: Preview
    pages: Mapping[str, Page]
    folder: Path

    async def see(self, message: Message, state: str) -> dict[str, Sight]:
        """Keep a picture of a message at every size; how it lies there."""
        await self.preview.refresh()
        return {size: await self._see(page, message, f"{state}-{size}") for size, page in self.pages.items()}

    async def _see(self, page: Page, message: Message, name: str) -> Sight:
        published = self.preview._pages[await page.evaluate(CONTEXT)].revision
        await page.wait_for_function(DRAWN, arg=[published, str(message.id)])
        sight: dict[str, Any] = await page.evaluate(MEASURED, str(message.id))
        article = page.locator(f'article[data-message-id="{message.id}"]')
        await article.screenshot(path=self.folder / f"{name}.png")
        return Sight(**sight)


@asynccontextmanager
async def looking(
    browser: Browser,
    room: Room,
    player: Player,
    folder: str,
    *,
    is_direct: bool = False,
    locale: str = "en-US",
) -> AsyncIterator[Eyes]:
    """Two pages on the room's channel, or on direct messages with the bot, through this player's eyes.

    `locale` is the language of their Discord.
    """
    kept = SCREENS / folder
    kept.mkdir(parents=True, exist_ok=True)
    images = await put_up_emojis(room)
    assert room.bot.user is not None
    await room.bot.user.edit(username="Taproom")
    user = player.member.user
    seen, viewer = (user.dm_channel, user) if is_direct else (room.channel, player.member)
    viewing = room.env.preview(seen, viewers=(viewer,), layout="channel", assets=images, locale=locale)
    async with viewing as preview, simcord_room.served_page(preview.url, 0, dict(images.values())) as address:
        pages = {}
        for size, width in WIDTHS.items():
            pages[size] = await browser.new_page(
                viewport={"width": width, "height": HEIGHT}, device_scale_factor=SHARPNESS[size]
            )
            pages[size].set_default_timeout(1000 * PATIENCE_SECONDS)
            await pages[size].goto(address)
            await pages[size].wait_for_function(SIZED)
        yield Eyes(preview, pages, kept)
        for page in pages.values():
            await page.close()


async def put_up_emojis(room: Room) -> dict[str, tuple[str, bytes]]:
    """The application's emojis by address with their images, and the bot anew, which finds them there."""
    images = {}
    for name, sprite in sprites_by_emoji().items():
        emoji = room.env.backend.create_application_emoji(name)
        images[f"{CDN_BASE}/emojis/{emoji.id}.png"] = f"{sprite}.png", image_of(sprite)
    await room.bot.app.database.write(record_planned)
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, faces="emojis", pictures="always"))
    return images
