"""Presses on a message that is just being deleted, or has just been posted."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from bot.tavern.table.table_state import TableState, TooManyTables
from bot.tavern.table_service import TableService
from games.stone_hand.game import STONE_HAND
from tests.discord.dice import Dice
from tests.discord.message import Message
from tests.discord.tavern import Delivery, Player, Press, Room, gather

GONE = "That message has just been replaced. A newer one shows how things stand."


def told(delivery: Delivery) -> list[str]:
    """Return the private answers to a press."""
    result = delivery.result
    answers = [each for each in (result.response, *result.followups) if each is not None]
    return [Message(each).words for each in answers if each.ephemeral]


async def test_f34_a_press_on_a_message_that_is_being_deleted(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-34, F-25: it acts, it is answered in private, and the table is shown by a new message."""
    dice.load("1-1-5")
    throw = room.prepare(ann.pressing("throw"))
    room.env.backend.delete_message(room.channel.id, ann.table.id)
    await room.deliver(throw)

    assert (await room.table()).revision == playing + 1
    assert told(throw) == [GONE]
    assert "ann: `1-1-5`" in ben.table.words
    assert len([each for each in ben.sees() if each.parts]) == 1


async def test_f34_a_refused_press_on_a_message_that_is_being_deleted(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-34, F-25: it is refused in words, as it would be on any other message."""
    throw = room.prepare(ben.pressing("throw"))
    room.env.backend.delete_message(room.channel.id, ben.table.id)
    await room.deliver(throw)

    assert "It’s not your turn." in told(throw)


async def test_f34_a_late_press_on_a_message_that_is_being_deleted(
    room: Room, ann: Player, playing: int, dice: Dice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-34, F-9: an answer that was put off first goes through as well."""
    dice.load("1-1-5")
    monkeypatch.setattr("bot.discord_io.interactions.context.DEFER_SECONDS", 0.0)
    throw = room.prepare(ann.pressing("throw"))
    act = TableService.act

    async def late(*arguments: object) -> TableState:
        await asyncio.sleep(0.05)
        return await act(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(TableService, "act", late)
    room.env.backend.delete_message(room.channel.id, ann.table.id)
    await room.deliver(throw)

    assert (await room.table()).revision == playing + 1
    assert told(throw) == [GONE]


@pytest.mark.parametrize(("lost", "refusals"), [(0, 1), (1, 1), (9, 0)])
async def test_tb11_what_is_private_never_takes_the_place_of_what_all_see(
    room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch, lost: int, refusals: int
) -> None:
    """TB-11: a late answer for all to see is taken away first; if nobody knows that, nothing is said."""
    monkeypatch.setattr("bot.discord_io.interactions.context.DEFER_SECONDS", 0.0)
    fill, tries = discord.Interaction.edit_original_response, [lost]

    async def filling(interaction: discord.Interaction, content: str) -> object:
        tries[0] -= 1
        if tries[0] >= 0:
            raise aiohttp.ServerDisconnectedError
        return await fill(interaction, content=content)

    async def refusing(*_arguments: object) -> TableState:
        await asyncio.sleep(0.05)
        raise TooManyTables

    monkeypatch.setattr(discord.Interaction, "edit_original_response", filling)
    monkeypatch.setattr(TableService, "open_table", refusing)
    await room.deliver(room.prepare_command(ann, "stonehand open", []))

    assert [each.sent.ephemeral for each in ann.sees() if each.parts] == [True] * refusals
    assert "can’t have more open tables" in ann.told or not refusals


def join_at_once(room: Room, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Join at the next posted table before the bot has heard of its message."""
    place = TableService.place

    async def slow(tavern: TableService, table: int, channel: int, message: int, *rest: Any) -> TableState:
        monkeypatch.setattr(TableService, "place", place)
        press = room.prepare(Press(player, message, f"t:{table}:join"))
        room.env.backend.emit("INTERACTION_CREATE", press.payload)
        await asyncio.sleep(0.1)
        return await tavern.place(table, channel, message, *rest)

    monkeypatch.setattr(TableService, "place", slow)


async def test_a_press_that_comes_at_once(
    room: Room, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table's first message, pressed before it is noted, stays its message and shows what was pressed."""
    join_at_once(room, ben, monkeypatch)
    await ann.open(STONE_HAND)

    assert len(ann.sees()) == 1
    assert "**ann** and **ben** are at the table" in ann.table.words
    assert (await room.table()).message == ann.table.id


async def test_a_press_that_comes_at_once_on_a_message_posted_anew(
    room: Room, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press on a message posted anew in the place of a buried one is answered, too."""
    await gather(room, STONE_HAND, [ann])
    for _ in range(20):
        await ann.member.send(room.channel, "chatter")
    join_at_once(room, ben, monkeypatch)
    await ann.press("house")

    assert len([each for each in ann.sees() if each.parts]) == 1
    assert "ben" in ann.table.words.splitlines()[2]
    assert (await room.table()).message == ann.table.id
