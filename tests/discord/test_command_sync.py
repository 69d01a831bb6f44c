"""F-56: Discord is told our commands, and the tavern opens whether it takes them or not."""

from __future__ import annotations

import pytest

from bot.discord_io.commands import COMMAND_IDS, SYNCED
from games.stone_hand.game import STONE_HAND
from tests.discord.command_sync import start_anew, told
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Press, Room, gather

ENTRY_POINT = 4
LAUNCH = {"id": "7", "type": ENTRY_POINT, "name": "launch", "description": "Play here", "contexts": [0, 2]}


async def test_f56_the_entry_point_command_is_carried_along(room: Room, boss: Player) -> None:
    """F-56: an overwrite names the Entry Point command as well, with what a bot may say of it."""
    commands = room.env.backend.commands.setdefault(None, {})
    commands["launch", ENTRY_POINT] = dict(LAUNCH)  # SimCord has no name for its type
    await start_anew(room)

    assert {key: value for key, value in LAUNCH.items() if key != "id"} in told(room)[-1]
    assert "stonehand" in [each["name"] for each in told(room)[-1]]
    assert "Discord has my newest commands." in await type_in(boss, "manage doctor")


async def test_commands_are_clickable_once_their_ids_are_known(room: Room, boss: Player, ann: Player) -> None:
    """They are in help and refusals; the ids are kept, so that a start that uploads nothing knows them."""
    ids = {name: int(each["id"]) for (name, _kind), each in room.env.backend.commands[None].items()}
    before = len(told(room))
    await room.restart()
    await type_in(ann, "help")
    await ann.press("commands")

    assert len(told(room)) == before
    assert f"</me privacy:{ids['me']}>" in ann.told
    assert f"</play:{ids['play']}>" in ann.told

    await type_in(boss, "organise create", title="Cup")
    await room.deliver(Press(boss, boss.whispered.id, "t:0:announce:000000"))

    assert f"</organise create:{ids['organise']}>" in boss.told


async def test_commands_stay_clickable_on_a_panel_that_follows(ann: Player, ben: Player, dice: Dice) -> None:
    """It is changed by the presses of others, too."""
    await gather(ann.room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    await ben.open_panel()
    dice.load("1-2-8")
    await ann.press("throw")
    await ann.press("keep")
    assert "Your throw" in ben.told
    assert "</me home-throw:" in ben.told


async def test_unknown_ids_leave_plain_words(room: Room, ann: Player) -> None:
    """While Discord refuses the commands nobody knows their ids: they are named as they are typed."""
    room.env.inject_error("PUT", "/applications/*/commands", status=400, code=30034, times=None)
    await start_anew(room)
    await type_in(ann, "help")
    await ann.press("commands")

    assert "`/me privacy`" in ann.told
    assert "</" not in ann.told


async def test_ids_that_were_never_kept_are_asked_for(room: Room) -> None:
    """An earlier version kept no ids: the first start of this one uploads the commands once more."""
    before = len(told(room))
    await room.bot.app.database.write(
        lambda tx: tx.execute("DELETE FROM notes WHERE name = ?", (COMMAND_IDS,))
    )
    await room.restart()

    assert len(told(room)) == before + 1
    assert room.bot.command_sync.ids


@pytest.mark.parametrize(
    ("status", "code", "why"),
    [
        (400, 30034, "Discord takes only 200 new commands a day, and today’s are used up."),
        (403, 50001, "Discord won’t take commands from me here: invite me again with the commands scope."),
        (400, 50035, "Discord refuses my newest commands (error 400/50035); the log has more."),
        (503, 0, "Discord couldn’t be reached to take my newest commands."),
    ],
)
async def test_f56_a_refused_sync_keeps_nothing_shut(
    room: Room, boss: Player, ann: Player, status: int, code: int, why: str
) -> None:
    """F-56: the tavern opens, the doctor says why, and a minute later it is tried again."""
    room.env.inject_error("PUT", "/applications/*/commands", status=status, code=code, times=None)
    await start_anew(room)
    await ann.open(STONE_HAND)

    assert "a table is open" in ann.table.words
    said = await type_in(boss, "manage doctor")
    assert why in said
    assert "I’ll try again <t:" in said

    room.env.backend.faults.clear()
    before = len(told(room))
    await room.wait(61)

    assert len(told(room)) == before + 1
    assert "Discord has my newest commands." in await type_in(boss, "manage doctor")


@pytest.mark.usefixtures("slow_rhythm")
async def test_f56_it_is_tried_less_and_less_often(room: Room) -> None:
    """F-56: after a minute, ten minutes, an hour, and then every hour."""
    room.env.inject_error("PUT", "/applications/*/commands", status=400, code=30034, times=None)
    await start_anew(room)
    tries = [len(told(room))]
    for seconds in (61, 601, 3601, 3601):
        await room.wait(seconds)
        tries.append(len(told(room)))

    assert [each - tries[0] for each in tries] == [0, 1, 2, 3, 4]


async def test_where_commands_may_be_used(room: Room) -> None:
    """Throws and help go wherever Discord is, games and hands to direct messages, all else is a server's."""
    known = {name: each for (name, _kind), each in room.env.backend.commands[None].items()}
    anywhere = {name for name, each in known.items() if each["integration_types"] == [0, 1]}

    assert anywhere == {"throw", "me", "help", "play", "hand", "Challenge to a throw", "Throw with…"}
    assert all(each["integration_types"] == [0] for name, each in known.items() if name not in anywhere)
    assert {name for name, each in known.items() if each["contexts"] == [0, 1]} == {"play", "hand"}
    assert all(each["contexts"] == [0] for name, each in known.items() if name not in anywhere)


async def test_an_app_that_is_for_servers_alone(room: Room) -> None:
    """F-56: if its owner does not allow user installs, Discord is not told otherwise."""
    room.bot.application._integration_types_config = {"0": {}}  # type: ignore[union-attr]
    room.bot.command_sync.clock.stop()
    await room.bot.app.database.write(lambda tx: tx.set_note(SYNCED, "an older version's"))
    await room.bot.command_sync.begin()

    assert {tuple(each["integration_types"]) for each in told(room)[-1]} == {(0,)}
