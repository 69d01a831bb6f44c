"""`/hand`: the panel, the history of a hand as a file, and cutting the deck."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from games.engine.provable_chance import Cut
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from games.tools.verify import verify
from tests.discord.commands import close_table, type_in
from tests.discord.hand import NOTHING, play_round
from tests.discord.message import Message
from tests.discord.tavern import Player, Press, Room, gather


async def ask(player: Player, room: Room, **options: Any) -> tuple[str, dict[str, Any], str]:
    """Ask for a history: the file's name, what it says, and the words with it."""
    result = await player.member.slash(room.channel, "hand history", **options)
    assert result.response is not None
    assert result.response.ephemeral
    [file] = result.response.attachments
    content = await file.read()
    assert verify(content).faults == ()
    return file.filename, json.loads(content), result.response.content


def private(player: Player) -> Message:
    """The newest message that only this person sees."""
    return next(each for each in player.looks_back() if each.sent.ephemeral)


async def test_the_panel(ann: Player, playing: int) -> None:
    """The private panel can be had again by a command."""
    assert "Your dice" in await type_in(ann, "hand show")


async def test_history_of_the_newest_hand(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-13: the history of a hand can be had as a file, checks out, and is as that seat saw it."""
    await play_round(ann, ben)

    name, told, words = await ask(ben, room)

    assert (name, words.splitlines()[0]) == ("taproom-1-1.json", "Round 1 of table 1, as you saw it.")
    assert (told["table"], told["hand"], told["viewer"]) == (1, 1, 2)
    assert told["names"] == {"1": "ann", "2": "ben"}


async def sealed(player: Player) -> str:
    """The seal that everybody finds under “Fair play”."""
    await player.press("fair")
    return player.told.partition("**Sealed:** `")[2].partition("`")[0]


async def test_history_says_what_was_sealed(room: Room, ann: Player, ben: Player) -> None:
    """TB-13: the file's commitment is the one that stood under the table before anybody cut."""
    await gather(room, STONE_HAND, [ann, ben])
    shown = await sealed(ann)
    await ann.press("begin")
    await play_round(ann, ben)

    _, told, _ = await ask(ann, room)

    assert told["seals"][-1]["commitment"] == shown


async def test_history_for_who_had_no_seat(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-14: a player who did not play gets what everybody saw, and has to name the table."""
    await play_round(ann, ben)
    cora = room.person("cora")

    assert await type_in(cora, "hand history") == NOTHING
    _, told, words = await ask(cora, room, table=1)

    assert told["viewer"] is None
    assert words.startswith("Round 1 of table 1, as everybody saw it.")


async def test_history_of_a_table_that_is_closed(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-13: a closed table's hands can still be checked, each by its number."""
    await play_round(ann, ben)
    await play_round(ann, ben)
    await close_table(ann)

    name, told, _ = await ask(ann, room, hand=1)

    assert (name, told["hand"]) == ("taproom-1-1.json", 1)


async def test_no_hand_is_over(room: Room, ann: Player, playing: int) -> None:
    """TB-11: there is no history of a hand that is under way, and it is said so."""
    assert await type_in(ann, "hand history") == NOTHING
    assert await type_in(ann, "hand history", table=1) == NOTHING
    said = await type_in(ann, "hand history", table=1, hand=1)

    assert said == "Hand 1 of table 1 isn’t over, or was never finished."


@pytest.mark.parametrize("number", [2, 10**9])
async def test_no_such_table_or_hand(room: Room, ann: Player, ben: Player, playing: int, number: int) -> None:
    """F-43: a number that leads to nothing is told so."""
    await play_round(ann, ben)

    assert await type_in(ann, "hand history", table=number) == NOTHING
    assert "isn’t over, or was never" in await type_in(ann, "hand history", hand=number)


async def test_a_hand_that_was_called_off_has_no_history(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """TB-10: it never came to its end."""
    await close_table(ann)

    assert await type_in(ann, "hand history") == NOTHING


async def test_another_channel_is_for_those_who_sat_there(
    room: Room, ann: Player, ben: Player, playing: int
) -> None:
    """TB-11: a table's number alone tells no user about a channel that they may not be able to read."""
    await play_round(ann, ben)
    elsewhere = Room(room.env, room.path, room.guild, room.guild.create_text_channel("cellar"))
    cora = elsewhere.person("cora")

    assert await type_in(cora, "hand history", table=1) == NOTHING
    assert await type_in(Player(elsewhere, ann.member), "hand history") == NOTHING
    _, told, _ = await ask(Player(elsewhere, ann.member), elsewhere, table=1)
    assert told["viewer"] == 1


async def test_another_server_knows_nothing(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-11: a table's number leads to it in its own server only."""
    await play_round(ann, ben)
    guild = room.env.create_guild("Elsewhere")
    elsewhere = Room(room.env, room.path, guild, guild.create_text_channel("tavern"))

    assert await type_in(elsewhere.person("cora"), "hand history", table=1) == NOTHING


async def test_a_throw_in_passing_has_a_history(room: Room, ann: Player) -> None:
    """TB-13: a throw in passing is a hand like any other."""
    await type_in(ann, "throw")
    while ann.table.offers:
        await ann.press_id(ann.table, ann.table.offers[-1])

    _, told, _ = await ask(ann, room)

    assert told["seals"][0]["cuts"] == []
    assert any(event["kind"] == "threw" for event in told["events"])


async def mix_in(player: Player, words: str) -> str:
    """Type words where *Fair play* has it; where it has not, by a button of a player who may."""
    await player.press("fair")
    table = (await player.room.table()).id
    (form,) = await player.room.deliver(Press(player, player.whispered.id, f"t:{table}:cut"))
    await player.member.submit_modal(form, {"text": words})
    return player.told


async def test_cutting(room: Room, ann: Player, ben: Player) -> None:
    """TB-13: each may cut with words of their own, and is told into which hand; presses cut nothing."""
    await gather(room, STONE_HAND, [ann, ben])
    seal = await sealed(ann)

    said = await mix_in(ben, "  my lucky  words ")
    await ann.press("begin")

    assert said == f"Table 1: your words “my lucky words” are mixed into round 1, sealed with `{seal}`."
    hand = (await room.table()).table.hand
    assert hand is not None
    assert hand.seal.cuts == (Cut("ben", "my lucky words"),)


async def test_cutting_twice(room: Room, ann: Player) -> None:
    """TB-13: a second cut replaces nothing, and that is said kindly."""
    await gather(room, STONE_HAND, [ann])
    await mix_in(ann, "mine")

    said = await mix_in(ann, "another")

    assert said == "You’ve already mixed in words for the next hand. They stay as they are."


async def test_dice_are_cut_for_the_next_hand(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-13: while dice fall, words are typed for the next hand, which is sealed already."""
    said = await mix_in(ann, "now")
    sealed = (await room.table()).table.next_seal.commitment
    assert said == f"Table 1: your words “now” are mixed into round 2, sealed with `{sealed}`."
    await play_round(ann, ben)

    await ben.press("fair")

    assert f"**Sealed:** `{sealed}`" in ben.told
    assert "**Mixed into round 2:** ann: “now”" in ben.told
    assert "Mixed into it: nobody cut" in ben.told


async def test_cards_under_way_are_not_cut(room: Room, ann: Player, ben: Player) -> None:
    """TB-13: a dealt deck cannot be cut."""
    await gather(room, KNIGHTS_HEADS, [ann, ben])
    await ann.press("begin")

    assert await mix_in(ann, "now") == ("A hand is under way. Please wait until it’s over.")


async def test_cutting_by_fair_play(room: Room, ann: Player, ben: Player) -> None:
    """TB-13: a seated player finds there where to type words; others only find the seal."""
    await gather(room, STONE_HAND, [ann])
    await ben.press("fair")
    await ann.press("fair")

    assert [*private(ben).buttons] == ["keep"]
    assert [*private(ann).buttons] == ["keep", "cut"]


async def test_the_seal_can_be_kept(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-13: a message of one's own with table, hand, seal and time; the file's seal is the same."""
    table = (await room.table()).table
    assert table.hand is not None
    await ann.press("fair")
    await ann.press("keep")
    lines = ann.told.split("```")[1].strip().splitlines()
    await play_round(ann, ben)
    _, told, _ = await ask(ann, room)

    assert lines[0] == "Taproom, table 1"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", lines[1])
    assert lines[2:4] == ["round 1, seal:", told["seals"][0]["commitment"]]
    assert lines[4:] == ["round 2, seal:", table.next_seal.commitment]


async def test_cutting_is_for_players(room: Room, ann: Player, ben: Player) -> None:
    """TB-13: the players cut, and nobody else; with something that can be read."""
    await gather(room, STONE_HAND, [ann])

    assert await mix_in(ben, "mine") == "You’re not sitting at this table."
    assert "I can’t show any of that text." in await mix_in(ann, "\u200b")


async def asked_twice(room: Room, ann: Player, ben: Player) -> Player:
    """Two tables of Knights’ Heads in one channel at which the same person is asked to bet; who that is."""
    for number in (1, 2):
        await gather(room, KNIGHTS_HEADS, [ann, ben])
        await ann.press("begin")
        asked = await asked_at(room, number, ann, ben)
        if number == 1:
            actor = asked
        elif asked is not actor:
            await open_panel_of(asked, 2)
            await asked.press("bet 2")
    assert await asked_at(room, 2, ann, ben) is actor
    return actor


async def asked_at(room: Room, number: int, *people: Player) -> Player:
    """Return the player who is asked at a table."""
    view = (await room.bot.app.tavern.look(number)).view(None)
    (player,) = (view.place(each.seat).player for each in view.questions)
    return next(each for each in people if each.id == player)


async def open_panel_of(player: Player, number: int) -> None:
    """Press *My cards* on the message of that table, the first or the second."""
    message = [each for each in player.sees() if not each.sent.ephemeral and each.parts][number - 1]
    await player.press_id(message, message.button("hand"))


async def test_without_a_panel_the_newest_table_that_asks_is_shown(
    room: Room, ann: Player, ben: Player
) -> None:
    """If two tables ask, `/hand show` shows the newest, and once that is answered the other one."""
    actor = await asked_twice(room, ann, ben)
    await room.restart()
    assert "· table 2" in await type_in(actor, "hand show")
    await actor.press("bet 2")
    await room.restart()

    assert "· table 1" in await type_in(actor, "hand show")
