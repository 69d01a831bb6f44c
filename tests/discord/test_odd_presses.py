"""F-27, F-42: whatever is pressed wherever, the answer is words, and never a traceback."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import discord
import pytest
from simcord.enums import InteractionType

from bot.front.forms import NotAMember
from games.engine.core.errors import NotOffered
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import forgive
from tests.discord.evening import plan
from tests.discord.message import Component
from tests.discord.odd_presses import answers_of, faults, unanswered
from tests.discord.panels import by_dm
from tests.discord.tavern import Delivery, Player, Press, Room, gather
from tests.soak import some_now

KINDS = ("press", "choice", "form")
NEVER = 10**18 - 1
"""The number of no table."""
AT_ONCE = 100
"""The number of presses that reach the bot at the same moment."""
UNRESOLVED = (6, 7, 8, 9, 11)
"""The types of options of which Discord sends facts beside their ids: people, channels, roles, files."""
NOT_KNOWN = "That command has changed, or isn’t mine. Please pick it from the list again."


def odd(room: Room, player: Player, message: int, custom_id: str, kind: str) -> Delivery:
    """A press, or a form that comes back, with anything for a custom_id."""
    delivery = room.prepare(Press(player, message, custom_id, ("1",) if kind == "choice" else None))
    if kind == "form":
        line = {"type": 18, "component": {"type": 4, "custom_id": "text", "value": "5 5"}}
        delivery.payload["type"] = InteractionType.MODAL_SUBMIT
        delivery.payload["data"] = {"custom_id": custom_id, "components": [line]}
    return delivery


async def press_everything(
    room: Room, people: tuple[Player, Player], targets: Iterable[tuple[int, str]], *, is_direct: bool
) -> list[str]:
    """Every verb with these numbers of tables and arguments, as press, choice and form; what failed."""
    ann, boss = people
    await gather(room, STONE_HAND, [ann, boss], practice=True)
    await ann.press("begin")
    await plan(boss, STONE_HAND)
    here = (await by_dm(room, ann)).id if is_direct else ann.table.id
    verbs = sorted({*room.bot.app._pressed, *room.bot.app._filled_in} - {"forget_me"})
    made = list(itertools.product(targets, verbs, KINDS))
    failed: list[str] = []
    # SimCord asks each press under way again and again if it has come to rest: so not thousands at once.
    for at in range(0, len(made), AT_ONCE):
        deliveries = [
            odd(room, ann, here, f"t:{number}:{verb}{more}", kind)
            for (number, more), verb, kind in made[at : at + AT_ONCE]
        ]
        await room.deliver(*deliveries)
        failed += unanswered(deliveries)
    return failed


@pytest.mark.parametrize("is_direct", some_now((False, True), (False,)))
async def test_f27_every_verb_in_a_place_where_it_means_nothing(
    room: Room, ann: Player, boss: Player, caplog: pytest.LogCaptureFixture, *, is_direct: bool
) -> None:
    """F-27: in the server and by direct message, at a table that is there and at one that never was."""
    failed = await press_everything(room, (ann, boss), [(1, ":1"), (NEVER, ":1")], is_direct=is_direct)

    assert (failed, faults(caplog)) == ([], [])


@pytest.mark.soak
@pytest.mark.parametrize("is_direct", [False, True])
async def test_f27_every_verb_with_every_argument(
    room: Room, ann: Player, boss: Player, caplog: pytest.LogCaptureFixture, *, is_direct: bool
) -> None:
    """F-27: with numbers out of all bounds, names of nothing, and nothing at all."""
    more = ("", ":0", ":9", f":{'9' * 40}", ":no_such_thing", ":title", ":stone_hand", ":stone_hand__x")
    targets = itertools.product((0, 1, NEVER), (":1", *more))
    failed = await press_everything(room, (ann, boss), targets, is_direct=is_direct)

    assert (failed, faults(caplog)) == ([], [])


async def test_another_game_from_a_direct_message(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-27: a table is opened in a server; the words say so."""
    panel = await by_dm(room, ann)
    press = room.prepare(Press(ann, panel.id, "t:1:again"))
    await room.deliver(press)

    assert answers_of(press) == ["That only works in a server. Please press it in the table’s channel."]
    assert len(await room.bot.app.tavern.in_channel(room.guild.id, room.channel.id)) == 1


async def test_another_servers_tournament_from_a_direct_message(
    room: Room, ann: Player, boss: Player, playing: int
) -> None:
    """F-27: a direct message names no server, so it reaches no tournament by its number."""
    guild = room.env.create_guild("The Other Inn")
    elsewhere = Room(room.env, room.path, guild, guild.create_text_channel("tavern"))
    await plan(elsewhere.person("zoe", is_manager=True), STONE_HAND)
    panel = await by_dm(room, ann)
    press = room.prepare(Press(ann, panel.id, "t:1:standings"))
    await room.deliver(press)

    assert answers_of(press) == ["There’s no such tournament here."]


async def test_a_message_of_another_kind(room: Room, ann: Player, playing: int) -> None:
    """F-25: a button on a message of plain words, as older versions sent them, says where the table is."""
    channel = room.bot.get_partial_messageable(room.channel.id)
    plain = await channel.send("It is your turn at table 1.")
    presses = [room.prepare(Press(ann, plain.id, each)) for each in ("t:1:join", "t:1:rule:opal_river")]
    await room.deliver(*presses)

    assert unanswered(presses) == []
    assert (
        "You’re already sitting here. “More …” has everything you can do, including leaving."
        in answers_of(presses[0])
    )


def asked_for(options: Iterable[Component], path: str = "") -> Iterator[tuple[str, Component]]:
    """Every option, with the command that asks for it."""
    for each in options:
        if path and each["type"] > discord.AppCommandOptionType.subcommand_group.value:
            yield path, each
        yield from asked_for(each.get("options", ()), f"{path} {each['name']}".lstrip())


@pytest.mark.parametrize("kind", [3, 4])
async def test_f43_a_number_for_a_text(
    room: Room, boss: Player, caplog: pytest.LogCaptureFixture, kind: int
) -> None:
    """F-43: every option of every command that is a text, given as a number."""
    known_to_discord = room.env.backend.commands[None].values()
    asked = [
        room.prepare_command(boss, path, [{"name": option["name"], "type": kind, "value": 5}])
        for path, option in asked_for(known_to_discord)
        if option["type"] == discord.AppCommandOptionType.string.value
    ]
    await room.deliver(*asked)

    assert {words for each in asked for words in answers_of(each)} == {"Please type some words there."}
    assert faults(caplog) == []
    assert len(room.env.errors) == len(asked)


async def test_f42_what_discord_sends_no_facts_of(
    room: Room, boss: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """F-42: a person, role, channel or file that a command asks for, by an id that nothing is said about."""
    known_to_discord = room.env.backend.commands[None].values()
    asked = [
        room.prepare_command(boss, path, [{"name": option["name"], "type": option["type"], "value": "5"}])
        for path, option in asked_for(known_to_discord)
        if option["type"] in UNRESOLVED
    ]
    said = []
    for each in asked:
        await room.deliver(each)
        # The next refusal of its kind replaces it.
        said += answers_of(each)

    assert len(asked) > 3
    assert "Discord didn’t send me what you chose. Please give the command again." in said
    assert set(said) <= {
        "Discord didn’t send me what you chose. Please give the command again.",
        NotAMember.template,
        NOT_KNOWN,
    }
    assert len(said) == len(asked)
    forgive(room)
    assert faults(caplog) == []


async def test_no_page_is_opened_where_there_is_none(
    room: Room, ann: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """F-27: a made-up press asks Discord for no Activity, and is refused."""
    await gather(room, STONE_HAND, [ann])
    with room.calls() as calls:
        await room.deliver(Press(ann, ann.table.id, "t:1:open"))

    assert ann.told == NotOffered.template
    assert calls == ["callback"]
    assert faults(caplog) == []


@pytest.mark.parametrize(
    "data",
    [
        {"id": "1", "name": "taproom", "type": 1},
        {"id": "1", "name": "tavern", "type": 1, "options": [{"name": "gone", "type": 1, "options": []}]},
        {"id": "1", "name": "launch", "type": 4},
        {"id": "1", "name": "Look", "type": 3, "target_id": "1", "resolved": {}},
        {"id": "1", "name": "Look", "type": 99},
    ],
)
async def test_f42_a_command_that_we_do_not_have(
    room: Room, ann: Player, caplog: pytest.LogCaptureFixture, data: dict[str, Any]
) -> None:
    """F-42, F-56: one that an older version had, an Entry Point command, a menu, a kind that is new."""
    command = room.prepare_command(ann, "help", [])
    command.payload["data"] = data
    await room.deliver(command)

    assert answers_of(command) == [NOT_KNOWN]
    assert faults(caplog) == []
    assert len(room.env.errors) == 1
