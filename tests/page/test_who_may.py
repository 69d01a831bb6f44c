"""F-38 at the hosted page: each right that Discord gives or takes decides there what it decides in chat."""

from __future__ import annotations

from itertools import product

import discord
import pytest

from bot.hosted.server import BEARER, SESSION
from bot.page.auth import PageUser
from tests.discord.conftest import ann, ben, boss, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.tavern import Player
from tests.page.hosting import FRAME, Hosting, hosting

__all__ = ["ann", "ben", "boss", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]


async def _guest(hosting: Hosting, player: Player, channel: int = 0) -> PageUser | None:
    """Return the visitor that somebody is at a channel's page, who has just signed in."""
    headers = await hosting.sign_in(player)
    key = headers["Cookie"].partition("=")[2]
    where = f"{hosting.room.guild.id}.{channel or hosting.room.channel.id}"
    return await hosting.page.server._sessions.guest(where, key)


@pytest.mark.parametrize(("views", "reads"), [*product((True, False), repeat=2)])
async def test_f38_who_may_look_in(hosting: Hosting, ben: Player, *, views: bool, reads: bool) -> None:
    """F-38: a viewer of the channel and its history comes in, and looks from elsewhere; nobody else does."""
    rights = discord.PermissionOverwrite(view_channel=views, read_message_history=reads)
    channel = hosting.room.guild.create_text_channel("cellar", overwrites={ben.member: rights})
    here = await _guest(hosting, ben)
    there = await _guest(hosting, ben, channel.id)

    assert here is not None
    assert (there is not None, here.sees(channel.id)) == (views and reads,) * 2


async def test_f38_private_threads_are_nobodys(hosting: Hosting, ben: Player, boss: Player) -> None:
    """F-38: a private thread's page is closed, as nobody can say who is in it, and a public one's open."""
    room = hosting.room
    hosting.authority.members[room.guild.id].add(boss.id)
    public = room.env.backend.create_thread(room.channel.id, "open", ben.id)
    private = room.env.backend.create_thread(room.channel.id, "shut", ben.id, type=12)
    await room.env.settle()
    for player in (ben, boss):
        here = await _guest(hosting, player)
        assert here is not None
        assert here.threads == (public.id,)
        assert (here.sees(public.id), here.sees(private.id)) == (True, False)
        there = await _guest(hosting, player, public.id)
        assert there is not None
        # A thread is closed to games with its channel (TB-23).
        assert (there.channel, there.parent, here.parent) == (public.id, room.channel.id, 0)
        assert await _guest(hosting, player, private.id) is None


RIGHTS = (
    "manage_guild",
    "manage_messages",
    "manage_channels",
    "manage_roles",
    "kick_members",
    "administrator",
)


@pytest.mark.parametrize("right", RIGHTS)
async def test_f26_who_manages_there(hosting: Hosting, right: str) -> None:
    """F-26: whoever may manage the server manages the tavern, as administrators do; nobody else."""
    room = hosting.room
    role = room.guild.create_role(right, permissions=discord.Permissions(**{right: True}))
    member = room.guild.add_member(room.env.create_user("cora"), roles=[role])
    hosting.authority.members[room.guild.id].add(member.id)
    guest = await _guest(hosting, Player(room, member))

    assert guest is not None
    assert guest.manages is (right in ("manage_guild", "administrator"))
    assert guest.request(1, 0.0).manages is guest.manages
    assert role.id in guest.roles


@pytest.mark.parametrize("end", ["sign_out", "forget", "time"])
async def test_f38_a_session_that_ended_gives_nothing(hosting: Hosting, boss: Player, end: str) -> None:
    """F-38: a window that is still open is a stranger's from that moment on."""
    hosting.authority.members[hosting.room.guild.id].add(boss.id)
    guest = await _guest(hosting, boss)
    assert guest is not None
    assert guest.request(1, 0.0).manages
    sessions = hosting.page.server._sessions
    if end == "time":
        await hosting.room.wait(guest.seconds_left + 1)
    elif end == "forget":
        sessions.forget(boss.id)
    else:
        for each in sessions._of(boss.id):
            sessions._end(each)
    visit = guest.request(2, 0.0)

    assert (visit.is_member, visit.manages, visit.roles) == (False, False, frozenset())
    assert guest.seconds_left <= 0


async def test_f38_an_activity_is_of_its_channel(hosting: Hosting, ben: Player) -> None:
    """F-38: an Activity lets nobody into another channel, though they see it, nor who takes no part in it."""
    here, channel = hosting.room.guild.id, hosting.room.channel.id
    other = hosting.room.guild.create_text_channel("cellar").id
    hosting.authority.instances["i-1"] = here, channel, {ben.id}
    _status, script = await hosting.enter(hosting.authority.code(ben.id), "i-1")

    assert 200 == await hosting.ticket(script)
    assert 403 == await hosting.ticket(script, f"/{here}.{other}")


async def test_f38_an_activitys_key_is_no_cookie(hosting: Hosting, ben: Player) -> None:
    """F-38: the key of an Activity lets nobody in as the cookie of a browser, nor a cookie from its frame."""
    here, channel = hosting.room.guild.id, hosting.room.channel.id
    hosting.authority.instances["i-1"] = here, channel, {ben.id}
    _status, script = await hosting.enter(hosting.authority.code(ben.id), "i-1")
    own = await hosting.sign_in(ben)
    key = script["Authorization"].removeprefix(BEARER)

    assert 401 == await hosting.ticket(own | {"Cookie": f"{SESSION}={key}"})
    assert 401 == await hosting.ticket(own | {"Origin": FRAME})
    assert (200, 200) == (await hosting.ticket(own), await hosting.ticket(script))


async def test_no_origin_is_ours_without_an_activity(hosting: Hosting, ben: Player) -> None:
    """F-38: without an Activity an empty origin is nobody's, and so is Discord's frame."""
    own, server = await hosting.sign_in(ben), hosting.page.server
    assert 200 == await hosting.ticket(own)
    server._activity = ""

    assert {403} == {await hosting.ticket(own | {"Origin": each}) for each in ("", FRAME, "null")}
