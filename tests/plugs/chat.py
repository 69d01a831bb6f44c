"""A game by pip in the simulated Discord, in a process of its own: see `test_installed.py`."""

from __future__ import annotations

import json
import os
from random import Random

from bot.cogs import COGS
from bot.screens.catalog import FACES
from games import plugins
from games.catalog import GAMES, PLUGINS
from games.tools.verify import verify
from storage.books import ledger
from tests.discord.commands import type_in
from tests.discord.conftest import *  # noqa: F403 -- the fixtures of all tests in Discord
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.random_play import play_out
from tests.discord.tavern import PURSE, Room, gather

KEY = os.environ["PLUG_KEY"]


def test_it_is_there() -> None:
    """It is found, with its package and version, and nothing was left out."""
    assert list(PLUGINS) == [KEY]
    assert str(PLUGINS[KEY]).startswith("taproom-")
    assert plugins.FAULTS == []
    assert len(COGS) > len(GAMES)


async def test_it_is_opened_played_and_looked_up(room: Room) -> None:
    """Its own command opens a table; it is played to the end, its rules are told, and the books are right."""
    people = [room.person(f"person{number}") for number in range(2)]
    await gather(room, GAMES[KEY], people, buy_in=4)
    await people[0].press("begin")
    await play_out(people, Random(KEY))
    told = await type_in(people[0], f"{FACES[KEY].command} rules")

    assert GAMES[KEY].title in told
    assert (await room.table()).table.hands > 0
    await room.check_books()


async def test_a_history_names_the_version_of_its_package(room: Room) -> None:
    """The file says which package told the hand, and checks out; one of another version is remarked on."""
    people = [room.person(f"person{number}") for number in range(2)]
    await gather(room, GAMES[KEY], people, buy_in=4)
    await people[0].press("begin")
    for each in people:
        await each.press("throw")
    result = await people[1].member.slash(room.channel, "hand history")
    assert result.response is not None
    content = await result.response.attachments[0].read()
    earlier = content.replace(str(PLUGINS[KEY]).encode(), b"taproom-low-road 0.0.1")

    assert json.loads(content)["version"] == str(PLUGINS[KEY]) == "taproom-low-road 0.1"
    assert verify(content).faults == ()
    assert not any("checked by" in each for each in verify(content).to_know)
    assert "told by taproom-low-road 0.0.1, checked by taproom-low-road 0.1" in verify(earlier).to_know


async def test_it_is_played_at_once(room: Room) -> None:
    """`/play` opens a table of it with house players."""
    ann = room.person("ann")
    await type_in(ann, "play", game=KEY)

    assert (await room.table()).table.game == KEY
    assert (await room.table()).phase == "playing"


async def test_a_tournament_of_it_is_played(room: Room) -> None:
    """It is announced, entered, played at one table to its end, and the prize is paid."""
    people = [room.person(f"person{number}", is_manager=not number) for number in range(3)]
    await plan(people[0], GAMES[KEY], seats=3, level_length=1, entry=10, chips=4)
    await enter_all(room, people)
    await people[0].press("start_cup")
    await play_tournament(room, people, Random(KEY))

    assert "has won" in people[0].notice.words
    assert sum([await each.wallet() for each in people]) == 3 * PURSE
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 0
    await room.check_books()


async def test_it_stands_where_the_others_stand(room: Room) -> None:
    """It has a place in `/help`, in the usual house rules, and in records."""
    ann = room.person("ann", is_manager=True)
    title = GAMES[KEY].title

    assert title in await type_in(ann, "help")
    for command in ("record", "manage settings"):
        await type_in(ann, command)
    assert "left out" not in await type_in(ann, "manage doctor")
