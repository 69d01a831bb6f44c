"""An evening of each game as a phone and a desk show it: what fits, what breaks, how much is said.

The screenshots are kept in `.screens/`, to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright
from simcord import Preview
from simcord.backend.cdn import CDN_BASE

from bot import practice_page
from bot.discord_io.application_emojis import image_of, wanted
from games.catalog import GAMES
from games.engine.core.game import AnyGame
from tests.browser.test_practice_room import FLAGS, chromium
from tests.discord.random_play import play_turn
from tests.discord.tavern import Player, Room, gather, is_over, make_bot

pytestmark = pytest.mark.browser

SCREENS = Path(__file__).parents[2] / ".screens"
PHONE, DESK = (390, 844), (1000, 900)
CHROME_HEIGHT = 120
"""Pixels of a phone's screen that are the channel's title and the line to type in."""
WORDS_MAX = {"stone_hand": 88, "destiny": 128, "dividha": 112, "knights_heads": 150}
"""60 % of the words that the largest message of each game had before it got a face."""
PRESSES_MAX = 60
LAYOUT_MS = 200
LAYOUTS_MAX = 25
"""How often, and after how many milliseconds each, a page is given time to follow its window."""
SHAPE = """id => {
    const article = document.querySelector(`article[data-message-id="${id}"]`);
    const frame = article.querySelector(".component-container").getBoundingClientRect();
    const rows = [...article.querySelectorAll(".component-row")];
    const cards = [...article.querySelectorAll("code")];
    return {
        wide: document.documentElement.scrollWidth,
        right: Math.max(frame.right, ...rows.map(each => each.getBoundingClientRect().right)),
        height: (rows.length ? rows.at(-1).getBoundingClientRect().bottom : frame.bottom) - frame.top,
        broken: cards.filter(each => each.getClientRects().length > 1).map(each => each.textContent),
    };
}"""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody's page, and where its screenshots go."""

    page: Page
    preview: Preview
    folder: Path

    async def check(self, game: AnyGame, player: Player, state: str) -> None:
        """Look at the table, and at the panel if there is one, at both widths."""
        await self.preview.refresh()
        panel = next((each for each in player.looks_back() if each.sent.ephemeral and each.parts), None)
        for name, message in (("table", player.table), ("panel", panel)):
            if message is None:
                continue
            said = re.sub(r"<:\w+:\d+>", "", message.words)
            assert re.search("[0-9a-f]{32}", said) is None
            assert name == "panel" or len(said.split()) <= WORDS_MAX[game.key], said
            for width, height in (DESK, PHONE):
                await self.page.set_viewport_size({"width": width, "height": height})
                shape = await self._shape(message.id, width)
                await self.page.screenshot(path=self.folder / f"{state}-{name}-{width}.png")
                assert shape["wide"] <= width, (state, name)
                assert shape["right"] <= width, (state, name)
                assert shape["broken"] == [], (state, name)
                assert width == DESK[0] or shape["height"] <= height - CHROME_HEIGHT, (state, name, shape)

    async def _shape(self, message: int, width: int) -> dict[str, Any]:
        shape: dict[str, Any] = {}
        for _ in range(LAYOUTS_MAX):
            await self.page.wait_for_timeout(LAYOUT_MS)
            article = self.page.locator(f'article[data-message-id="{message}"]')
            await article.scroll_into_view_if_needed()
            shape = await self.page.evaluate(SHAPE, str(message))
            if shape["right"] <= width:
                break
        return shape


@asynccontextmanager
async def looking(room: Room, player: Player, folder: Path) -> AsyncIterator[Viewer]:
    """A browser on the channel, through this player's eyes."""
    images = {f"{CDN_BASE}/emojis/{id_}.png": file for id_, file in await emojis(room)}
    viewing = room.env.preview(room.channel, viewers=(player.member,), layout="channel", assets=images)
    async with (
        async_playwright() as playwright,
        viewing as preview,
        practice_page.served(preview.url, 0, dict(images.values())) as address,
    ):
        browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = await browser.new_page()
        await page.goto(address)
        yield Viewer(page, preview, folder)
        await browser.close()


async def emojis(room: Room) -> list[tuple[int, tuple[str, bytes]]]:
    """The application's emojis by id, with their images, and the bot anew, which finds them there."""
    there = [
        (room.env.backend.create_application_emoji(name).id, (f"{sprite}.png", image_of(sprite)))
        for name, sprite in wanted().items()
    ]
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, faces="emojis"))
    return there


def state_of(room_table: Any) -> str:
    """What kind of state a table is in."""
    if room_table.hand is None:
        return "resting" if room_table.phase == "playing" else room_table.phase
    return str(room_table.hand.state.stage)


@pytest.mark.parametrize("key", GAMES)
async def test_an_evening(room: Room, key: str) -> None:
    """Every kind of state fits a phone and a desk, says little, and breaks no card over two lines."""
    game, random, seen = GAMES[key], Random(5), set[str]()
    folder = SCREENS / key
    folder.mkdir(parents=True, exist_ok=True)
    people = [room.person(name) for name in ("Brenna", "Tomas", "Ishbel")]
    async with looking(room, people[0], folder) as viewer:
        await gather(room, game, people)
        await viewer.check(game, people[0], "lobby")
        await people[0].press("Start")
        for _ in range(PRESSES_MAX):
            state = state_of((await room.table()).table)
            if state not in seen:
                seen.add(state)
                await viewer.check(game, people[0], state)
            if is_over(people[0].table):
                break
            await play_turn(people, random)
    assert len(seen) > 1
