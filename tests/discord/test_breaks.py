"""Breaks that an organiser planned, as everybody sees them (TN-51)."""

from __future__ import annotations

from random import Random

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import type_in
from tests.discord.evening import enter_all, plan, take_turn
from tests.discord.forms import fill_in
from tests.discord.tavern import Player, Room


async def play_to_the_break(room: Room, people: list[Player]) -> int:
    """Play until there is a break; when it ends."""
    for _ in range(200):
        until = (await room.bot.app.tournaments.look(1)).tournament.break_until
        if until is not None:
            return until
        await take_turn(room, people, Random(5), 1)
    raise AssertionError("no break")


async def test_a_break_is_planned_told_and_kept(room: Room) -> None:
    """TN-51: on the plan, the notice and the table, told there and before it ends; a kill loses nothing."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, chips=900, level_length=1, breaks="after 1, 5 min; after 3, 10 min")
    await enter_all(room, [host, ben])

    assert "Breaks: 5 minutes after level 1, 10 minutes after level 3" in host.notice.words

    await host.press("cup_edit")
    assert "Please write level: minutes" in await fill_in(host, "plan_ask levels", breaks="soon")
    assert "Breaks: 7 minutes after level 1" in (await _changed(host, breaks="1: 7"))
    await host.press("plan_save")
    await room.wait(2)
    assert any("- Breaks: 7 minutes after level 1" in each.words for each in ben.sees())

    await host.press("start_cup")
    await room.wait(2)
    assert "first a break of 7 minutes" in host.notice.words

    until = await play_to_the_break(room, [host, ben])
    await room.wait(1)
    assert f"**Break until <t:{until}:t>,** <t:{until}:R>." in host.notice.words
    assert any(f"**A break** until <t:{until}:t>" in each for each in room.said_in_threads())
    assert f"There’s a break until <t:{until}:t>" in await _at_the_table(room)

    await room.restart(is_killed=True)
    until = (await room.bot.app.tournaments.look(1)).tournament.break_until or 0
    await room.wait(until - 55 - room.env.now().timestamp())
    called = f"End of the break <t:{until}:R>.\n"
    assert [each for each in room.said_in_threads() if each.startswith(called)] != []
    assert not (await room.table()).table.is_called

    await room.wait(60)
    assert (await room.bot.app.tournaments.look(1)).tournament.standstill is None
    assert (await room.table()).table.is_called
    await room.wait(5)
    assert "Break until" not in host.notice.words


async def test_an_organiser_ends_a_break(room: Room) -> None:
    """TN-51: resumed it is over; it stands on the notice who did that."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, chips=900, level_length=1, breaks="1: 60")
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await play_to_the_break(room, [host, ben])
    await type_in(host, "organise resume", why="all are back")
    await room.wait(6)

    assert (await room.table()).table.is_called
    assert f"{host.mention} resumed it · “all are back”" in host.notice.words


async def _changed(host: Player, **given: str) -> str:
    await fill_in(host, "plan_ask levels", **given)
    panel = host.showing("plan_save")
    assert panel is not None
    return panel.words


async def _at_the_table(room: Room) -> str:
    state = await room.bot.app.tavern.look(1)
    place = state.stored
    return str(room.env.backend.messages[place.channel][place.message or 0].components)
