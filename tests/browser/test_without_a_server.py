"""Throws and games where there is no server, on a phone and on a desk."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from games.catalog import GAMES
from tests.browser.eyes import looking
from tests.browser.fitting import fits
from tests.discord.abroad import Abroad
from tests.discord.dice import Dice
from tests.discord.direct_tables import Writer
from tests.discord.tavern import Player, Room

pytestmark = [pytest.mark.browser, pytest.mark.soak]


async def test_a_challenge_in_a_group(
    browser: Browser, room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """SH-14: the invitation, the throws, the end, and what is said to whom it is not for."""
    group, cora = Abroad(room, "group"), room.person("Cora")
    async with looking(browser, room, ben, "abroad") as eyes:
        await group.type_in(ann, "throw", against=ben)
        await fits(eyes, ben.table, "1-invitation")
        await group.press(cora, "accept")
        dice.load("2-5-6", "1-1-5", "3-3-4")
        await group.press(ben, "accept")
        await group.press(ann, "throw")
        await fits(eyes, ben.table, "2-junk")
        await group.press(ann, "rethrow")
        await group.press(ben, "throw")
        await fits(eyes, ben.table, "3-over")
        await group.type_in(ben, "play")
        await fits(eyes, ben.whispered, "4-no-table")
        await group.type_in(ben, "help")
        await fits(eyes, ben.whispered, "5-help")


@pytest.mark.parametrize("game", GAMES)
async def test_a_direct_message(browser: Browser, room: Room, ann: Player, game: str) -> None:
    """TB-12: a table as in a channel, and the panel below it."""
    writer = Writer(ann)
    async with looking(browser, room, ann, f"direct-{game}", is_direct=True) as eyes:
        await writer.type_in("play", game=game)
        await fits(eyes, writer.table, "1-table")
        await writer.press("hand")
        await fits(eyes, writer.sees()[0], "2-panel")
