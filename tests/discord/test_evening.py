"""The end of an evening: what a table leaves when it closes, however that came (TB-10)."""

from __future__ import annotations

import pytest

from bot.tavern.table import actions
from bot.tavern.table.actions import Actor
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import close_table
from tests.discord.dice import Dice
from tests.discord.pictures import described
from tests.discord.tavern import Player, Room, make_bot

TOLD = [
    "1 round · Biggest win",
    "ben, goes home with 24 · 1 round won",
    "ann, goes home with 16 · 0 rounds won",
    "Best hand",
]
"""Ann's pair scores 5, Ben's 4: he takes 4 of her 20 (SH-2)."""


@pytest.fixture(autouse=True)
async def painting(room: Room) -> None:
    """The bot paints what comes out."""
    await start(room)


async def start(room: Room) -> None:
    """The bot comes back."""
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, pictures="moments"))


async def play_round(ann: Player, ben: Player, dice: Dice, *, practice: bool = False) -> None:
    """A table with one round, and the next under way."""
    await ann.open(STONE_HAND, practice=practice)
    await ben.press("join")
    dice.load("1-1-5", "4-8-8")
    await ann.press("begin")
    for _ in range(2):
        await next(each for each in (ann, ben) if each.is_called).press("throw")


def of_evening(player: Player) -> list[str]:
    """Return the lines about the evening in the table's picture, without titles and cards."""
    _title, *lines = described(player.table).splitlines() or [""]
    if "Biggest win" not in "".join(lines):
        return []
    return [line[: line.find(" won") + 4] if " won" in line else line.partition(": ")[0] for line in lines]


@pytest.mark.parametrize("is_practice", [False, True], ids=["coins", "practice"])
async def test_it_is_called_off_after_a_round(
    room: Room, ann: Player, ben: Player, dice: Dice, *, is_practice: bool
) -> None:
    """TB-10: the host closes it, a manager calls the hand off: it counts for nothing."""
    await play_round(ann, ben, dice, practice=is_practice)
    await close_table(ann)

    assert of_evening(ann) == TOLD
    assert "1 round · Biggest win: ben +4 in round 1" in described(ann.table)
    assert "again" in ann.table


async def test_the_last_one_leaves(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-9, TB-10: one call answers the press with the end, picture and all; another is for Ben’s panel."""
    await play_round(ann, ben, dice)
    dice.load("1-1-1")
    await ben.press_and_confirm("leave")
    with room.calls() as calls:
        while ann.is_called:
            await ann.press("throw")

    assert "the end" in ann.table.words
    assert described(ann.table).startswith("The game is over\n2 rounds")
    assert calls == ["callback", "token PATCH"]


async def test_after_a_restart_the_end_is_shown(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-10, F-6: closed, and killed before anybody saw it: the next start shows the evening."""
    await play_round(ann, ben, dice)
    first, second = (Actor(number, 0, ann.id, "ann", room.guild.id) for number in (1, 2))
    await room.bot.app.tavern.act(first, 1, actions.close())
    await room.bot.app.tavern.act(second, 1, actions.give_up("the lights went out"))
    before = of_evening(ann)
    await start(room)

    assert before == []
    assert of_evening(ann) == TOLD
    assert described(ann.table)


async def test_a_lobby_that_nobody_comes_to_has_no_evening(room: Room, ann: Player) -> None:
    """TB-10: without a played hand there is no evening to tell."""
    await ann.open(STONE_HAND)
    await close_table(ann)

    assert "nobody played" in ann.table.words
    assert (of_evening(ann), described(ann.table)) == ([], "")
