"""Work of ours that takes so long that Discord would give an interaction up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.tavern.table_service import TableService
from games.destiny.game import DESTINY
from tests.discord.tavern import Player, Press, Room, gather

ANSWERED_SECONDS = 3.0
"""The seconds after which Discord tells users that the application did not respond."""


@contextmanager
def slow(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> Iterator[None]:
    """Meanwhile these of the Tavern's doings take so much longer."""

    def slowed(work: Callable[..., Awaitable[Any]], by: float) -> Callable[..., Awaitable[Any]]:
        async def late(*arguments: Any) -> Any:
            await asyncio.sleep(by)
            return await work(*arguments)

        return late

    with monkeypatch.context() as patched:
        for name, by in seconds.items():
            patched.setattr(TableService, name, slowed(getattr(TableService, name), by))
        yield


async def test_f9_a_refusal_is_answered_in_time(
    room: Room, ann: Player, playing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-9: time that it takes to put a refusal into words counts as well."""
    cora = room.person("cora")
    press = room.prepare(Press(cora, ann.table.id, ann.table.offers[0]))
    with slow(monkeypatch, act=1.5, settings=2.0):
        await room.deliver(press)
        await room.wait(ANSWERED_SECONDS)

        assert press.result.acknowledged

        await room.wait(2)

    assert cora.told == "You’re not sitting at this table."
    assert (await room.table()).revision == playing


async def test_f9_a_form_that_comes_too_late(
    room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-9: after a defer Discord takes no form, and a player who asked for it is told to ask again."""
    await gather(room, DESTINY, [ann, *(room.person(f"p{number}") for number in range(3))], practice=True)
    await ann.press("begin")
    called = next(each for each in room.people if each.is_called)
    await called.open_panel()
    asking = next(each for each in called.whispered.buttons.values() if ":number:" in each)
    press = room.prepare(Press(called, called.whispered.id, asking))
    with slow(monkeypatch, look=2.5):
        await room.deliver(press)
        await room.wait(ANSWERED_SECONDS)

    assert called.told == "That took too long. Please try again."
