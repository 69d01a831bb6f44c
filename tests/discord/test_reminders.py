"""Calls at a slow table: one reminder of a turn, or one message a day with all of them (TB-8)."""

from __future__ import annotations

import pytest

from games.engine.table.pace import DAY, HOUR
from games.stone_hand.game import STONE_HAND
from storage.people import invite_preferences
from storage.people.invite_preferences import CallHours
from storage.play import turn_calls
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.nonces import nonces
from tests.discord.panels import in_dm
from tests.discord.tavern import Player, Room, gather

SOON = 0.002
"""A part of a day in which a test can wait: 172.8 seconds."""


def calls(player: Player) -> list[str]:
    """The calls and reminders that lie in the channel."""
    return [
        each.words for each in player.sees() if each.words.startswith(("Your turn, ", "Still your turn, "))
    ]


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reminders come after a few minutes of a day's turn."""
    monkeypatch.setattr(turn_calls, "REMINDED_PART", SOON)


async def begin(room: Room, ann: Player, ben: Player, dice: Dice, pace: str = "day") -> None:
    """Ann is asked to throw."""
    await gather(room, STONE_HAND, [ann, ben], pace=pace)
    dice.load(*["1-1-2"] * 4)
    await ann.press("begin")


async def test_tb8_a_reminder_at_three_quarters(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-8: that is when it is stored to come: 18 hours after a question with a day's time."""
    await begin(room, ann, ben, dice)
    state = await room.bot.app.tavern.look(1)
    asked_at = state.stored.acted_at

    assert turn_calls.REMINDED_PART == 0.75
    assert {each.kind: each.call_at for each in state.calls}["reminder"] == asked_at + 18 * HOUR


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("is_killed", [True, False])
async def test_tb8_one_reminder(room: Room, ann: Player, ben: Player, dice: Dice, *, is_killed: bool) -> None:
    """TB-8: it calls Ann once more, also over a restart, and both calls go when she has answered."""
    await begin(room, ann, ben, dice)
    await room.wait(60)
    assert len(calls(ann)) == 1
    await room.restart(is_killed=is_killed)
    await room.wait(200)
    assert [each.partition(",")[0] for each in calls(ann)] == ["Your turn", "Still your turn"]
    await room.restart(is_killed=is_killed)
    await room.wait(200)
    assert len(nonces(room, "Still your turn, ")) == 1
    await ann.press("throw")

    assert calls(ann) == []


@pytest.mark.usefixtures("soon")
async def test_tb8_no_reminder_at_a_live_table(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-8: nor to a question that has been answered."""
    await begin(room, ann, ben, dice, "unhurried")
    await room.wait(300)
    assert [each.partition(",")[0] for each in calls(ann)] == ["Your turn"]
    await begin(room, ann, ben, dice)
    await ann.press("throw")
    await room.wait(100)

    assert "Still your turn" not in "".join(calls(ann))


async def test_tb8_no_reminder_in_the_reserve(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-8, TB-18: Ann's hours begin when her turn is over and the time bank runs: nobody reminds her."""
    await begin(room, ann, ben, dice)
    database, tavern = room.bot.app.database, room.bot.app.tavern
    (call,) = (each for each in (await tavern.look(1)).calls if each.kind == "reminder")
    # As if a day and an hour had passed since the question, an hour of it in the time bank.
    await database.write(lambda tx: turn_calls.put_off(tx, -25.0 * HOUR))
    await database.write(
        lambda tx: tx.execute(
            "UPDATE tables SET deadline_at = deadline_at - ?1, due_at = due_at - ?1", (25 * HOUR,)
        )
    )
    assert call.call_at is not None
    await room.bot.turn_pings.look()

    assert "Still your turn" not in "".join(calls(ann))
    assert [each.call_at for each in (await tavern.look(1)).calls if each.kind == "reminder"] == [None]


@pytest.mark.usefixtures("soon")
async def test_tb8_a_pause_puts_a_reminder_off(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-8: the clock stands still, and what is left of the time to the reminder is left afterwards."""
    await begin(room, ann, ben, dice)
    await room.wait(100)
    await ann.press("more")
    await ann.press("pause")
    await ben.press("pause")
    await room.wait(300)
    assert "Still your turn" not in "".join(calls(ann))
    await ann.press("play_on")
    await room.wait(60)
    assert "Still your turn" not in "".join(calls(ann))
    await room.wait(40)

    assert "Still your turn" in "".join(calls(ann))


@pytest.mark.usefixtures("soon")
async def test_tb8_never_is_never(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-8: Ann wants no calls to slow tables; at a live one she is called as before."""
    await type_in(ann, "me preferences")
    await ann.choose("slow_pings", "never")
    await begin(room, ann, ben, dice)
    await room.wait(300)
    assert calls(ann) == []
    await begin(room, ann, ben, dice, "unhurried")
    await room.wait(60)

    assert len(calls(ann)) == 1


async def test_tb8_one_message_a_day(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-8: with all tables that wait for Ann, and none before a day has passed."""
    await type_in(ann, "me preferences")
    await ann.choose("slow_pings", "daily")
    await begin(room, ann, ben, dice)
    await begin(room, ann, ben, dice)
    await room.wait(30)
    told = in_dm(room, ann)
    assert told.words.count("**your turn**") == 2
    assert calls(ann) == []
    await room.restart(is_killed=True)
    for _turn in range(2):
        await ann.press("throw")
        await ben.press("throw")
        await room.wait(60)
    assert in_dm(room, ann).id == told.id
    state = await room.bot.app.tavern.look(2)
    (daily,) = (each for each in state.calls if each.player == ann.id)

    assert daily.kind == "daily"
    assert DAY - 600 < (daily.call_at or 0) - room.env.now().timestamp() < DAY


async def test_tb8_the_daily_message_keeps_hours(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-8: Ann wants to be called from half past midnight, and so is she written to."""
    await type_in(ann, "me preferences")
    await ann.choose("slow_pings", "daily")
    hours = CallHours("ping", "UTC", 30, 22 * 60)
    await room.bot.app.database.write(lambda tx: invite_preferences.keep_hours(tx, ann.id, hours))
    assert room.env.now().hour == 0
    await begin(room, ann, ben, dice)
    await room.wait(25 * 60)
    before = room.env.backend.messages.get(ann.member.user.dm_channel.id, {})
    assert not before
    await room.wait(7 * 60)

    assert "**your turn**" in in_dm(room, ann).words


async def test_f39_who_takes_no_messages_is_called_once_a_day(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """F-39: in the channel, which says why, and where that call is taken back as any other."""
    await type_in(ann, "me preferences")
    await ann.choose("slow_pings", "daily")
    dm = ann.member.user.dm_channel.id
    room.env.inject_error("POST", f"/channels/{dm}/messages", status=403, code=50007, times=1)
    await begin(room, ann, ben, dice)
    await room.wait(30)
    (called,) = calls(ann)
    assert "I can’t write to you" in called
    await ann.press("throw")

    assert calls(ann) == []
