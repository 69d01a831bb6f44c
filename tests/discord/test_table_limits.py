"""F-55: the messages about the limits of open tables per person."""

from __future__ import annotations

import re

import pytest

from games.stone_hand.game import STONE_HAND
from tests.discord.tavern import Player, Room


@pytest.mark.usefixtures("slow_rhythm")
async def test_f55_a_lobby_says_when_it_closes(room: Room, ann: Player, ben: Player) -> None:
    """F-55: with one person in it after a quarter of an hour; with two it waits without a word."""
    await ann.open(STONE_HAND)
    assert "If nobody joins, this closes <t:" in ann.table.words
    await ben.press("join")
    assert "this closes" not in ann.table.words
    await ben.press("leave")
    await room.wait(15 * 60 + 1)

    assert ann.table.is_over


async def test_f55_a_fifth_table_is_refused_in_words(ann: Player) -> None:
    """F-55: the refusal lists the tables to close, with a link to each."""
    for _ in range(5):
        await ann.open(STONE_HAND)

    links = re.findall(r"\[([0-9]) ↗\]\(https://discord.com/channels/[0-9]+/[0-9]+/[0-9]+\)", ann.told)
    assert ann.told.startswith("You host 4 open tables already. Close one of them first: [1 ↗](https:")
    assert links == ["1", "2", "3", "4"]


async def test_f55_a_challenge_is_asked_once(room: Room, ann: Player, ben: Player) -> None:
    """F-55: one open challenge a pair, and the refusal says so to a player who asks again."""
    await ann.member.slash(room.channel, "throw", against=ben.member)
    await ben.member.slash(room.channel, "throw", against=ann.member)

    assert ben.told == "There’s a challenge between you two already. Finish that one first."


async def test_f55_challenges_are_limited_in_words(room: Room, ann: Player) -> None:
    """F-55: after six within an hour, when the next may be made: an hour after the first."""
    began = room.env.now().timestamp()
    for name in ("ben", "cora", "dora", "emil", "fritz", "gerd", "hans"):
        await ann.member.slash(room.channel, "throw", against=room.person(name).member)

    assert ann.told.startswith("That’s 6 challenges within an hour: let people catch their breath.")
    assert int(re.findall(r"<t:([0-9]+):R>", ann.told)[0]) == pytest.approx(began + 3600, abs=5)


async def test_f55_a_challenge_that_nobody_takes_up_is_off(room: Room, ann: Player, ben: Player) -> None:
    """F-55: like a table where one person waits, for a quarter of an hour; the invitation says so."""
    await ann.member.slash(room.channel, "throw", against=ben.member)
    assert "If nobody accepts, this closes <t:" in ben.table.words
    await room.wait(15 * 60 + 1)

    assert "so the challenge is off." in ben.table.words
