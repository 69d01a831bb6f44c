"""Time banks, sitting out, filling up, pauses, words and shown cards, on a phone and on a desk."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from games.engine.table import time_bank
from games.stone_hand.game import STONE_HAND
from tests.browser.eyes import looking
from tests.browser.fitting import fits
from tests.discord.dice import Dice
from tests.discord.knights import begin, swap
from tests.discord.tavern import Player, Room, gather

pytestmark = [pytest.mark.browser, pytest.mark.soak]


async def test_a_seat_that_is_kept(browser: Browser, room: Room, dice: Dice) -> None:
    """TB-17, TB-18: the public view, and the player's own."""
    ann, ben = room.person("ann"), room.person("Wilhelmina of the Long Barrow")
    assert time_bank.USUAL_SECONDS
    await gather(room, STONE_HAND, [ann, ben])
    async with looking(browser, room, ann, "sitting") as eyes:
        await fits(eyes, ann.table, "1-lobby")
        await ann.press("begin")
        await fits(eyes, ann.table, "2-time-bank")
        await ann.press("more")
        await fits(eyes, ann.whispered, "3-menu")
        await ann.press("top_up")
        await ben.press("more")
        await ben.press("sit_out")
        await ann.press("more")
        await ann.choose("say", "well_played")
        await fits(eyes, ann.table, "4-wishes-and-words")
        await ann.press("pause")
        await fits(eyes, ann.table, "5-pause-asked")
        await ben.press("pause")
        await fits(eyes, ann.table, "6-paused")
        await ben.press("play_on")
        dice.load("1-1-5", "2-2-4")
        await ann.press("throw")
        await ben.press("throw")
        await fits(eyes, ann.table, "7-waits")


async def test_cards_that_nobody_called(browser: Browser, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-11: the panel with its button, and the table when they are shown."""
    await begin([ann, ben], dice)
    await swap(ann, ben)
    for player, name in ((ben, "check"), (ann, "check"), (ben, "bet 2"), (ann, "fold")):
        await player.press(name)
    async with looking(browser, ann.room, ann, "showing") as eyes:
        await ann.open_panel()
        await fits(eyes, ann.whispered, "1-panel")
        await ann.press("show_cards")
        await fits(eyes, ann.table, "2-shown")
        await fits(eyes, ann.whispered, "3-panel")
