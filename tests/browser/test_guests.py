"""The looks of invited tables and of calls, on a phone and on a desk."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from games.stone_hand.game import STONE_HAND
from tests.browser.eyes import looking
from tests.browser.fitting import fits
from tests.discord.calls import call, called, wishes
from tests.discord.commands import type_in
from tests.discord.forms import fill_in
from tests.discord.invitations import invitations, invite
from tests.discord.tavern import Room, gather

pytestmark = [pytest.mark.browser, pytest.mark.soak]


async def test_guests(browser: Browser, room: Room) -> None:
    """A host invites, sends away and hands over; what all see of it, and what only the host does."""
    ann, ben = room.person("ann"), room.person("Wilhelmina of the Long Barrow")
    await ann.open(STONE_HAND, invited=True)
    async with looking(browser, room, ann, "guests") as eyes:
        await fits(eyes, ann.table, "1-nobody-invited")
        await invite(ann, ben, room.person("cora"), room.person("dan"))
        await fits(eyes, ann.sees()[0], "2-lobby")
        await fits(eyes, invitations(ann)[0], "3-invitation")
        await ben.press("join")
        await ann.press("more")
        await fits(eyes, ann.whispered, "4-menu")
        await ann.press("guests")
        await fits(eyes, ann.whispered, "5-guests")
        await ann.choose("send_away", "Wilhelmina of the Long Barrow")
        await fits(eyes, ann.whispered, "6-sure")
        await ann.press("send_away_now")
        await fits(eyes, ann.whispered, "7-sent-away")
        await ben.press("join")
    async with looking(browser, room, ben, "guests-ben") as eyes:
        await fits(eyes, ben.whispered, "8-refused")


async def test_the_table_is_handed_over(browser: Browser, room: Room) -> None:
    """TB-15, TB-16: a host hands it to a user, who sends them away during a round."""
    ann, ben = room.person("ann"), room.person("Wilhelmina of the Long Barrow")
    await gather(room, STONE_HAND, [ann, ben, room.person("cora")])
    await ann.press("begin")
    async with looking(browser, room, ann, "handed-over") as eyes:
        await ann.press("guests")
        await fits(eyes, ann.whispered, "1-guests")
        await ann.choose("hand_over", "Wilhelmina of the Long Barrow")
        await fits(eyes, ann.whispered, "2-sure")
        await ann.press("hand_over_now")
        await fits(eyes, ann.whispered, "3-done")
        await fits(eyes, ann.table, "4-table")
        await ann.press("guests")
        await fits(eyes, ann.whispered, "5-not-theirs")
    async with looking(browser, room, ben, "handed-over") as eyes:
        await ben.press("guests")
        await ben.choose("send_away", "ann")
        await fits(eyes, ben.whispered, "6-sure")
        await ben.press("send_away_now")
        await fits(eyes, ben.table, "7-table")


async def test_calls(browser: Browser, room: Room) -> None:
    """Ben's choices, Ann's answers, and the call itself fit."""
    ann, ben = room.person("ann"), room.person("ben")
    await ann.open(STONE_HAND)
    async with looking(browser, room, ben, "calls") as eyes:
        await fits(eyes, ann.table, "1-lobby")
        await wishes(ben)
        await fits(eyes, ben.whispered, "2-call-me")
        await fill_in(ben, "call_hours", text="00:00-23:59 Europe/Berlin")
        await fits(eyes, ben.whispered, "3-hours")
        await call(ann)
        await fits(eyes, called(ben)[0], "4-call")
        await ben.press("call_stop")
        await fits(eyes, ben.whispered, "5-no-more")
        await type_in(ben, "me preferences")
        await fits(eyes, ben.whispered, "6-me")
