"""Helpers that several tests about fitting share."""

from __future__ import annotations

import re

from tests.browser.eyes import WIDTHS, Eyes
from tests.discord.message import Message

OTHER = re.compile("[0-9a-f]{64}|verify|games daily")


"""Seals and command lines, which may be broken over lines as cards may not."""


async def fits(eyes: Eyes, message: Message, state: str) -> None:
    """Check that no part of a message is wider than the page, and that no card is broken over two lines."""
    for size, sight in (await eyes.see(message, state)).items():
        assert max(sight.page_width, sight.right) <= WIDTHS[size], (state, size)
        assert [each for each in sight.broken if not OTHER.search(each)] == [], (state, size)
