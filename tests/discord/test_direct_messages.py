"""F-38: the rights by direct message of a user who has left the server."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord.enums import InteractionType

from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.discord.dice import Dice
from tests.discord.knights import begin
from tests.discord.message import Message
from tests.discord.panels import by_dm
from tests.discord.tavern import PURSE, Player, Press, Room

TOLD = "You’re no longer in that server, so you’re leaving its tables."


def lookups(room: Room, player: Player) -> int:
    """Return the number of Discord lookups of a member."""
    path = f"/guilds/{room.guild.id}/members/{player.id}"
    return sum((each.method, each.path) == ("GET", path) for each in room.env.http_requests)


async def press_panel(player: Player, panel: Message, custom_id: str) -> str:
    """Press something on a panel in direct messages, whatever it shows by now; the words of the answer."""
    [result] = await player.room.deliver(Press(player, panel.id, custom_id))
    answers = [each for each in (result.response, *result.followups) if each is not None]
    return Message(answers[-1]).words


def actor_of(people: list[Player]) -> Player:
    """Return the player who is to act."""
    return next(each for each in people if each.is_called)


async def test_f38_a_removed_member_plays_no_more(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-38, TB-9: a press by direct message plays nothing, gives up the seat, and is told why."""
    dice.load("1-1-3", "1-1-4")
    actor = actor_of([ann, ben])
    panel = await by_dm(room, actor)
    room.guild.remove_member(actor.member)
    said = await press_panel(actor, panel, panel.button("throw"))

    assert TOLD in said
    assert "will leave when this is over" in (ben if actor is ann else ann).table.words
    # The round is played to its end for both, whatever the dice show (SH-13).
    for _ in range(4):
        await room.wait(61)
    assert actor.id not in [each.player for each in (await room.table()).table.present]
    assert await ann.wallet() + await ben.wallet() == 2 * PURSE
    await room.check_books()


async def test_f38_a_form_that_comes_back_counts_no_more(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-38: nor does a form that was opened before, such as words to cut with."""
    panel = await by_dm(room, ann)
    room.guild.remove_member(ann.member)
    press = room.prepare(Press(ann, panel.id, "t:1:cut"))
    press.payload["type"] = InteractionType.MODAL_SUBMIT
    line = {"type": 4, "custom_id": "text", "value": "luck"}
    press.payload["data"] = {"custom_id": "t:1:cut", "components": [{"type": 18, "component": line}]}
    await room.deliver(press)

    assert press.result.response is not None
    assert TOLD in Message(press.result.response).words


async def test_f38_a_member_is_looked_up_every_minute_at_most(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-38: within a minute Discord is asked once, however much is pressed; then again."""
    panel = await by_dm(room, ann)
    for _ in range(3):
        await press_panel(ann, panel, "t:1:fair")
    asked = lookups(room, ann)
    await room.wait(59)
    await press_panel(ann, panel, "t:1:fair")
    within = lookups(room, ann)
    await room.wait(2)
    await press_panel(ann, panel, "t:1:fair")

    assert (asked, within, lookups(room, ann)) == (1, 1, 2)


@pytest.mark.usefixtures("slow_rhythm")
async def test_f38_who_was_removed_meanwhile_bets_no_coin(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """F-38: a minute after a press that counted, one of a player who was thrown out bets nothing."""
    slow = ServerSettings(turn_seconds=300)
    await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, slow))
    await begin([ann, ben], dice)
    panel = await by_dm(room, ben)
    await press_panel(ben, panel, "t:1:fair")
    room.guild.remove_member(ben.member)
    await room.wait(61)
    said = await press_panel(ben, panel, panel.button("bet 2"))

    assert TOLD in said
    # He brought 100 of his 200, and lost only the ante of 2.
    assert await ben.wallet() == PURSE - 2
    await room.check_books()


@pytest.mark.parametrize("minutes", [5, -5])
async def test_f38_who_is_timed_out_plays_no_more(
    room: Room, ann: Player, ben: Player, playing: int, minutes: int
) -> None:
    """F-38: until it is over; the seat stays theirs, and a time that is over counts no more."""
    actor = actor_of([ann, ben])
    panel = await by_dm(room, actor)
    until = room.env.now() + timedelta(minutes=minutes)
    room.env.backend.guilds[room.guild.id].members[actor.id].timed_out_until = until.isoformat()
    said = await press_panel(actor, panel, panel.button("throw"))

    is_timed_out = minutes > 0
    stamp = f"until <t:{int(until.timestamp())}:f>"
    assert (f"Moderators have timed you out in that server {stamp}" in said) is is_timed_out
    assert (await room.table()).revision == playing + (not is_timed_out)
    assert actor.id in [each.player for each in (await room.table()).table.present]


async def test_f38_a_lookup_that_fails_locks_nobody_out(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """F-38: a failed look-up at Discord is no fault of the user who presses."""
    actor = actor_of([ann, ben])
    panel = await by_dm(room, actor)
    room.env.inject_error("GET", f"/guilds/{room.guild.id}/members/*", status=500, times=None)
    await press_panel(actor, panel, panel.button("throw"))

    assert (await room.table()).revision == playing + 1


async def test_f38_who_comes_back_plays_on(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-38: a press within the server proves more than Discord's answer of some minutes ago."""
    panel = await by_dm(room, ann)
    user = ann.member.user
    room.guild.remove_member(ann.member)
    refused = await press_panel(ann, panel, "t:1:fair")
    ann.member = room.guild.add_member(user)
    await room.deliver(Press(ann, ben.table.id, "t:1:fair"))

    assert TOLD in refused
    assert TOLD not in await press_panel(ann, panel, "t:1:fair")
