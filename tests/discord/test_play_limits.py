"""Roles that may play, and channels in which play is forbidden."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import type_in
from tests.discord.evening import plan
from tests.discord.forms import fill_in
from tests.discord.tavern import PURSE, Player, Room

ORDER = "settings_ask order"


async def limit(boss: Player, **given: object) -> str:
    """A manager fills in the form for it."""
    await type_in(boss, "manage settings")
    return await fill_in(boss, ORDER, **given)


def has_role(player: Player, role: int) -> None:
    """Give a player a role."""
    guild = player.room.env.backend.guilds[player.room.guild.id]
    guild.members[player.id].role_ids.append(role)


async def test_only_people_with_a_role_play(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TB-23: nobody else sits down, opens a table, throws or enters; the refusal names the role."""
    guests = room.guild.create_role("guests")
    assert f"Role that may play: **<@&{guests.id}>**" in await limit(boss, player_role=[guests.id])
    has_role(ann, guests.id)
    await ann.open(STONE_HAND)
    refused = f"Only people with the role <@&{guests.id}> can play here. A manager can give it to you."
    await ben.press("join")
    assert ben.told == refused
    for command in ("stonehand open", "play", "throw"):
        assert await type_in(ben, command) == refused
    await plan(boss, STONE_HAND, entry=10)
    await ben.press("enter")
    assert ben.told == refused
    await ann.press("enter")

    assert [each.name for each in (await room.table()).table.present] == ["ann"]
    assert "**1** of" in boss.notice.words
    has_role(ben, guests.id)
    await ben.press("join")
    assert [each.name for each in (await room.table()).table.present] == ["ann", "ben"]
    assert await ann.wallet() == PURSE - 10
    await room.check_books()


async def test_nobody_plays_in_a_closed_channel(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TB-23: no table and no throw is begun there; a table that is open stays; the refusal says where not."""
    await ann.open(STONE_HAND)
    here = room.channel.id
    assert f"Channels without games: **<#{here}>**" in await limit(boss, closed_channels=[here])
    refused = f"There are no games in <#{here}>. Tables can be opened in the other channels."
    for command in ("stonehand open", "play", "throw"):
        assert await type_in(ben, command) == refused
    assert "isn’t set up for tables" in await type_in(boss, "manage doctor")
    await ben.press("join")
    assert [each.name for each in (await room.table()).table.present] == ["ann", "ben"]

    elsewhere = room.guild.create_text_channel("cellar")
    await ben.member.slash(elsewhere, "throw")
    assert len(room.env.backend.messages[elsewhere.id]) == 1


async def test_the_form_keeps_what_is_set(boss: Player, room: Room) -> None:
    """TB-23: filled in without touching anything it changes nothing; a role that has gone is left out."""
    role, back = room.guild.create_role("guests"), room.guild.create_text_channel("back")
    await limit(boss, player_role=[role.id], closed_channels=[back.id], audit_channel=[back.id])
    await limit(boss)
    now = await room.bot.app.tavern.settings(room.guild.id)
    assert (now.player_role, now.closed_channels, now.audit_channel) == (role.id, (back.id,), back.id)

    await limit(boss, player_role=[], closed_channels=[], audit_channel=[])
    now = await room.bot.app.tavern.settings(room.guild.id)
    assert (now.player_role, now.closed_channels, now.audit_channel) == (0, (), 0)
