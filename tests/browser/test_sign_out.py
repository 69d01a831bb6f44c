"""Signing out of the hosted page, in Chromium."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from bot.hosted.server import SESSION
from tests.discord.tavern import Player
from tests.page.hosting import Hosting, hosting

__all__ = ["hosting"]

pytestmark = [pytest.mark.browser]


async def test_signing_out_is_two_presses_away(hosting: Hosting, browser: Browser, ann: Player) -> None:
    """The menu of the page leads to *Sign out …*; the form there is sent, and ends the session."""
    proof = await hosting.sign_in(ann)
    context = await browser.new_context(locale="en-GB")
    value = proof["Cookie"].partition("=")[2]
    await context.add_cookies(
        [{"name": SESSION, "value": value, "url": hosting.origin, "sameSite": "Strict"}]
    )
    page = await context.new_page()
    await page.goto(f"{hosting.origin}{hosting.path}/")
    await page.get_by_role("button", name="This page").click()
    await page.get_by_role("link", name="Sign out …").click()
    await page.get_by_role("button", name="Sign out here").click()
    await expect(page.locator("main")).to_contain_text("You’re signed out")
    await context.close()

    assert "signed out" in await hosting.closed(proof)
