"""*The whole evening*: all hands of a table in one file (TB-11, TB-13)."""

from __future__ import annotations

import pytest
from simcord.results import InteractionResult

from games.tools import replay
from tests.discord.commands import answer_of, close_table
from tests.discord.dice import Dice
from tests.discord.hand import NOTHING, play_round
from tests.discord.histories import told
from tests.discord.replays import knights_hand
from tests.discord.tavern import Player, Press, Room


async def saved(player: Player) -> InteractionResult:
    """Press *The whole evening* at the first table."""
    (result,) = await player.room.deliver(Press(player, player.table.id, "t:1:evening"))
    return result


async def test_all_hands_of_a_table(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-13: in one file, each as its viewer saw it; the button on a closed table’s message has the same."""
    await play_round(ann, ben)
    await play_round(ann, ben)
    await close_table(ann)
    await ben.member.slash(room.channel, "hand history")
    mine, words = await told(await ben.press("evening"))
    again, _ = await told(await ben.press_id(ben.table, ben.table.button("evening")))
    cora = room.person("cora")
    theirs, public = await told(await cora.press("evening"))

    assert [each["hand"] for each in mine["hands"]] == [1, 2]
    assert {each["viewer"] for each in mine["hands"]} == {2}
    assert words.splitlines()[0] == "Table 1, 2 rounds (1–2), as you saw them."
    assert again == mine
    assert {each["viewer"] for each in theirs["hands"]} == {None}
    assert public.splitlines()[0] == "Table 1, 2 rounds (1–2), as everybody saw them."


async def test_own_cards_are_in_the_own_file_alone(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-11: nobody laid anything down, so each finds the own cards and no other; it is a single hand."""
    await knights_hand(ann, ben, dice)
    ends = []
    for each in (ann, ben):
        content, words = await told(await saved(each), is_loaded=True)
        assert words.startswith("Hand 1 of table 1, as you saw it.")
        ends.append(content["hands"][0]["end"]["cards"])

    assert [len(cards) for cards in ends] == [9, 9]
    assert not {*ends[0]} & {*ends[1]}


async def test_what_has_no_room_comes_in_another_file(
    room: Room, ann: Player, ben: Player, playing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes ten million bytes: the words say how to get the rest."""
    await play_round(ann, ben)
    await play_round(ann, ben)
    monkeypatch.setattr(replay, "HANDS_MAX", 1)
    first, words = await told(await saved(ann))
    rest, end = await told(await ann.press("evening 2"))

    assert [each["hand"] for each in (*first["hands"], *rest["hands"])] == [1, 2]
    assert words.endswith("That’s all the file has room for. Press “The rest” for what follows.")
    assert "no room" not in end


async def test_where_nothing_is_over_there_is_no_file(room: Room, ann: Player, playing: int) -> None:
    """TB-11: a hand under way is in no file, nor one of another channel for who did not play there."""
    early = answer_of(await saved(ann))
    (none,) = await room.deliver(Press(ann, ann.table.id, "t:7:evening"))

    assert early == NOTHING
    assert answer_of(none) == NOTHING


async def test_what_is_damaged_is_left_out(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-9: one hand's beginning is damaged: the others are told; if a move is, none of them is."""
    await play_round(ann, ben)
    await play_round(ann, ben)
    spoil = "UPDATE hands SET beginning = beginning || ' ' WHERE number = 1"
    await room.bot.app.database.write(lambda tx: tx.execute(spoil).rowcount)
    left, _words = await told(await saved(ann))
    await room.bot.app.database.write(
        lambda tx: tx.execute("UPDATE moves SET at = 1 WHERE hand = 2").rowcount
    )

    assert [each["hand"] for each in left["hands"]] == [2]
    assert answer_of(await saved(ann)) == NOTHING
