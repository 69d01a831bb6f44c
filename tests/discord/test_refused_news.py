"""News of a tournament that Discord refuses."""

from __future__ import annotations

import pytest

from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from storage.tournaments import outbox
from tests.discord.commands import call_off
from tests.discord.evening import enter_all, plan
from tests.discord.faults import direct_messages
from tests.discord.tavern import Player, Room


def refuse(room: Room, channel: int, status: int, code: int) -> None:
    """Discord takes no message in that channel any more."""
    room.env.inject_error("POST", f"/channels/{channel}/messages", status=status, code=code, times=None)


def laid_aside(tx: Transaction) -> list[str]:
    """Under which numbers of errors news lie aside."""
    return [error for (error,) in tx.all("SELECT refused FROM news")]


async def host_and_ben(room: Room) -> tuple[Player, Player]:
    """A tournament that two have entered, one of whom runs it."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, late_until=5)
    await enter_all(room, [host, ben])
    return host, ben


async def test_refused_news_stand_in_the_log_and_are_not_told_again(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """F-31: a 4xx is an error with a number, for the organiser too; it is not retried, and not forgotten."""
    host, _ben = await host_and_ben(room)
    refuse(room, room.channel.id, 400, 50035)
    await call_off(host)
    await room.wait(130)
    (logged,) = [each for each in caplog.records if "of tournament 1 refused" in each.message]
    (number,) = await room.read(laid_aside)
    (told,) = direct_messages(host)

    assert logged.levelname == "ERROR"
    assert logged.message.endswith(number)
    assert number
    assert f"The Cup (error {number})" in told

    room.env.backend.faults.clear()
    await room.restart(is_killed=True)
    await room.wait(10)
    assert not any("was called off. Everyone got" in each.words for each in host.sees())
    assert await room.read(outbox.untold) == ()


async def test_what_a_thread_does_not_take_is_said_by_the_notice(room: Room) -> None:
    """F-36: without the permission to write in a table's thread, a latecomer is called in the channel."""
    host, _ben = await host_and_ben(room)
    await host.press("start_cup")
    (thread,) = room.threads
    refuse(room, thread, 403, 50013)
    late = room.person("late")
    await late.press("enter")
    await room.wait(5)

    assert any(f"{late.mention}, you have seat" in each.words for each in late.sees())
    assert await room.read(laid_aside) == []
