"""A game by pip that is removed and installed again, in a process of its own: see `test_installed.py`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random

import pytest

from bot.cogs import COGS
from bot.cogs.games.common import GameCommands
from bot.screens.catalog import FACES
from games.catalog import GAMES
from storage.books import ledger
from tests.discord import tavern
from tests.discord.conftest import *  # noqa: F403 -- the fixtures of all tests in Discord
from tests.discord.message import Message
from tests.discord.random_play import play_out
from tests.discord.tavern import Player, Room, gather

KEY = os.environ["PLUG_KEY"]
GAME, COMMAND = GAMES[KEY], FACES[KEY].command
RESTS = "This table’s game isn’t here right now, so the table rests"


@contextmanager
def removed() -> Iterator[None]:
    """Take the game out of every list of games, as if its package were not installed."""
    listed = {
        id(value): value
        for name, module in sys.modules.items()
        if name.startswith(("bot.", "games.", "storage."))
        for value in vars(module).values()
        if isinstance(value, dict) and KEY in value
    }
    assert len(listed) > 5
    others = tuple(each for each in COGS if not (issubclass(each, GameCommands) and each.game.key == KEY))
    with pytest.MonkeyPatch.context() as gone:
        for each in listed.values():
            gone.delitem(each, KEY)
        gone.setattr(tavern, "COGS", others)
        yield


async def all_coins(room: Room) -> int:
    """Return the sum of everything but the bank."""
    counted = "SELECT sum(balance) FROM accounts WHERE kind <> 'bank'"
    return int(await room.read(lambda tx: tx.scalar(counted)))


async def at_table(room: Room, number: int = 1) -> int:
    """Return the coins on a table."""
    return await room.balance(ledger.at_table(room.guild.id, number))


async def begun(room: Room) -> list[Player]:
    """Begin a hand for coins; one of two has thrown."""
    people = [room.person("ann", is_manager=True), room.person("bob")]
    await gather(room, GAME, people, buy_in=10)
    await people[0].press("begin")
    await people[0].press("throw")
    return people


async def test_its_tables_rest_and_go_on(room: Room) -> None:
    """Without its package a table rests with all its coins, however long; with it, its hand goes on."""
    people = await begun(room)
    coins, (before, stored) = await all_coins(room), (people[1].table, await room.table())
    with removed():
        await room.restart()
        said = await people[1].press_id(before, before.button("throw"))
        assert RESTS in Message(said.response or said.followups[-1]).words
        await room.wait(timedelta(minutes=20).total_seconds())
        await room.restart(away_seconds=timedelta(days=2).total_seconds())
        assert await at_table(room) == 20
        assert await all_coins(room) == coins
    await room.restart()

    back = await room.table()
    assert back.table == stored.table
    assert back.deadline_at is not None
    assert back.deadline_at > room.env.now().timestamp()
    await people[1].press("throw")
    await play_out(people, Random(KEY))
    assert await all_coins(room) == coins
    assert await at_table(room) == 0
    await room.check_books()
