"""A table whose game is uninstalled between two processes: one stage a process, see `test_uninstalled.py`.

All stages open the same books, a day apart, on a Discord with the same server, channel and people.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from games.catalog import GAMES
from storage.books import ledger
from tests.discord.brisk import SETTLE_SECONDS, Brisk
from tests.discord.commands import type_in
from tests.discord.conftest import *  # noqa: F403 -- the fixtures of all tests in Discord
from tests.discord.evening import enter_all, plan
from tests.discord.forms import fill
from tests.discord.tavern import PURSE, Player, Room, gather, make_bot

KEY, BOOKS = os.environ["PLUG_KEY"], Path(os.environ["PLUG_BOOKS"])
DAY = int(os.environ["PLUG_DAY"])
ENTRY = 10


@pytest.fixture
def bot_path() -> Path:
    """The books, which every stage opens."""
    return BOOKS


@pytest_asyncio.fixture
async def people(bot_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[Player]]:
    """A manager and somebody else, who were there when the bot started on the stage’s day."""
    env = Brisk(await make_bot(bot_path), settle_timeout=SETTLE_SECONDS)
    with monkeypatch.context() as fixed:
        # The ids are those of the other days, too.
        fixed.setattr(env.backend, "snowflake", lambda: env.backend._allocate_at(1))
        guild = env.create_guild("The Inn", id=1)
        room = Room(env, bot_path, guild, guild.create_text_channel("tavern"))
        room.person("ann", is_manager=True)
        room.person("bob")
    env.backend.advance_clock(DAY * timedelta(days=1).total_seconds())
    try:
        await env.start()
        for command in env.backend.commands[None].values():
            if command["default_member_permissions"] is not None:
                guild.set_command_permissions(int(command["id"]), {guild.default_role: True})
        yield room.people
    finally:
        await room.bot.close()
        await env.shutdown()


async def coins(room: Room) -> tuple[int, ...]:
    """Return the sum of all accounts but the bank, and the coins of the two tables and two tournaments."""
    counted = "SELECT sum(balance) FROM accounts WHERE kind <> 'bank'"
    held = [of(room.guild.id, number) for of in (ledger.at_table, ledger.fund) for number in (1, 2)]
    return (
        await room.read(lambda tx: int(tx.scalar(counted))),
        *[await room.balance(each) for each in held],
    )


async def test_begun(people: list[Player]) -> None:
    """Two tables for coins, at each a hand under way, and two tournaments that both have entered."""
    room = people[0].room
    for _ in range(2):
        await gather(room, GAMES[KEY], people, buy_in=ENTRY)
        await people[0].press("begin")
        await people[0].press("throw")
        await plan(people[0], GAMES[KEY], seats=2, level_length=1, entry=ENTRY, chips=4)
        await enter_all(room, people)

    assert await coins(room) == (2 * PURSE, *[2 * ENTRY] * 4)


async def test_gone(people: list[Player]) -> None:
    """All rest with their coins; the second table and tournament are ended, with refunds for everybody."""
    room = people[0].room
    assert KEY not in GAMES
    assert await coins(room) == (2 * PURSE, *[2 * ENTRY] * 4)
    listed = await type_in(people[0], "manage tables")
    assert [each for each in (1, 2) if f"Table {each} · its game isn’t here, so it rests" in listed] == [1, 2]
    await type_in(people[0], "manage close", table=2)
    form = await people[0].member.slash(room.channel, "organise cancel", number=2)
    await fill(people[0], form, text="Its game is gone.")

    assert await coins(room) == (2 * PURSE, 2 * ENTRY, 0, 2 * ENTRY, 0)
    assert [await each.wallet() for each in people] == [PURSE - 2 * ENTRY] * 2


async def test_back(people: list[Player]) -> None:
    """The first table’s hand goes on to its end, the first tournament begins; the second stay closed."""
    room = people[0].room
    assert await coins(room) == (2 * PURSE, 2 * ENTRY, 0, 2 * ENTRY, 0)
    await type_in(people[1], "hand show")
    await people[1].press("throw")
    assert (await room.table()).table.hands == 2
    await type_in(people[0], "manage close", table=1)
    for each in people:
        await each.press("throw")
    await type_in(people[0], "tournament show")
    await people[0].press("start_cup")
    assert (await room.table(3)).phase == "playing"

    assert await coins(room) == (2 * PURSE, 0, 0, 2 * ENTRY, 0)
    phases = ["closed", "closed", "playing"]
    assert await room.read(lambda tx: tx.scalars("SELECT phase FROM tables ORDER BY id")) == phases
    assert await room.read(lambda tx: ledger.sum_of_server(tx, room.guild.id)) == 0
