"""Absences of Discord, the server or a player, for a while or for good."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from simcord import SetupError
from simcord.backend import serializers

from games.destiny.game import DESTINY
from games.engine.core.game import Seat
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import close_table
from tests.discord.dice import Dice
from tests.discord.evening import enter_all, plan
from tests.discord.tavern import PURSE, Player, Room, gather

TURN_SECONDS = 60


@pytest.mark.usefixtures("slow_rhythm")
async def test_f33_discord_is_away_for_half_an_hour(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-33: once sending has failed for a while clocks stand still, and they start afresh."""
    dice.load(*("1-1-5", "2-2-6") * 10)  # nothing that would have to be explained at length
    room.env.inject_error("*", "*", status=503, times=None)
    for _ in range(5):
        await room.wait(60)
    resting = (await room.table()).table
    for _ in range(25):
        await room.wait(60)

    assert (await room.table()).table == resting
    assert (await room.table()).table.phase == "playing"

    room.env.backend.faults.clear()
    while room.bot.table_messages.is_lost(1):
        await room.wait(5)
    await room.wait(TURN_SECONDS - 10)

    assert "ran out of time" in ann.table.words
    assert (await room.table()).table == resting

    await room.wait(2 * TURN_SECONDS)

    assert (await room.table()).table != resting


@pytest.mark.usefixtures("slow_rhythm")
async def test_f33_what_has_no_clock_is_shown_as_well(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-33: a table that closed while Discord was away says so when it is there again."""
    room.env.inject_error("PATCH", "*", status=503, times=None)
    await close_table(ann)
    for _ in range(30):
        await room.wait(60)
    room.env.backend.faults.clear()
    assert not ann.table.is_over
    await room.wait(90)

    assert ann.table.is_over


async def test_f33_a_table_that_a_press_has_shown_is_not_lost(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-33, F-36: whatever shows the table again, its clock goes on."""
    room.env.inject_error("*", f"/channels/{room.channel.id}/messages*", status=403, code=50013, times=None)
    await room.restart()
    await room.wait(61)
    assert room.bot.table_messages.is_lost(1)

    await (ann if ann.is_called else ben).press("throw")

    assert not room.bot.table_messages.is_lost(1)


async def test_f32_the_gateway_was_dropped(room: Room, ann: Player, playing: int) -> None:
    """F-32: resumed or with a new session, nothing is lost and nothing sent twice; clocks go on."""
    with room.calls() as calls:
        for event in ("disconnect", "resumed", "disconnect", "ready"):
            room.bot.dispatch(event)
            await room.env.settle()

    assert calls == []

    await room.wait(61)

    assert "ran out of time" in ann.table.words


@pytest.mark.parametrize("is_running", [True, False])
async def test_f37_the_bot_is_removed_from_the_server(
    room: Room, ann: Player, ben: Player, *, is_running: bool
) -> None:
    """F-37: tables are closed, stakes and entries go back, and the wallets are kept, though it was away."""
    await gather(room, DESTINY, [ann, ben, room.person("cora")])
    await ann.press("begin")
    await plan(room.person("dora", is_manager=True), STONE_HAND, entry=30)
    await enter_all(room, [ben])
    assert await ben.wallet() < PURSE
    if not is_running:
        await room.bot.close()
    room.env.backend.remove_guild(room.guild.id)
    if not is_running:
        await room.restart()
    await room.env.settle()

    assert (await room.table()).table.phase == "closed"
    assert (await room.bot.app.tournaments.look(1)).is_over
    assert [await each.wallet() for each in (ann, ben)] == [PURSE, PURSE]
    await room.check_books()


def take_out(room: Room) -> Callable[[], None]:
    """Take the bot out of its server, where all stays; what is returned invites it again."""
    backend, server = room.env.backend, room.guild.id
    guild, channels, messages = backend.guilds[server], dict(backend.channels), dict(backend.messages)
    backend.remove_guild(server)

    def invite() -> None:
        backend.guilds[server] = guild
        backend.channels.update(channels)
        backend.messages.update(messages)
        known = serializers.guild_create_payload(backend, guild)
        # Discord does not say of a server that is new to the bot if it is available.
        backend.emit("GUILD_CREATE", {key: each for key, each in known.items() if key != "unavailable"})

    return invite


@pytest.mark.parametrize("restarts", [False, True])
async def test_f37_the_bot_is_invited_again(
    room: Room, ann: Player, ben: Player, playing: int, *, restarts: bool
) -> None:
    """F-37: messages of what was called off say so, also after a start in between, and have no buttons."""
    table, boss = ann.table.id, room.person("dora", is_manager=True)
    await plan(boss, STONE_HAND, entry=30)
    await enter_all(room, [ben])
    notice = boss.showing("withdraw")
    assert notice is not None
    invite = take_out(room)
    await room.env.settle()
    if restarts:
        await room.restart()
        await room.wait(120)
    invite()
    await room.env.settle()
    await room.wait(10)
    shown = {each.id: each for each in ann.sees()}

    assert "Closed: the bot was taken out of the server." in shown[table].words
    assert "ben goes home with **20 coins** (±0)" in shown[table].words
    assert "throw" not in shown[table]
    assert "called off" in shown[notice.id].words
    assert await room.bot.app.tavern.outdated() == []
    assert await room.bot.app.tournaments.outdated() == []
    await room.check_books()


async def test_f38_whoever_leaves_the_server(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-38: the seat is given up by the rules once its turns are missed, the stack goes to the wallet."""
    room.guild.remove_member(ben.member)
    for _ in range(12):
        await room.wait(61)

    assert (await room.table()).table.phase == "closed"
    assert await ann.wallet() + await ben.wallet() == 2 * PURSE
    await room.check_books()


async def test_f40_commands_are_disabled_in_the_channel(room: Room, ann: Player, ben: Player) -> None:
    """F-40: a player who cannot reach us is as good as away, is played for, and comes back by a press."""
    await gather(room, STONE_HAND, [ann, ben], wager=PURSE)
    await ann.press("begin")
    [hand] = [each for each in await room.bot.tree.fetch_commands() if each.name == "hand"]
    room.guild.set_command_permissions(hand, {room.channel: False})
    with pytest.raises(SetupError, match="channel-denied"):
        await ann.member.slash(room.channel, "hand show")
    missed = 0
    while missed < 2:
        # Another player may throw first in every round, and Ben is there.
        if ben.is_called:
            await ben.answer(ben.table, Random(missed))
        else:
            missed += 1
            await room.wait(TURN_SECONDS + 1)

    assert (await room.table()).table.seated(Seat(1)).standing == "away"

    await ann.press("back")

    assert (await room.table()).table.seated(Seat(1)).standing == "in"
    await room.check_books()


@pytest.mark.parametrize(
    "kind", [{"type": 99}, {"type": 3, "data": {"component_type": 99, "custom_id": "x"}}]
)
async def test_f42_something_that_we_do_not_know(
    room: Room, ann: Player, playing: int, kind: dict[str, object]
) -> None:
    """F-42: a new kind of interaction or of component changes nothing, and the bot goes on."""
    throw = room.prepare(ann.pressing("throw"))
    strange = room.prepare(ann.pressing("throw"))
    strange.payload.update(kind)
    room.env.backend.emit("INTERACTION_CREATE", strange.payload)
    await room.env.settle()

    assert (await room.table()).revision == playing

    await room.deliver(throw)

    assert (await room.table()).revision == playing + 1
