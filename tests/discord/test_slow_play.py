"""TB-18: shorter turns for who is slow several times running, as the table shows them."""

from __future__ import annotations

import re

from storage.people.server_settings import ServerSettings
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Room

TURN_SECONDS = ServerSettings().turn_seconds
ROUND = ("1-1-5", "2-2-4")
"""Ann throws first and loses, and so throws first again."""
SHORT = "only 30 seconds a turn for now, for being slow"
WHY = "ann has taken long several times running: their turns are shorter for now."


def seconds_left(room: Room, player: Player) -> float:
    """Return the seconds that the table shows for the turn, without a time bank."""
    moments = [int(each) for each in re.findall(r"<t:(\d+):R>", player.table.words)]
    return moments[0] - room.env.now().timestamp()


async def test_who_stalls_is_given_less_time(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """TB-18: Ann throws after 50 of 60 seconds three times; then her turn has 30, and all see why."""
    dice.load(*ROUND * 4)
    for _ in range(2):
        await slow(room, ann)
        await ben.press("throw")
    assert SHORT not in ben.table.words
    await slow(room, ann)

    assert WHY in ben.table.words
    assert SHORT in next(line for line in ben.table.words.splitlines() if line.startswith("**ann**"))
    # No other player's turn is shorter.
    assert ben.is_called
    assert seconds_left(room, ben) > TURN_SECONDS - 5

    await ben.press("throw")
    assert 25 < seconds_left(room, ann) <= 30
    await room.wait(31)
    assert "ann ran out of time." in ben.table.words


async def test_quick_answers_give_the_time_back(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """TB-18: the next throw of hers comes at once, and her turns are as long as others'."""
    dice.load(*ROUND * 4)
    for _ in range(3):
        await slow(room, ann)
        await ben.press("throw")
    assert SHORT in ben.table.words
    await ann.press("throw")

    assert SHORT not in ben.table.words


async def slow(room: Room, player: Player) -> None:
    """The player's throw, with ten seconds left."""
    assert player.is_called
    await room.wait(TURN_SECONDS - 10)
    await player.press("throw")
