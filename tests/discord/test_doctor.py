"""What the bot lacks, in a channel and by its invitation (F-35, F-36)."""

from __future__ import annotations

import discord
import pytest

from bot.discord_io.answering import refusals
from tests.discord.commands import type_in
from tests.discord.tavern import Player, Room


@pytest.mark.parametrize("name", ["send_messages", "attach_files", "read_message_history"])
async def test_the_doctor_names_a_missing_permission(room: Room, boss: Player, name: str) -> None:
    """F-36: what the bot lacks in this channel is named as Discord names it."""
    overwrite = discord.PermissionOverwrite(**{name: False})
    me = room.guild.me
    assert me is not None
    room.channel = room.guild.create_text_channel("locked", overwrites={me: overwrite})

    assert f"**{refusals.NEEDED_PERMISSIONS[name]}**" in await type_in(boss, "tavern doctor")


@pytest.mark.parametrize("name", ["view_channel", "send_messages"])
@pytest.mark.parametrize("words", ["play", "dividha open", "throw", "board"])
async def test_f36_nothing_is_opened_where_the_bot_may_not_write(
    room: Room, boss: Player, name: str, words: str
) -> None:
    """F-36: an answer could be given once and never changed: what is lacking is said instead, in private."""
    me = room.guild.me
    assert me is not None
    overwrite = discord.PermissionOverwrite(**{name: False})
    room.channel = room.guild.create_text_channel("locked", overwrites={me: overwrite})

    said = await type_in(boss, words, **({"post": True} if words == "board" else {}))

    assert f"In this channel I lack: {refusals.NEEDED_PERMISSIONS[name]}." in said
    assert await room.read(lambda tx: tx.value("SELECT count(*) FROM tables")) == 0
    assert [each for each in boss.sees() if not each.sent.ephemeral] == []


async def test_the_doctor_knows_threads(room: Room, boss: Player) -> None:
    """F-35: a thread that is archived or locked takes no table."""
    backend = room.env.backend
    thread = backend.create_thread(room.channel.id, "corner", boss.id)
    room.channel = room.channel.threads[0]
    assert "Nothing is missing here" in await type_in(boss, "tavern doctor")

    backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": True})

    said = await type_in(boss, "tavern doctor")
    assert "archived" in said
    assert "locked" in said


async def test_what_the_doctor_asks_for_is_what_the_invitation_grants() -> None:
    """The README's link carries the number of just these permissions."""
    needed = discord.Permissions(**dict.fromkeys(refusals.NEEDED_PERMISSIONS, True))

    assert needed.value == 274878008320


def test_a_thread_has_a_permission_of_its_own() -> None:
    """In a thread sending messages there counts, elsewhere sending messages."""
    nothing = discord.Permissions.none()

    assert "Send Messages in Threads" in refusals.missing_permissions(nothing, in_thread=True)
    assert "Send Messages" not in refusals.missing_permissions(nothing, in_thread=True)
    assert "Send Messages" in refusals.missing_permissions(nothing, in_thread=False)
    assert refusals.missing_permissions(discord.Permissions.all(), in_thread=True) == []
