"""TN-38: tournaments of a series as Discord's scheduled events."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from bot.screens.tournament.announcements import event_mark
from storage.tournaments import outbox
from tests.discord.commands import call_off, type_in
from tests.discord.evening import enter_all, play_tournament
from tests.discord.faults import direct_messages
from tests.discord.forms import fill_in
from tests.discord.series_rounds import keep_plan, kept, set_schedule, titles
from tests.discord.tavern import Player, Room

ROUTE = "/guilds/*/scheduled-events"
SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
SHORT = {"chips": 2, "level_length": 1, "levels": "2 4 8"}
"""A tournament that is soon played out."""
LOOKED = 70.0

pytestmark = pytest.mark.usefixtures("slow_rhythm")
"""The bot looks once a minute."""


def events(room: Room) -> list[Any]:
    """Return the events in the server's calendar."""
    return [*room.env.backend.guilds[room.guild.id].scheduled_events.values()]


def asked(room: Room, method: str) -> int:
    """Return the number of calls with this method about events."""
    return sum(each.method == method and "scheduled-events" in each.path for each in room.env.http_requests)


@pytest.fixture
def host(room: Room) -> Player:
    """A player who may run tournaments."""
    return room.person("host", is_manager=True)


@pytest_asyncio.fixture
async def begun(room: Room, host: Player) -> None:
    """A series with Discord's events, which announces a tournament within three minutes."""
    await type_in(host, "organise series create", name="Winter")
    await fill_in(host, "series_ask terms", has_events=True)
    await keep_plan(host, number=0, **SHORT)
    said = await set_schedule(room, host, announced_in=timedelta(minutes=3))
    assert "also listed among this server’s events" in said


@pytest_asyncio.fixture
async def announced(room: Room, begun: None) -> None:
    """It has announced it, and Discord has been told."""
    await room.wait(240 + LOOKED)
    assert await titles(room) == ["Winter 1"]


async def test_made_with_the_notice(room: Room, host: Player, announced: None) -> None:
    """Its name and hour, where the notice is, and how to enter; once, also for the next process."""
    (event,) = events(room)
    stored = (await room.bot.app.tournaments.look(1)).stored

    assert (event.name, event.status, event.entity_type) == ("Winter 1", SCHEDULED, 3)
    assert datetime.fromisoformat(event.scheduled_start_time).timestamp() == stored.plan.starts_at
    assert event.entity_metadata["location"].endswith(f"/{room.channel.id}/{host.notice.id}")
    assert "Stone Hand · freeze-out" in event.description
    assert event.description.endswith(event_mark(1))

    await room.restart(is_killed=True)
    await room.wait(2 * LOOKED)

    assert len(events(room)) == 1
    assert asked(room, "PATCH") == 0


@pytest.mark.usefixtures("slow_rhythm")
async def test_begun_and_called_off_along_with_the_tournament(
    room: Room, host: Player, announced: None
) -> None:
    """It is under way when hands are dealt; called off then, it has ended."""
    await enter_all(room, [host, room.person("ben")])
    await host.press("start_cup")
    await room.wait(LOOKED)

    assert [each.status for each in events(room)] == [ACTIVE]

    await call_off(host)
    await room.wait(LOOKED)

    assert [each.status for each in events(room)] == [COMPLETED]
    assert await room.read(outbox.kept_events) == ()


async def test_called_off_before_it_begins(room: Room, host: Player, announced: None) -> None:
    """The event is cancelled, which tells those who were interested."""
    await call_off(host)
    await room.wait(LOOKED)

    assert [each.status for each in events(room)] == [CANCELLED]


async def test_moved_along_with_the_tournament(room: Room, host: Player, announced: None) -> None:
    """TN-36: away at its hour, the tournament begins later, and so does the event."""
    (event,) = events(room)
    before = datetime.fromisoformat(event.scheduled_start_time)
    await room.restart(away_seconds=3 * 3600.0)
    await room.wait(LOOKED)
    stored = (await room.bot.app.tournaments.look(1)).stored
    after = datetime.fromisoformat(events(room)[0].scheduled_start_time)

    assert after.timestamp() == stored.plan.starts_at
    assert after - before > timedelta(hours=2, minutes=59)
    assert len(events(room)) == 1


async def test_what_happened_meanwhile_is_told_in_turn(room: Room, host: Player, announced: None) -> None:
    """F-33: begun and won while Discord was away: first that it is under way, then that it is over."""
    room.env.inject_error("PATCH", f"{ROUTE}/*", status=503, times=None)
    people = [host, room.person("ben")]
    await enter_all(room, people)
    await host.press("start_cup")
    await play_tournament(room, people, Random(1))
    await room.wait(LOOKED)
    assert [each.status for each in events(room)] == [SCHEDULED]
    room.env.backend.faults.clear()
    before = asked(room, "PATCH")
    await room.wait(LOOKED)

    assert [each.status for each in events(room)] == [COMPLETED]
    assert asked(room, "PATCH") == before + 2


@pytest.mark.parametrize("is_killed", [False, True])
async def test_the_answer_is_lost(
    room: Room, begun: None, monkeypatch: pytest.MonkeyPatch, *, is_killed: bool
) -> None:
    """F-2, F-33: made, and the bot never hears of it: it is found again, and there is no second one."""
    make = room.bot.http.create_guild_scheduled_event

    async def lose(*arguments: Any, **fields: Any) -> None:
        await make(*arguments, **fields)
        if is_killed:
            await asyncio.sleep(24 * 3600.0)
        raise OSError("reset")

    with monkeypatch.context() as patch:
        patch.setattr(room.bot.http, "create_guild_scheduled_event", lose)
        await room.wait(240)
        (there,) = await room.read(outbox.kept_events)
        assert (there.status, there.event) == ("creating", None)
    if is_killed:
        await room.restart(is_killed=True)
    await room.wait(LOOKED)
    (there,) = await room.read(outbox.kept_events)

    assert (there.status, there.event) == ("scheduled", events(room)[0].id)
    assert asked(room, "POST") == 1


async def test_killed_before_discord_was_asked(
    room: Room, host: Player, begun: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-2: among the server's events there is none of ours, so it is made."""
    room.env.inject_error("POST", ROUTE, status=500, times=None)
    await room.wait(240 + LOOKED)
    assert events(room) == []
    room.env.backend.faults.clear()
    await room.restart(is_killed=True)
    await room.wait(LOOKED)

    assert len(events(room)) == 1


async def test_without_the_permission_it_is_said_once(room: Room, host: Player, begun: None) -> None:
    """A 403: the organiser is told once, play goes on, and the next tournament does not ask again."""
    room.env.inject_error("POST", ROUTE, status=403, code=50013, times=None)
    await room.wait(240 + LOOKED)

    assert await titles(room) == ["Winter 1"]
    (told,) = direct_messages(host)
    assert "I can’t create events here any more" in told
    assert not (await kept(room)).has_events
    assert "permission Create Events" in await type_in(host, "organise series manage")
    assert asked(room, "POST") == 1


async def test_a_full_calendar_is_said(room: Room, host: Player, begun: None) -> None:
    """Discord takes a hundred events."""
    room.env.inject_error("POST", ROUTE, status=400, code=30038, times=None)
    await room.wait(240 + LOOKED)

    (told,) = direct_messages(host)
    assert "can’t have more Discord events" in told


async def test_an_event_that_somebody_deleted_stays_deleted(
    room: Room, host: Player, announced: None
) -> None:
    """A 404: they had their reasons."""
    (event,) = events(room)
    room.env.backend.delete_scheduled_event(room.guild.id, event.id)
    await enter_all(room, [host, room.person("ben")])
    await host.press("start_cup")
    await room.wait(2 * LOOKED)

    assert events(room) == []
    assert await room.read(outbox.kept_events) == ()
    assert direct_messages(host) == []


async def test_what_discord_refuses_is_left_alone(
    room: Room, host: Player, announced: None, caplog: pytest.LogCaptureFixture
) -> None:
    """F-31: a 400 stands in the log under a number, and is not tried again."""
    room.env.inject_error("PATCH", f"{ROUTE}/*", status=400, code=180000, times=None)
    await enter_all(room, [host, room.person("ben")])
    await host.press("start_cup")
    await room.wait(3 * LOOKED)

    assert asked(room, "PATCH") == 1
    assert len([each for each in caplog.records if "is left alone, error" in each.message]) == 1


async def test_ticked_later_it_takes_what_is_announced(room: Room, host: Player) -> None:
    """A tournament that hangs there already gets its event, if it has an hour; without one it never does."""
    await type_in(host, "organise series create", name="Winter")
    for start in ("in 30 min", ""):
        await type_in(host, "organise series manage")
        await host.press("series_plan")
        await fill_in(host, "plan_ask clock", starts_at=start)
        await host.press("announce")
    await type_in(host, "organise series manage")
    await fill_in(host, "series_ask terms", has_events=True)
    await room.wait(2 * LOOKED)

    assert [each.name for each in events(room)] == ["Winter 1"]


async def test_it_is_not_ticked_without_the_permission(room: Room, host: Player) -> None:
    """A user who ticks it reads which permission is missing, and nothing changes."""
    await type_in(host, "organise series create", name="Winter")
    backend, server = room.env.backend, room.env.backend.guilds[room.guild.id]
    for role in server.roles.values():
        if role.name == "TestBot":
            backend.edit_role(server.id, role.id, {"permissions": 0})
    await room.env.settle()

    assert "I need the permission Create Events" in await fill_in(host, "series_ask terms", has_events=True)
    assert not (await kept(room)).has_events
