"""F-35: channels, threads and roles that are deleted, whether or not the bot hears of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from simcord.builders import ChannelHandle

from bot.tavern.deleted_places import CHANNEL_DELETED
from games.engine.table.table import Closing
from games.stone_hand.game import STONE_HAND
from storage.books import audit_lines, ledger
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from storage.play.postings import TABLES
from tests.discord.commands import type_in
from tests.discord.evening import enter_all, plan
from tests.discord.faults import direct_messages, discord_is_down
from tests.discord.tavern import PURSE, Player, Room, gather
from tests.gone_games import remove_games

Deletes = Callable[[Room, ChannelHandle], Awaitable[None]]
AGAIN = 61.0
"""Long enough for a turn to run out, which would have the table drawn again."""


async def as_it_is_told(room: Room, channel: ChannelHandle) -> None:
    """Discord reports it to the bot."""
    room.env.backend.delete_channel(channel.id)
    await room.env.settle()


async def while_the_bot_is_away(room: Room, channel: ChannelHandle) -> None:
    """The next start finds out."""
    await room.bot.close()
    room.env.backend.delete_channel(channel.id)
    await room.restart(is_killed=True)
    await room.env.settle()


async def unheard(room: Room, channel: ChannelHandle) -> None:
    """The event is lost, so the first refusal tells."""
    emit, backend = room.env.backend.emit, room.env.backend
    backend.emit = lambda *_event: None  # type: ignore[method-assign]
    backend.delete_channel(channel.id)
    backend.emit = emit  # type: ignore[method-assign]
    await room.wait(AGAIN)


WAYS: tuple[Deletes, ...] = (as_it_is_told, while_the_bot_is_away, unheard)


async def choose(room: Room, chosen: ServerSettings) -> None:
    """Store these settings of the server."""
    await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, chosen))


async def closings(room: Room) -> list[Closing]:
    """Return the audit's entries about tables, the latest first."""
    found = await room.read(lambda tx: audit_lines.CLOSINGS.latest(tx, room.guild.id, 9))
    return [each.closing for each in found]


@pytest.mark.parametrize("deletes", WAYS)
async def test_f35_a_table_whose_channel_is_deleted(
    room: Room, ann: Player, ben: Player, playing: int, deletes: Deletes
) -> None:
    """F-35: the hand is called off at once, stakes are back, the host is told once, the audit has both."""
    await deletes(room, room.channel)

    assert (await room.table()).is_over
    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]
    assert await closings(room) == [Closing(None, CHANNEL_DELETED), Closing(None, CHANNEL_DELETED, 1)]
    await room.wait(2 * AGAIN)
    (told,) = direct_messages(ann)
    assert "The channel of table 1 was deleted, so I’ve closed the table." in told
    assert direct_messages(ben) == []
    assert await room.bot.app.tavern.outdated() == []
    await room.check_books()


@pytest.mark.parametrize("deletes", WAYS)
async def test_f35_a_tournament_whose_channel_is_deleted(room: Room, deletes: Deletes) -> None:
    """F-35: it is called off, everybody has the fee back, and the organiser is told once."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=2, entry=7)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await room.wait(10)
    paid = await ben.wallet()
    await deletes(room, room.channel)

    state = await room.read(lambda tx: room.bot.app.tavern.tournaments.known(tx, 1))
    assert state.tournament.phase == "called_off"
    assert (await room.table()).is_over
    assert [paid, await ben.wallet(), await host.wallet()] == [PURSE - 7, PURSE, PURSE]
    await room.wait(2 * AGAIN)
    (told,) = direct_messages(host)
    assert "The channel of The Cup was deleted, so I’ve called the tournament off." in told
    await room.check_books()


@pytest.mark.parametrize("deletes", [as_it_is_told, while_the_bot_is_away])
async def test_f35_games_that_are_not_installed(
    room: Room, ann: Player, ben: Player, boss: Player, deletes: Deletes
) -> None:
    """F-35: tables and tournaments that rest in a deleted channel end with refunds, and it is told once.

    Nothing is shown of them, so no refusal of Discord's tells that a channel is gone.
    """
    await gather(room, STONE_HAND, [ann, ben], wager=10)
    await ann.press("begin")
    await plan(boss, STONE_HAND, seats=2, entry=7)
    await enter_all(room, [boss, ben])
    await room.bot.app.database.write(remove_games)
    await room.restart()
    elsewhere = room.guild.create_text_channel("attic")
    await room.bot.app.database.write(lambda tx: TABLES.set_message(tx, 1, elsewhere.id, None, None))
    await deletes(room, room.channel)
    held = [await room.balance(ledger.at_table(room.guild.id, 1)), await ben.wallet()]
    await deletes(room, elsewhere)

    assert held == [20, PURSE - 10]
    assert [await each.wallet() for each in (ann, ben, boss)] == [PURSE] * 3
    assert await closings(room) == [Closing(None, CHANNEL_DELETED)]
    await room.wait(2 * AGAIN)
    (of_table,), (of_cup,) = direct_messages(ann), direct_messages(boss)
    assert "The channel of table 1 was deleted, so I’ve closed the table." in of_table
    assert "The channel of The Cup was deleted, so I’ve called the tournament off." in of_cup
    assert await room.read(lambda tx: ledger.sum_of_server(tx, room.guild.id)) == 0


async def test_f35_a_thread_of_a_tournament_is_deleted(room: Room) -> None:
    """F-35: its table is set beside the notice at once, and the hand goes on."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await room.wait(10)
    (thread,) = room.threads
    room.env.backend.delete_channel(thread)
    await room.wait(2)
    stored = await room.table()

    assert (stored.channel, stored.is_over) == (room.channel.id, False)
    assert stored.message is not None
    assert direct_messages(host) == []


async def test_f35_a_thread_is_deleted(room: Room, ann: Player, ben: Player) -> None:
    """F-35: the table in it closes; one in the channel beside it goes on."""
    await ben.open(STONE_HAND)
    channel = room.channel
    room.env.backend.create_thread(channel.id, "corner", ann.id)
    room.channel = channel.threads[0]
    await ann.open(STONE_HAND)
    room.env.backend.delete_channel(room.channel.id)
    room.channel = channel
    await room.env.settle()

    beside, corner = [await room.bot.app.tavern.look(number) for number in (1, 2)]
    assert (beside.is_over, corner.is_over) == (False, True)


@pytest.mark.parametrize("deletes", [as_it_is_told, while_the_bot_is_away])
async def test_f35_the_settings_name_nothing_that_is_gone(
    room: Room, ann: Player, boss: Player, deletes: Deletes
) -> None:
    """F-35: channels and roles go from the settings, which the audit tells; play is possible again."""
    attic, cellar = (room.guild.create_text_channel(name) for name in ("attic", "cellar"))
    roles = [room.guild.create_role(name).id for name in ("players", "stewards", "called")]
    chosen = ServerSettings(
        "groats",
        channels=(attic.id,),
        closed_channels=(attic.id, cellar.id),
        audit_channel=attic.id,
        player_role=roles[0],
        organiser_role=roles[1],
        moderator_role=roles[1],
        call_role=roles[2],
    )
    await choose(room, chosen)
    for each in roles[:2]:
        room.env.backend.delete_role(room.guild.id, each)
    await deletes(room, attic)
    now = await room.bot.app.tavern.settings(room.guild.id)

    assert now == ServerSettings("groats", closed_channels=(cellar.id,), call_role=roles[2])
    changed = await room.read(lambda tx: audit_lines.CHANGES.latest(tx, room.guild.id, 9))
    names = {
        "channels",
        "closed_channels",
        "audit_channel",
        "player_role",
        "organiser_role",
        "moderator_role",
    }
    assert room.bot.user is not None
    assert {(each.what, each.by) for each in changed} == {(name, room.bot.user.id) for name in names}
    said = await type_in(boss, "manage doctor")
    assert not any(words in said for words in (str(attic.id), "is gone"))
    await ann.open(STONE_HAND)
    assert (await room.table()).channel == room.channel.id


async def test_f35_deleted_while_the_server_was_out_of_order(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-35: nothing can be said of a server that Discord does not show; once it does, it is looked at."""
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    guild.unavailable = True
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert not (await room.table()).is_over

    guild.unavailable = False
    # An event that is not Discord's own is no work that the simulation waits for.
    await room.bot.on_guild_available(guild)
    assert (await room.table()).is_over


async def test_f35_only_what_discord_does_not_know_is_gone(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-35: a channel that the cache lacks, such as an archived thread, or a silent Discord end nothing."""
    table = (await room.table()).channel
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    guild._channels.pop(table)
    await room.bot.deleted_places.check(room.guild.id)
    assert not (await room.table()).is_over

    discord_is_down(room)
    await room.bot.deleted_places.check(room.guild.id, (table,))
    assert not (await room.table()).is_over

    room.env.backend.faults.clear()
    room.env.inject_error("GET", f"/channels/{table}", status=403, code=50001, times=None)
    await room.bot.deleted_places.check(room.guild.id, (table,))
    assert not (await room.table()).is_over
