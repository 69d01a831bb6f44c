"""What is slow on its way to Discord, and arrives after what was sent later."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from games.stone_hand.game import STONE_HAND
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Room, close_table, gather, is_over


async def test_edits_that_cross(
    room: Room, ann: Player, ben: Player, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edit that was slower than a later press leaves no older state on show."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("Add house player")
    await ann.press("Start")
    dice.load("1-1-5", "3-3-4")
    await ann.press("Throw")
    send = FakeWebhookAdapter.request

    async def slowly(self: FakeWebhookAdapter, route: Any, session: Any, **options: Any) -> Any:
        if route.method == "PATCH":
            await asyncio.sleep(1.6)
        return await send(self, route, session, **options)

    with monkeypatch.context() as line:
        line.setattr(FakeWebhookAdapter, "request", slowly)
        await room.wait(2.0)
        await ben.press("Join")
        await room.wait(1.9)
    await room.wait(2)

    assert "ben" in ann.table.words
    assert "Round 1" in ann.table.words


async def test_a_panel_of_another_channel(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-41: a press on an older panel answers for its own table, whatever panel was opened since."""
    await ann.press("My hand")
    panel = [each for each in ann.sees() if each.sent.ephemeral][-1]
    elsewhere = Room(room.env, room.path, room.guild, room.guild.create_text_channel("cellar"))
    there = Player(elsewhere, ann.member)
    await there.open(STONE_HAND)
    await there.member.slash(elsewhere.channel, "hand show")
    await ann.press_id(panel, panel.offers[0])
    again = next(each for each in ann.sees() if each.id == panel.id)

    assert "table 1" in again.words
    assert "table 2" not in again.words


async def test_a_call_that_came_too_late_is_taken_back(
    room: Room, ann: Player, ben: Player, playing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that was underway while its question was answered does not stay."""
    send = FakeHTTPClient.request

    async def slowly(self: FakeHTTPClient, route: Any, **options: Any) -> Any:
        if route.method == "POST":
            await asyncio.sleep(1.6)
        return await send(self, route, **options)

    with monkeypatch.context() as line:
        line.setattr(FakeHTTPClient, "request", slowly)
        await room.wait(20.5)
        await close_table(ann)
        await room.wait(2)

    assert is_over(ben.table)
    assert not [each for each in ben.sees() if "it is your turn at table" in each.words]
