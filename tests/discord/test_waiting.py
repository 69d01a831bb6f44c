"""`/hand waiting`: all tables of somebody's, and for whom each waits."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Room, gather


def where(room: Room, message: int) -> str:
    """Return the link to a table's message."""
    return f"[Stone Hand ↗](https://discord.com/channels/{room.guild.id}/{room.channel.id}/{message})"


async def test_whose_turn_it_is(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """Ann reads that it is her turn and until when, and Ben for whom his table waits, and since when."""
    await gather(room, STONE_HAND, [ann, ben])
    assert "hasn’t begun yet" in await type_in(ann, "hand waiting")
    dice.load("1-1-2")
    await ann.press("begin")
    stored = await room.table()
    table = where(room, stored.message or 0)
    assert stored.deadline_at is not None

    told = await type_in(ann, "hand waiting")
    assert f"{table} · **your turn**, time is up <t:{int(stored.deadline_at)}:R>" in told
    told = await type_in(ben, "hand waiting")
    assert f"{table} · waiting for **ann**, last move <t:{int(stored.acted_at)}:R>" in told


async def test_mine_first_then_the_oldest(room: Room, ann: Player, ben: Player) -> None:
    """Ann's own turn comes first, though that table is the newest; of the others the oldest does."""
    for opener in (ben, room.person("cora")):
        await opener.open(STONE_HAND)
        await ann.press("join")
        await room.wait(10)
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    lines = [each for each in (await type_in(ann, "hand waiting")).splitlines() if "↗" in each]

    assert ["hasn’t begun" in each for each in lines] == [False, True, True]
    first, second = (await room.table(1)).message, (await room.table(2)).message
    assert [str(first) in lines[1], str(second) in lines[2]] == [True, True]


async def test_ten_a_page(room: Room, ann: Player) -> None:
    """At eleven tables Ann reads ten, and the eleventh on the next page."""
    for number in range(11):
        await room.person(f"host{number}").open(STONE_HAND)
        await ann.press("join")
    told = await type_in(ann, "hand waiting")
    assert told.count("↗") == 10
    await ann.press("waiting 1")

    assert ann.told.count("↗") == 1


async def test_nothing_of_a_server_that_somebody_left(room: Room, ann: Player, ben: Player) -> None:
    """F-38: Ann has left The Inn: elsewhere she reads of none of its tables, and her seat is free."""
    await gather(room, STONE_HAND, [ann, ben])
    other = room.env.create_guild("The Other Inn")
    channel = other.create_text_channel("tables")
    there = other.add_member(ann.member.user)
    told = await there.slash(channel, "hand waiting")
    assert told.response is not None
    assert "↗" in str(told.response.components)
    room.guild.remove_member(ann.member)
    await room.wait(61)

    told = await there.slash(channel, "hand waiting")
    assert told.response is not None
    assert "↗" not in str(told.response.components)
    assert [each.player for each in (await room.table()).table.present] == [ben.id]
