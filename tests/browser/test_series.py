"""The looks of a series of tournaments, on a phone and on a desk."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from playwright.async_api import Browser

from tests.browser.eyes import looking
from tests.browser.fitting import fits
from tests.discord.commands import all_series, series_page, type_in
from tests.discord.evening import enter_all, play_tournament
from tests.discord.forms import fill_in
from tests.discord.series_rounds import keep_plan, set_schedule
from tests.discord.tavern import Room

pytestmark = [pytest.mark.browser, pytest.mark.soak]

NAMES = ("ann", "ben", "cora", "dan")


async def test_a_series(browser: Browser, room: Room) -> None:
    """Its panel, the plan, the standings between tournaments and at the end, and those that are over."""
    host = room.person("host", is_manager=True)
    people = [room.person(name) for name in NAMES]
    async with looking(browser, room, host, "series") as eyes:

        async def look(state: str) -> None:
            await fits(eyes, host.whispered, state)

        await type_in(
            host, "organise series create", name="Winter at the Prancing Pony", best=2, tournaments=4
        )
        await look("1-begun")
        await fill_in(host, "series_ask terms", has_events=True)
        await keep_plan(host)
        await set_schedule(room, host, announced_in=timedelta(days=1))
        await type_in(host, "organise series manage")
        await look("2-by-itself")
        for number in (1, 2, 3):
            await type_in(host, "organise series manage")
            await host.press("series_plan")
            await fill_in(host, "plan_ask levels", chips=2, level_length=1, levels="2 4 8")
            if number == 1:
                await look("3-plan")
            await host.press("announce")
            await fits(eyes, host.notice, f"4-notice-{number}")
            await enter_all(room, people)
            await host.press("start_cup")
            await play_tournament(room, people, Random(number), number)
            await series_page(host)
            await look(f"5-standings-{number}")
        await type_in(host, "organise series manage")
        await look("6-panel")
        await host.press("series_close")
        await look("7-question")
        await host.press("series_end")
        await look("8-closed")
        await all_series(host)
        await look("9-past")
