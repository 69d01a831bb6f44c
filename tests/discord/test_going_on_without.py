"""Going on without a player who doesn't answer, as people at the table have it (TB-8)."""

from __future__ import annotations

import pytest

from games.engine.core.game import Seat
from games.stone_hand.game import STONE_HAND
from tests.discord.dice import Dice
from tests.discord.tavern import PURSE, Player, Press, Room, gather

HALF_SECONDS = 30


@pytest.fixture
async def four(room: Room, ann: Player, ben: Player, dice: Dice) -> list[Player]:
    """Four friends whose game has begun; Ann is to throw."""
    dice.load("1-1-5", *["2-2-4"] * 3)
    friends = [ann, ben, room.person("cora"), room.person("dan")]
    await gather(room, STONE_HAND, friends)
    await ann.press("begin")
    assert ann.is_called
    return friends


async def test_three_presses_end_the_wait(room: Room, four: list[Player]) -> None:
    """TB-8: after half a turn the three others agree; Ann is played for, and comes back with one press."""
    ann, ben, cora, dan = four
    await room.wait(HALF_SECONDS + 1)
    await ben.press("more")
    assert "without" not in ben.table
    await ben.press("without")
    asked = ben.table
    assert (
        f"**{ann.mention}, are you there?** The others go on without you once cora and dan agree."
        in asked.words
    )
    await cora.press("without")
    await dan.press("without")

    seat = (await room.table()).table.seated(Seat(1))
    assert (seat.standing, seat.stack) == ("away", PURSE // 10)
    assert "The others go on without ann." in ben.table.words
    assert ben.is_called
    await ann.press("back")
    assert (await room.table()).table.seated(Seat(1)).standing == "in"
    await room.check_books()


async def test_one_press_says_that_somebody_is_here(room: Room, four: list[Player]) -> None:
    """TB-8: Ann is there: nobody asks again on this turn, and the rest of her time is hers."""
    ann, ben, cora, _dan = four
    await room.wait(HALF_SECONDS + 1)
    await ben.press("without")
    late = cora.pressing("without")
    await ann.press("here")
    await room.deliver(late)

    assert cora.told == "ann is here and still thinking. Give them the rest of their time."
    assert "are you there?" not in ann.table.words
    assert "throw" in ann.table


async def test_nobody_is_hurried(room: Room, four: list[Player]) -> None:
    """TB-8: in the first half of a turn it is refused, with what is left of it; nobody is seated out."""
    ann, ben, *_others = four
    await room.wait(HALF_SECONDS - 10)
    await room.deliver(Press(ben, ben.table.id, "t:1:without:1"))

    assert ben.told.startswith("It’s still early: ann has ")
    assert "are you there?" not in ann.table.words
