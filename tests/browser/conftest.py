"""A room to look at in Chromium: the bot on a simulated Discord, and dice that are known."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.browser.chromium import FLAGS, chromium
from tests.discord.conftest import ann, ben, dice, room, simcord_env, unspaced, written_once

__all__ = ["ann", "ben", "browser", "dice", "room", "simcord_env", "unspaced", "written_once"]


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    """Chromium without a window."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        await browser.close()
