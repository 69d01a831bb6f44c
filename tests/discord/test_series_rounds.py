"""A series that announces its tournaments by itself: TN-35 to TN-37."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import discord
import pytest
import pytest_asyncio

from bot.discord_io.interactions.dispatch import sentence
from bot.tavern.tournament.parse_times import UnknownZone
from bot.tavern.tournament.tournament_service import TournamentService
from bot.text.translate import speaking
from storage.tournaments import series as storage
from tests.discord.commands import ask_forget, series_page, type_in
from tests.discord.faults import direct_messages
from tests.discord.forms import fill_in
from tests.discord.series_rounds import keep_plan, kept, set_schedule, titles
from tests.discord.tavern import Player, Room
from tests.discord.tongues import speak

pytestmark = pytest.mark.usefixtures("slow_rhythm")

HOUR = 3600.0
WEEK = 7 * 24 * HOUR


@pytest.fixture
def host(room: Room) -> Player:
    """A player who may run tournaments."""
    return room.person("host", is_manager=True)


@pytest_asyncio.fixture
async def due(room: Room, host: Player) -> datetime:
    """A series whose first tournament is announced in two minutes; when it begins."""
    await type_in(host, "organise series create", name="Winter")
    await keep_plan(host)
    said = await set_schedule(room, host, announced_in=timedelta(minutes=3))
    assert "**Kept plan:** Stone Hand, freeze-out" in said
    start = (await kept(room)).start_at
    assert f"the next one begins <t:{start}:f>" in said
    return datetime.fromtimestamp(start or 0, UTC)


async def test_announced_at_its_hour(room: Room, host: Player, due: datetime) -> None:
    """TN-35, TN-36: three hours ahead there is a notice of the next tournament, once; then a week later."""
    await room.wait(30)

    assert await titles(room) == []

    await room.wait(240)

    assert await titles(room) == ["Winter 1"]
    assert "counts for **Winter**" in host.notice.words
    assert f"Starts <t:{int(due.timestamp())}:R>" in host.notice.words
    assert (await kept(room)).start_at == due.timestamp() + WEEK

    await room.restart(is_killed=True)
    await room.wait(240)

    assert await titles(room) == ["Winter 1"]
    assert len([each for each in host.sees() if "## 🏆 Winter 1" in each.words]) == 1


async def test_killed_before_it_was_shown(
    room: Room, host: Player, due: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-2, TN-36: an announcement committed before the kill is shown after it, and not made again."""
    with monkeypatch.context() as patch:
        patch.setattr(TournamentService, "_done", lambda *_: (_ for _ in ()).throw(OSError("killed")))
        await room.wait(240)
    assert await titles(room) == ["Winter 1"]

    await room.restart(is_killed=True)
    await room.wait(130)

    assert await titles(room) == ["Winter 1"]
    assert len([each for each in host.sees() if "## 🏆 Winter 1" in each.words]) == 1


async def test_away_at_the_hour_it_is_announced_late(room: Room, host: Player, due: datetime) -> None:
    """TN-36: two hours late, an hour before it begins; and it begins at its hour all the same."""
    await room.restart(away_seconds=2 * HOUR)
    await room.wait(10)

    assert await titles(room) == ["Winter 1"]
    assert f"Starts <t:{int(due.timestamp())}:R>" in host.notice.words


async def test_away_for_too_long_it_is_left_out(room: Room, host: Player, due: datetime) -> None:
    """TN-36: five minutes before it begins nobody could come; the organiser is told, and of the next one."""
    away = (due - room.env.now()).total_seconds() - 300
    await room.restart(away_seconds=away)
    await room.wait(130)

    assert await titles(room) == []
    (told,) = direct_messages(host)
    assert "I was away when the tournament of" in told
    assert f"The next one is <t:{int(due.timestamp() + WEEK)}:f>." in told
    assert "I was away when" in await type_in(host, "organise series manage")


async def test_an_organiser_who_takes_no_direct_messages(room: Room, host: Player, due: datetime) -> None:
    """F-39, TN-36: the news of the series is posted once in its channel, to them."""
    away = (due - room.env.now()).total_seconds() - 300
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=1)
    await room.restart(away_seconds=away)
    await room.wait(300)
    (told,) = [each.words for each in host.sees() if host.mention in each.words]

    assert "I was away when the tournament of" in told
    assert direct_messages(host) == []


async def test_away_for_weeks_it_goes_on_with_the_next(room: Room, host: Player, due: datetime) -> None:
    """TN-36: one of three missed dates is told; the fourth is announced."""
    await room.restart(away_seconds=3 * WEEK - HOUR)
    await room.wait(130)

    assert len(direct_messages(host)) == 1
    assert (await kept(room)).start_at == due.timestamp() + 3 * WEEK

    await room.wait(HOUR + 120)

    assert await titles(room) == ["Winter 1"]


async def test_it_begins_at_its_hour(room: Room, due: datetime) -> None:
    """TN-36: an hour away before the start moves nothing; away at the start, it begins that much later."""
    await room.wait(240)
    await room.restart(away_seconds=HOUR)
    stored = (await room.bot.app.tournaments.look(1)).stored

    assert stored.plan.starts_at == due.timestamp()

    await room.restart(away_seconds=2 * HOUR)
    stored = (await room.bot.app.tournaments.look(1)).stored

    assert (stored.plan.starts_at or 0) - due.timestamp() == pytest.approx(2 * HOUR, abs=10)


async def test_who_has_left_announces_nothing(room: Room, host: Player, due: datetime) -> None:
    """TN-37: nobody answers for it any more, so the schedule ends; others read that on the panel."""
    boss = room.person("boss", is_manager=True)
    room.guild.remove_member(host.member)
    await room.wait(240)

    assert await titles(room) == []
    said = await type_in(boss, "organise series manage")
    assert "who set the schedule, isn’t in this server any more" in said
    assert "**Automatically:**" not in said


async def test_who_may_no_longer_announces_nothing(room: Room, host: Player, due: datetime) -> None:
    """TN-37: without the permission the schedule ends, and the organiser is told."""
    roles = room.env.backend.guilds[room.guild.id].roles
    for role in roles.values():
        if role.name == "manager":
            room.env.backend.edit_role(room.guild.id, role.id, {"permissions": discord.Permissions().value})
    await room.wait(240)

    assert await titles(room) == []
    (told,) = direct_messages(host)
    assert "may no longer run tournaments here" in told
    assert (await kept(room)).schedule is None


async def test_what_cannot_be_announced_is_told(room: Room, host: Player, due: datetime) -> None:
    """TN-37: ten tournaments are open already; this one is left out in words, and the next is due."""
    for number in range(10):
        await type_in(host, "organise create", title=f"T{number}")
        await host.press("announce")
    await room.wait(240)

    assert await titles(room) == []
    (told,) = direct_messages(host)
    assert "This server can’t have more tournaments at once." in told
    assert (await kept(room)).start_at == due.timestamp() + WEEK


async def test_a_channel_that_is_gone_is_told(room: Room, host: Player, due: datetime) -> None:
    """TN-37: a notice that nobody would see is not put up."""
    room.env.backend.delete_channel(room.channel.id)
    await room.wait(240)

    assert await titles(room) == []
    (told,) = direct_messages(host)
    assert "The channel is gone." in told


async def test_discord_is_down_at_the_hour(room: Room, host: Player, due: datetime) -> None:
    """F-33: the organiser's rights cannot be looked up; it is announced when Discord answers again."""
    room.env.inject_error("GET", "/guilds/*/members/*", status=503, times=None)
    await room.wait(240)

    assert await titles(room) == []
    assert direct_messages(host) == []

    room.env.backend.faults.clear()
    await room.wait(70)

    assert await titles(room) == ["Winter 1"]


async def test_the_schedule_ends_with_the_planned_tournaments(room: Room, host: Player) -> None:
    """TN-36: with one tournament planned one is announced; then there is no schedule, nor can one be set."""
    await type_in(host, "organise series create", name="Winter", tournaments=1)
    await keep_plan(host)
    await set_schedule(room, host, announced_in=timedelta(minutes=3))
    await room.wait(240)

    assert await titles(room) == ["Winter 1"]
    assert (await kept(room)).schedule is None
    assert "more tournaments than the 1 planned" in await set_schedule(
        room, host, announced_in=timedelta(hours=1)
    )


async def test_a_schedule_that_is_set_again_announces_nothing_twice(
    room: Room, host: Player, due: datetime
) -> None:
    """TN-36: for an hour for which a tournament hangs there already there is no other one."""
    await room.wait(240)
    await type_in(host, "organise series manage")
    await fill_in(host, "series_ask schedule")

    assert (await kept(room)).start_at == due.timestamp() + WEEK


async def test_a_schedule_needs_a_plan_and_sense(room: Room, host: Player) -> None:
    """A schedule is refused without a plan, and with hours, days or zones that don't exist."""
    await type_in(host, "organise series create", name="Winter")

    assert "press “Plan tournament”" in (
        await fill_in(host, "series_ask schedule", rhythm="weekly", hour="20:00 UTC")
    )

    await keep_plan(host, chips=50)

    assert "such as 20:00 Europe/Berlin" in await fill_in(
        host, "series_ask schedule", rhythm="weekly", hour="eight"
    )
    assert "I don’t know that time zone." in await fill_in(
        host, "series_ask schedule", rhythm="weekly", hour="8:00 Bree"
    )
    assert "Does EST change to summer time where you mean it? Then please write America/New_York" in (
        await fill_in(host, "series_ask schedule", rhythm="weekly", hour="8pm EST")
    )
    assert "20:00 in which time zone?" in await fill_in(
        host, "series_ask schedule", rhythm="weekly", hour="8pm"
    )
    assert "You typed a time, but chose not to announce anything automatically." in (
        await fill_in(host, "series_ask schedule", hour="20:00 Europe/Berlin")
    )
    assert (await kept(room)).schedule is None
    assert "from 1 to 31" in await fill_in(host, "series_ask schedule", rhythm="day", day="32")
    await fill_in(host, "series_ask schedule", rhythm="day", day="31", hour="8pm berlin")
    said = await type_in(host, "organise series manage")
    assert "on day 31 of every month, in shorter months on the last one at 20:00 (Europe/Berlin)" in said
    said = await fill_in(host, "series_ask schedule", rhythm="never")
    assert "**Automatically:**" not in said
    # The hour is in the time zone that they typed last.
    said = await fill_in(host, "series_ask schedule", rhythm="weekly")
    assert "at 20:00 (Europe/Berlin)" in said


async def test_a_series_that_is_closed_announces_nothing(room: Room, host: Player, due: datetime) -> None:
    """TN-34: its schedule ends with it."""
    await type_in(host, "organise series manage")
    await host.press("series_close")
    await host.press("series_end")
    await room.wait(240)

    assert await titles(room) == []


async def test_who_was_forgotten_announces_nothing(room: Room, host: Player, due: datetime) -> None:
    """Neither plan nor schedule of a forgotten organiser is left."""
    await ask_forget(host)
    await host.press("forget_me")
    await room.wait(240)
    found = await kept(room)

    assert (found.plan, found.schedule, found.organiser < 0) == ("", None, True)
    assert await titles(room) == []


async def test_a_time_zone_that_has_gone(room: Room, host: Player, due: datetime) -> None:
    """TN-37: no hour can be reckoned any more, so the schedule ends, in words of the server's language."""
    await speak(room, "de")
    series = await kept(room)
    assert series.schedule is not None
    lost = replace(series, schedule=replace(series.schedule, zone="Middle/Earth"))
    await room.bot.app.database.write(lambda tx: storage.save(tx, lost))
    await room.wait(240)

    (told,) = direct_messages(host)
    with speaking("de"):
        assert str(sentence(UnknownZone(), "")) in told
    assert (await kept(room)).schedule is None


async def test_a_damaged_series_keeps_no_other_waiting(room: Room, host: Player, due: datetime) -> None:
    """F-20: one that cannot be read is not there for anybody; the others announce."""
    await type_in(host, "organise series create", name="Summer")
    spoil = "UPDATE series SET terms = '{', due_at = 0 WHERE id = 2"
    await room.bot.app.database.write(lambda tx: tx.execute(spoil).rowcount)
    await room.wait(240)

    assert await titles(room) == ["Winter 1"]
    assert "There’s no such series here." in await series_page(host, 2)
