"""The ways from chat to the page: an Activity if Discord opens one, and else a link."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import pytest_asyncio
from simcord.enums import CallbackType
from simcord.http.routes import interactions

from bot.discord_bot import wall_clock
from games.stone_hand.game import STONE_HAND
from tests.discord.conftest import ann, ben, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.odd_presses import answers_of
from tests.discord.tavern import Player, Room, gather, make_bot
from tests.page.authority import CLIENT_ID
from tests.page.hosting import SERVED, Hosting, hosting

__all__ = ["ann", "ben", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]

LAUNCH = 12


@pytest_asyncio.fixture(autouse=True)
async def activity(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot has a page and an Activity; SimCord, which knows none, takes a launch as it takes a ping."""
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, wall_clock, **SERVED))
    monkeypatch.setattr(
        interactions, "CallbackType", SimpleNamespace(**CallbackType.__members__ | {"PONG": LAUNCH})
    )


def launches(room: Room) -> int:
    """Return the number of opened Activities."""
    return sum(f"{{'type': {LAUNCH}" in repr(each) for each in room.env.http_requests)


def sent(room: Room, channel: int) -> str:
    """All messages of a channel, with where their buttons lead."""
    return repr([*room.env.backend.messages[channel].values()])


async def test_a_message_opens_the_activity_at_its_table(hosting: Hosting, ann: Player, ben: Player) -> None:
    """*Open the table* launches, and who comes then is led to that table, once; who sits there, always."""
    room = hosting.room
    hosting.authority.instances["i-1"] = room.guild.id, room.channel.id, {ann.id, ben.id}
    await ann.open(STONE_HAND)
    await ben.press("open")
    assert 1 == launches(room)
    for player, table in ((ben, 1), (ben, 0), (ann, 1)):
        assert 200 == (await hosting.enter(hosting.authority.code(player.id), "i-1"))[0]
        assert table == hosting.led_to
    # Opening a page seats no player.
    assert ["ann"] == [each.name for each in (await room.table()).table.present]


async def test_where_discord_opens_nothing_the_way_is_told(
    hosting: Hosting, ann: Player, ben: Player
) -> None:
    """In a thread its channel's Activity is named, which then opens at the thread's table, and lists it."""
    room, channel = hosting.room, hosting.room.channel
    hosting.authority.instances["i-1"] = room.guild.id, channel.id, {ben.id}
    thread = room.env.backend.create_thread(channel.id, "corner", ann.id)
    room.channel = channel.threads[0]
    await ann.open(STONE_HAND)
    await ben.press("open")
    assert 0 == launches(room)
    assert f"<#{channel.id}>" in ben.told
    assert f"{SERVED['page_url']}/{room.guild.id}.{thread.id}/?table=1" in sent(room, thread.id)

    room.channel = channel
    _status, script = await hosting.enter(hosting.authority.code(ben.id), "i-1")
    assert 1 == hosting.led_to
    window = await hosting.browser(script)
    assert 'data-table="1"' in window.page
    await window.send("table", number=1)
    await window.read_until("Sit down")


async def test_a_launch_that_discord_refuses_is_answered(
    hosting: Hosting, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Activities are off in the portal, the press is answered by the page's address."""
    monkeypatch.undo()
    await ann.open(STONE_HAND)
    await ann.press("open")

    assert "Open it in your browser" in ann.told
    assert f"{SERVED['page_url']}{hosting.path}/?table=1" in sent(hosting.room, hosting.room.channel.id)


async def test_an_entry_point_that_is_left_to_us_launches(room: Room, ann: Player) -> None:
    """F-56: Discord opens the Activity by itself; where the portal leaves that to the bot, the bot does."""
    command = room.prepare_command(ann, "help", [])
    command.payload["data"] = {"id": "1", "name": "launch", "type": 4}
    await room.deliver(command)

    assert (1, []) == (launches(room), answers_of(command))


async def test_a_turns_call_leads_to_its_table(room: Room, ann: Player, ben: Player) -> None:
    """The call in the channel opens the Activity there; a direct message has a link to the table."""
    await room.bot.app.tavern.prefer(ben.id, pings="dm")
    await gather(room, STONE_HAND, [ann, ben])
    await room.wait(60)
    await ann.press("begin")
    await room.wait(41)
    (called,) = (each for each in ann.sees() if each.words.startswith("Your turn, "))
    await room.wait(121)

    assert "t:1:open" in called.buttons.values()
    assert f"https://discord.com/activities/{CLIENT_ID}?custom_id=1" in sent(
        room, ben.member.user.dm_channel.id
    )
