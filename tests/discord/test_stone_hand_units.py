"""SH-2: the worth of a unit of the pay, at a table and in a challenge."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.dice import Dice
from tests.discord.forms import fill_in
from tests.discord.tavern import PURSE, Player, Room, gather


async def test_units(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-2: at a unit of 5 the usual wager is 100, and the table says what a pay of 4 comes to."""
    await gather(room, STONE_HAND, [ann, ben], unit=5)

    assert "**100 coins** each" in ann.table.words
    assert "Unit of the pay: 5" in ann.table.words

    await ann.press("begin")
    dice.load("1-1-4", "3-3-5")
    await ann.press("throw")

    assert "4 × 5 = **20**" in ann.table.words

    await ben.press("throw")

    assert "ann takes 20 from ben" in ann.table.words
    assert "The pay was 4 × 5 = 20." in ann.table.words


async def test_a_challenge_in_units(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-2, SH-14: the invitation says what the loser pays; at a unit of 10 a pay of 4 costs 40 of the 50."""
    await ann.member.slash(room.channel, "throw", against=ben.member, stake=50, unit=10)

    assert (
        "The loser pays the pay times the unit of **10 coins**, at most the stake of **50 coins**."
        in ann.table.words
    )

    dice.load("1-1-5", "3-3-4")
    await ben.press("accept")
    await ann.press("throw")
    await ben.press("throw")

    assert "ben takes 40 from ann" in ann.table.words
    assert "The pay was 4 × 10 = 40." in ann.table.words
    assert [await ann.wallet(), await ben.wallet()] == [PURSE - 40, PURSE + 40]


async def test_a_unit_without_a_stake(room: Room, ann: Player, ben: Player) -> None:
    """SH-2, SH-14: without a stake there are no units; nor does 25 divide 60."""
    await ann.member.slash(room.channel, "throw", against=ben.member, unit=10)

    assert ann.told == "A unit only makes sense with a stake: fill in “stake” too."

    await ann.member.slash(room.channel, "throw", against=ben.member, stake=60, unit=25)

    assert ann.told == "A stake of 60 doesn’t divide into units of 25: choose a multiple."


async def test_the_host_sets_the_wager(room: Room, ann: Player, ben: Player) -> None:
    """TB-15: in the lobby, by a form; more than it was only while nobody else sits there."""
    await ann.open(STONE_HAND, unit=5)
    told = await fill_in(ann, "stake", text="203")
    assert "203" in told
    assert "retype" in ann.whispered

    await fill_in(ann, "stake", text="200")
    assert "**200 coins** each" in ann.table.words
    assert "A seat costs 200 now." in ann.table.words

    await ben.press("join")
    await ben.press("more")
    assert "stake" not in ben.whispered
    assert "Others sit here for 200" in await fill_in(ann, "stake", text="300")
    await fill_in(ann, "stake", text="50")
    await ann.press("begin")
    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]  # Ben has not seen it yet
    await ann.press("begin")

    assert [await ann.wallet(), await ben.wallet()] == [PURSE - 50, PURSE - 50]
