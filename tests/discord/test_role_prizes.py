"""Roles as prizes of tournaments: planned, given when all is over, tried again, told (TN-53)."""

from __future__ import annotations

from random import Random

import discord
import simcord

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import type_in
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.forms import fill_in
from tests.discord.tavern import Player, Room

OUT_OF_REACH = "I can’t give that role. It must be below my own, and I need the permission Manage Roles."


def roles_of(room: Room, player: Player) -> set[int]:
    """Return the roles that a player has."""
    return {*room.env.backend.get_guild(room.guild.id).members[player.id].role_ids}


async def ended(room: Room, boss: Player, people: list[Player], **fields: object) -> list[Player]:
    """Play a tournament with these roles to its end; return the players by place."""
    await plan(boss, STONE_HAND, seats=3, level_length=2, chips=4, **fields)  # type: ignore[arg-type]
    await enter_all(room, people)
    await boss.press("start_cup")
    await play_tournament(room, people, Random(5))
    results = (await room.bot.app.tournaments.look(1)).tournament
    by_fall = sorted(results.entrants, key=lambda each: each.fell or 99, reverse=True)
    return [next(person for person in people if person.id == each.player) for each in by_fall]


async def test_roles_are_given_by_place(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TN-53: the winner gets both, the second one of them, the third none; plan, notice and end say so."""
    champion, podium = room.guild.create_role("champion"), room.guild.create_role("podium")
    asked = {"first_role": [champion.id], "second_role": [podium.id], "second_places": "1-2"}
    first, second, third = await ended(room, boss, [ann, ben, boss], **asked)
    await room.wait(10)

    assert roles_of(room, first) >= {champion.id, podium.id}
    assert roles_of(room, second) & {champion.id, podium.id} == {podium.id}
    assert roles_of(room, third) & {champion.id, podium.id} == set()
    line = f"**Roles to win:** 1. <@&{champion.id}> · 1–2. <@&{podium.id}>"
    assert line in boss.notice.words
    assert "I couldn’t give" not in boss.notice.words
    assert any(f"- {first.mention}: <@&{champion.id}>" in each.words for each in boss.sees())


async def test_a_role_that_cannot_be_given_is_tried_again(
    boss: Player, ann: Player, ben: Player, room: Room, simcord_env: simcord.Env
) -> None:
    """TN-53: the result and the doctor say what is missing; it is given once that is mended, also later."""
    champion = room.guild.create_role("champion")
    simcord_env.inject_error("PUT", "/guilds/*/members/*/roles/*", status=403, code=50013)
    first, *_others = await ended(room, boss, [ann, ben], first_role=[champion.id])
    await room.wait(10)

    assert champion.id not in roles_of(room, first)
    said = f"I couldn’t give <@&{champion.id}> to {first.mention} yet: I need Manage Roles"
    assert said in boss.notice.words
    assert f"I can’t give <@&{champion.id}>, the prize" not in await type_in(boss, "manage doctor")
    backend = room.env.backend
    backend.edit_role(room.guild.id, champion.id, {"position": 100})
    said_too = f"I can’t give <@&{champion.id}>, the prize “tournament 1”."
    assert said_too in await type_in(boss, "manage doctor")

    backend.edit_role(room.guild.id, champion.id, {"position": 1})
    await room.wait(700)
    assert champion.id in roles_of(room, first)
    assert said not in boss.notice.words


async def test_a_restart_loses_no_role(boss: Player, ann: Player, ben: Player, room: Room) -> None:
    """TN-53: a bot that is gone before Discord has answered gives it when it is back."""
    champion = room.guild.create_role("champion")
    room.env.inject_error("PUT", "/guilds/*/members/*/roles/*", status=500)
    first, *_others = await ended(room, boss, [ann, ben], first_role=[champion.id])
    await room.wait(10)
    assert champion.id not in roles_of(room, first)

    await room.restart(is_killed=True)
    await room.wait(10)

    assert champion.id in roles_of(room, first)


async def test_what_cannot_be_given_is_refused_when_it_is_planned(boss: Player, room: Room) -> None:
    """TN-53: above the bot's own, mightier than whoever plans, or planned by somebody without the right."""
    above = room.guild.create_role("king", position=100)
    mighty = room.guild.create_role("sheriff", permissions=discord.Permissions(ban_members=True))
    plain = room.guild.create_role("champion")
    await type_in(boss, "organise create", title="The Cup")

    assert OUT_OF_REACH in await fill_in(boss, "plan_ask calls", first_role=[above.id])
    assert "That role has permissions you don’t have." in await fill_in(
        boss, "plan_ask calls", second_role=[mighty.id]
    )
    assert "Please write a place" in await fill_in(
        boss, "plan_ask calls", first_role=[plain.id], first_places="3-1"
    )

    organisers = room.guild.create_role("organisers")
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask limits", organiser_role=[organisers.id])
    olga = Player(room, room.guild.add_member(room.env.create_user("olga"), roles=[organisers]))
    await type_in(olga, "organise create", title="Hers")
    said = await fill_in(olga, "plan_ask calls", first_role=[plain.id])
    assert "Only someone who may manage roles or the server can make a role a prize." in said
