"""Tables in threads of their own (TB-23)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import discord
import pytest
import pytest_asyncio
from simcord.builders import ChannelHandle

from bot.discord_io.notifications.tournaments import ARCHIVE_SECONDS
from bot.tavern.table import actions
from games.engine.table.table import Terms
from games.stone_hand.game import STONE_HAND
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.discord.commands import close_table, type_in
from tests.discord.message import Message
from tests.discord.tavern import PURSE, Player, Room

HEADING = "**🎲 Stone Hand · table {number}**"


@pytest_asyncio.fixture
async def inn(room: Room) -> AsyncIterator[Room]:
    """A server that wants each table in a thread of its own."""
    await set_up(room)
    yield room


async def set_up(room: Room, tables_max: int = 0) -> None:
    """Set the server to threads for tables."""
    settings = ServerSettings(threads=True, channel_tables_max=tables_max)
    await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, settings))


def enter(room: Room, number: int = 0) -> ChannelHandle:
    """Go into one of the channel's threads; return the channel."""
    above, room.channel = (
        room.channel,
        ChannelHandle(room.env, room.guild, room.env.backend.get_channel(room.threads[number])),
    )
    return above


def is_archived(room: Room, thread: int) -> bool:
    """Return True if a thread is archived."""
    metadata = room.env.backend.get_channel(thread).thread_metadata
    return metadata is not None and metadata.archived


def notes(player: Player) -> list[Message]:
    """The notes in the channel, oldest first."""
    return [each for each in player.sees() if " · table " in each.words and "throw" not in each.buttons]


async def test_tb23_a_table_stands_in_a_thread_of_its_own(inn: Room, ann: Player) -> None:
    """TB-23: the channel gets a note with the free seats and a link; the table stands in the thread."""
    await type_in(ann, "play", house_players=False)

    (thread,) = inn.threads
    (note,) = notes(ann)
    assert note.id == thread
    assert note.words.startswith(f"{HEADING.format(number=1)}\nann plays here, 11 seats are free.")
    (way,) = [each for each in note.parts if each.get("url")]
    assert way["url"] == f"https://discord.com/channels/{inn.guild.id}/{thread}"
    assert inn.env.backend.get_channel(thread).name == "Stone Hand, ann"
    stored = await inn.table()
    assert (stored.channel, stored.parent) == (thread, inn.channel.id)
    enter(inn)
    assert ann.table.id == stored.message
    assert "begin" not in ann.table
    assert "join" in ann.table


async def test_tb23_the_note_tells_the_free_seats(inn: Room, ann: Player, ben: Player) -> None:
    """TB-23: it changes with each seat, and says when the game is over; then the thread is archived."""
    await type_in(ann, "play", house_players=False)
    above = enter(inn)
    await ben.press("join")
    inn.channel, thread = above, inn.channel
    assert "ann plays here, 10 seats are free." in notes(ann)[0].words
    inn.channel = thread
    await close_table(ann)
    inn.channel = above
    await inn.wait(ARCHIVE_SECONDS - 5)
    assert "The game is over." in notes(ann)[0].words
    assert not is_archived(inn, thread.id)
    await inn.wait(10)
    assert is_archived(inn, thread.id)
    assert (await inn.table()).thread == "archived"


async def test_tb23_play_finds_the_table_in_its_thread(inn: Room, ann: Player, ben: Player) -> None:
    """TB-23: `/play` in the channel offers the free seats of its threads, and a seat there is taken."""
    await type_in(ann, "play", house_players=False)
    said = await type_in(ben, "play")

    assert f"{ann.mention} is waiting for players here, 11 seats are free." in said
    await ben.press("join")
    assert [each.player for each in (await inn.table()).table.present] == [ann.id, ben.id]
    assert len(inn.threads) == 1


async def test_tb23_a_channels_limit_counts_its_threads(room: Room, ann: Player, ben: Player) -> None:
    """TB-23: one table in the channel's threads is as many as this server allows in a channel."""
    await set_up(room, tables_max=1)
    await type_in(ann, "stonehand open")

    assert "1 table is open in this channel, as many as the managers allow here." in await type_in(
        ben, "stonehand open"
    )
    enter(room)
    assert "1 table is open in this channel" in await type_in(ben, "stonehand open")


@pytest.mark.parametrize("name", ["create_public_threads", "send_messages_in_threads"])
async def test_tb23_without_the_permission_it_stands_in_the_channel(
    inn: Room, ann: Player, boss: Player, name: str
) -> None:
    """TB-23: whoever opened the table reads what is lacking, and the doctor names it."""
    me = inn.guild.me
    assert me is not None
    overwrite = discord.PermissionOverwrite(**{name: False})
    inn.channel = inn.guild.create_text_channel("no-threads", overwrites={me: overwrite})
    said = await type_in(ann, "play")
    label = {"create_public_threads": "Create Public Threads"}.get(name, "Send Messages in Threads")

    start = "In this server each table has a thread of its own, but here I don’t have: "
    assert said.startswith(f"{start}{label}.")
    assert (inn.threads, (await inn.table()).channel) == ([], inn.channel.id)
    assert "throw" in ann.table
    assert f"Tables should have threads of their own, but here I don’t have: {label}." in await type_in(
        boss, "manage doctor"
    )


async def test_tb23_a_refused_thread_leaves_no_note(inn: Room, ann: Player) -> None:
    """TB-23: if Discord refuses the thread all the same, the table stands in the channel alone."""
    inn.env.inject_error("POST", f"/channels/{inn.channel.id}/messages/*/threads", status=403, code=50013)
    await ann.member.slash(inn.channel, "play")

    assert inn.threads == []
    assert notes(ann) == []
    stored = await inn.table()
    assert (stored.channel, stored.parent, stored.thread) == (inn.channel.id, 0, "")
    assert "throw" in ann.table


@pytest.mark.parametrize("steps", range(4))
async def test_tb23_a_kill_between_table_and_thread(inn: Room, ann: Player, steps: int) -> None:
    """TB-23: whatever was made before a kill, afterwards there is one note, one thread and one table."""
    await begin_by_steps(inn, ann, steps)
    await inn.restart(is_killed=True)

    (thread,) = inn.threads
    assert [each.id for each in notes(ann)] == [thread]
    assert f"/channels/{inn.guild.id}/{thread}" in str(notes(ann)[0].parts)
    enter(inn)
    assert "join" in ann.table
    assert (await inn.table()).message == ann.table.id


async def begin_by_steps(room: Room, host: Player, steps: int) -> None:
    """Open a table, and go so far: post its note, record that, make the thread."""
    app, threads = room.bot.app, room.bot.table_threads
    actor = replace(actor_of(room, host), channel=room.channel.id, lacking_for_threads=tuple)
    terms = Terms(host=host.id, buy_in=20)
    rules = STONE_HAND.house_rules()
    state = await app.tavern.open_table(actor, room.channel.id, STONE_HAND, rules, terms)
    channel = room.bot.get_channel(room.channel.id)
    assert isinstance(channel, discord.TextChannel)
    if steps > 0:
        note = await threads._post_note(state, channel)
    if steps > 1:
        await app.tavern.set_channel(state.id, note)
    if steps > 2:
        await threads._make(await app.tavern.look(state.id), channel, note)


async def test_tb23_a_thread_is_archived_after_a_restart(inn: Room, ann: Player) -> None:
    """TB-23: a kill after the table's end forgets neither the note nor the thread."""
    await type_in(ann, "play")
    above = enter(inn)
    await close_table(ann)
    thread, inn.channel = inn.channel.id, above
    await inn.restart(is_killed=True)
    await inn.wait(ARCHIVE_SECONDS + 5)

    assert is_archived(inn, thread)
    assert "The game is over." in notes(ann)[0].words


async def test_tb23_the_next_game_stays_in_the_thread(
    inn: Room, ann: Player, ben: Player, boss: Player
) -> None:
    """TB-23: *Play again* opens its table in the thread, which is archived after that one."""
    await type_in(ann, "play", house_players=False)
    above = enter(inn)
    await ben.press("join")
    await ann.press("begin")
    await close_table(ann)
    await ann.press("again")
    stored = await inn.table(2)
    assert (stored.channel, stored.parent, stored.thread) == (inn.channel.id, above.id, "own")
    await inn.wait(ARCHIVE_SECONDS + 5)
    assert not is_archived(inn, inn.channel.id)
    assert len(inn.threads) == 1
    await type_in(boss, "manage close", table=2)
    await inn.wait(ARCHIVE_SECONDS + 5)
    assert is_archived(inn, inn.channel.id)


async def test_f35_a_deleted_thread_closes_its_table(inn: Room, ann: Player) -> None:
    """F-35: everybody gets back what they put up, and the note says that it is over."""
    await inn.fund_house(1000)
    await type_in(ann, "play")
    inn.env.backend.delete_channel(inn.threads[0])
    await inn.wait(5)

    assert (await inn.table()).is_over
    assert await ann.wallet() == PURSE
    assert "The game is over." in notes(ann)[0].words


async def test_tb23_a_table_in_a_locked_thread_moves_to_the_channel(inn: Room, ann: Player) -> None:
    """TB-23: it can’t be shown where nobody can write, so it goes on in the channel, without its note."""
    await type_in(ann, "play")
    thread = inn.threads[0]
    stored = await inn.table()
    inn.env.inject_error("*", f"/channels/{thread}/messages*", status=400, code=50083, times=20)
    await inn.bot.app.refresh(await inn.bot.app.tavern.act(actor_of(inn, ann), stored.id, actions.leave))
    await inn.wait(5)

    stored = await inn.table()
    assert (stored.channel, stored.thread) == (inn.channel.id, "")
    assert [each.id for each in notes(ann) if each.id == thread] == []


def actor_of(room: Room, player: Player) -> actions.Actor:
    """A press that comes from nowhere."""
    return actions.Actor(5, room.bot.app.now(), player.id, "ann", room.guild.id)


async def test_tb23_what_needs_no_thread(inn: Room, ann: Player) -> None:
    """TB-23: a throw stands where it was thrown, and a table opened in a thread in that thread."""
    await type_in(ann, "throw")
    assert inn.threads == []
    inn.env.backend.create_thread(inn.channel.id, "corner", ann.id)
    above = enter(inn)
    await type_in(ann, "play")
    stored = await inn.table(2)
    assert (stored.channel, stored.parent, stored.thread) == (inn.channel.id, above.id, "")
    await close_table(ann)
    await inn.wait(ARCHIVE_SECONDS + 5)
    assert not is_archived(inn, inn.channel.id)
