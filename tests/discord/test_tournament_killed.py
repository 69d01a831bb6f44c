"""Tournaments of a bot that is killed, or kept, between a commit and what is to be told of it."""

from __future__ import annotations

import asyncio

import pytest
import pytest_asyncio

from bot import discord_bot
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentService
from games.stone_hand.game import STONE_HAND
from storage.errors import NotAccepted
from storage.tournaments import outbox
from tests.discord.commands import call_off
from tests.discord.evening import enter_all, plan
from tests.discord.nonces import nonces
from tests.discord.tavern import Player, Room

pytestmark = pytest.mark.usefixtures("slow_rhythm")

DAY = 24 * 3600.0
TOO_LONG = 5.0


def silence(room: Room) -> None:
    """No message of the bot's arrives from now on."""
    room.env.inject_error("POST", "/channels/*", status=503, times=None)


async def never(*_arguments: object) -> None:
    """Stand for work that a killed bot does not live to do."""
    await asyncio.sleep(DAY)


async def killed(room: Room) -> None:
    """The bot is killed, Discord is well, and another bot takes over."""
    room.env.backend.faults.clear()
    await room.restart(is_killed=True)
    await room.wait(10)


def calls_of(room: Room, player: Player) -> list[str]:
    """Return the messages that called a player to a seat."""
    said = [*room.said_in_threads(), *(each.words for each in player.sees())]
    return [words for words in said if f"{player.mention}, you have seat" in words]


@pytest_asyncio.fixture
async def entered(room: Room) -> list[Player]:
    """Four people have entered a tournament, the first of whom runs it."""
    people = [room.person("host", is_manager=True), *(room.person(f"p{number}") for number in range(3))]
    await plan(people[0], STONE_HAND, seats=2)
    await enter_all(room, people)
    return people


async def test_players_are_called_after_the_start(room: Room, entered: list[Player]) -> None:
    """F-2: messages unsent at a kill are sent by the next bot, once."""
    silence(room)
    await entered[0].press("start_cup")

    assert [calls_of(room, each) for each in entered] == [[]] * 4

    await killed(room)

    assert [len(calls_of(room, each)) for each in entered] == [1] * 4
    assert len(room.threads) == 2
    assert await room.read(outbox.untold) == ()


async def test_what_was_told_is_not_told_again(room: Room, entered: list[Player]) -> None:
    """F-2: a bot that comes back says nothing that has been said."""
    await entered[0].press("start_cup")
    await killed(room)

    assert [len(calls_of(room, each)) for each in entered] == [1] * 4
    assert len(room.threads) == 2


async def test_told_when_discord_is_back(room: Room, entered: list[Player]) -> None:
    """F-33: messages unsent during Discord's outage are sent afterwards, once."""
    room.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await entered[0].press("start_cup")
    room.env.backend.faults.clear()
    # One of the two threads is heard of again before the other.
    room.env.inject_error("POST", f"/channels/{max(room.threads)}/*", status=503, times=None)
    await room.wait(61)

    assert sorted(len(calls_of(room, each)) for each in entered) == [0, 0, 1, 1]

    room.env.backend.faults.clear()
    await room.wait(61)
    await room.wait(61)

    assert [len(calls_of(room, each)) for each in entered] == [1] * 4
    assert await room.read(outbox.untold) == ()


async def test_f6_a_thread_that_could_not_be_noted(
    room: Room, entered: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-6: if the disk was full when its thread was opened, a table is posted once there is room."""

    async def refuse(*_arguments: object) -> None:
        raise NotAccepted("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(TableService, "set_channel", refuse)
        await entered[0].press("start_cup")
        await room.wait(2)
    await room.wait(120)
    state = await room.bot.app.tournaments.look(1)

    assert all(place.message for place in state.places.values())
    assert [len(calls_of(room, each)) for each in entered] == [1] * 4


async def test_told_and_not_noted(room: Room, entered: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    """F-2: killed right after a call, the bot repeats it with the same nonce, so it stands there once."""
    with monkeypatch.context() as patch:
        patch.setattr(TournamentService, "mark_announced", never)
        await entered[0].press("start_cup")
        await killed(room)
    first, second = nonces(room, f"{entered[0].mention}, you have seat")

    assert first == second


async def test_f5_told_to_go_in_the_middle_of_telling(
    room: Room, entered: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-5: a message that takes too long is not waited for; the next bot sends it."""

    async def take_long(*_arguments: object) -> None:
        await asyncio.sleep(TOO_LONG)

    with monkeypatch.context() as patch:
        patch.setattr(discord_bot, "LEAVE_SECONDS", 0.0)
        patch.setattr(TableService, "set_channel", take_long)
        await entered[0].press("start_cup")
        await room.bot.close()
        await room.wait(TOO_LONG)
    await room.restart()
    await room.wait(10)

    assert [len(calls_of(room, each)) for each in entered] == [1] * 4


async def test_a_thread_that_was_not_noted(
    room: Room, entered: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-2: killed right after a thread was opened, the bot finds it again; there is no second, empty one."""
    with monkeypatch.context() as patch:
        patch.setattr(TableService, "set_channel", never)
        await entered[0].press("start_cup")
    opened = room.threads
    assert opened
    assert room.said_in_threads() == []

    await killed(room)

    assert len(room.threads) == 2
    assert set(opened) <= set(room.threads)
    assert [len(calls_of(room, each)) for each in entered] == [1] * 4


async def test_a_thread_without_its_table(room: Room, entered: list[Player]) -> None:
    """F-2: killed before a table's message was posted, the bot posts it in the thread that is there."""
    room.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    await entered[0].press("start_cup")

    assert len(room.threads) == 2

    await killed(room)
    state = await room.bot.app.tournaments.look(1)

    assert len(room.threads) == 2
    assert {place.channel for place in state.places.values()} == set(room.threads)
    assert all(place.message for place in state.places.values())


async def test_a_reminder_that_was_not_sent(room: Room) -> None:
    """F-2: noted as given, and lost with the process: it is given after the start."""
    host = room.person("host", is_manager=True)
    await plan(host, STONE_HAND, starts_at="in 11 min")
    await enter_all(room, [host, room.person("ben")])
    silence(room)
    await room.wait(65)
    await killed(room)
    reminders = [each.words for each in host.sees() if "The Cup · start" in each.words]

    assert len(reminders) == 1


async def test_a_reminder_of_what_has_come_meanwhile(room: Room) -> None:
    """No reminder of the start is sent once the tournament has begun."""
    host = room.person("host", is_manager=True)
    await plan(host, STONE_HAND, starts_at="in 11 min")
    await enter_all(room, [host, room.person("ben")])
    silence(room)
    await room.wait(65)
    await host.press("start_cup")
    await killed(room)

    assert not any("The Cup · start" in each.words for each in host.sees())
    assert len(calls_of(room, host)) == 1


async def test_a_thread_that_somebody_deleted(room: Room, entered: list[Player]) -> None:
    """F-36: a table whose thread is gone is set in the channel of the notice, and played there."""
    await entered[0].press("start_cup")
    state = await room.bot.app.tournaments.look(1)
    lost = state.places[1].channel
    room.env.inject_error("*", f"/channels/{lost}/*", status=404, code=10003, times=None)
    room.env.inject_error("*", "/webhooks/*", status=404, code=10015, times=None)
    await room.wait(10)
    place = (await room.bot.app.tournaments.look(1)).places[1]

    assert place.channel == room.channel.id
    assert place.message is not None
    assert "The Cup, table 1" in entered[0].table.words


async def test_an_end_that_cannot_be_read(room: Room, entered: list[Player]) -> None:
    """A tournament that ended untold, and that this version cannot read, keeps no other from being told."""
    await plan(entered[0], STONE_HAND)
    silence(room)
    await call_off(entered[0], number=1)
    spoil = "UPDATE tournaments SET format = id - 1, settled = 0, shown_revision = 0"
    await room.bot.app.database.write(lambda tx: tx.execute(spoil).rowcount)
    await enter_all(room, entered[:2])
    await entered[0].press("start_cup")
    await killed(room)

    assert [len(calls_of(room, each)) for each in entered] == [1, 1, 0, 0]
