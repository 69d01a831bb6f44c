"""Presses that a browser sends again because their response was lost."""

from __future__ import annotations

from bot.page.presses import PagePress
from tests.discord.cast import opened
from tests.discord.commands import forgive
from tests.discord.conftest import ann, ben, boss, room, simcord_env, unhurried, unspaced, written_once
from tests.page.cast import at_page
from tests.page.hosting import Hosting, hosting

__all__ = ["ann", "ben", "boss", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]


async def test_f22_a_press_that_arrives_again_after_a_later_one_does_nothing(hosting: Hosting) -> None:
    """F-22: a resent press moves no window back, though the database notes none that changes nothing."""
    page = await at_page(hosting, await opened(hosting.room))
    window, presses = page.windows["host"], page.server._presses
    first = PagePress.read({"id": "a" * 32, "deed": "table", "number": 1})
    later = PagePress.read({"id": "b" * 32, "deed": "table", "number": 2})
    seen = []
    for each in (first, later, first):
        await presses.take(window, each)
        seen.append(window.table)
    await presses.take(window, PagePress.read({"id": "c" * 32, "deed": "table", "number": 1}))
    forgive(hosting.room)

    assert seen == [1, 2, 2]
    assert window.table == 1
