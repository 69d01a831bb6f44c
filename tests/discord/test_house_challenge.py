"""SH-14: a house player may be challenged too, for nothing or for coins that the house has."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor
from simcord.builders import UserHandle

from storage.books import ledger
from tests.discord.dice import Dice
from tests.discord.tavern import PURSE, THINKS_SECONDS, Player, Press, Room


@pytest.fixture
def bot(room: Room) -> MemberActor:
    """The bot, as a player of the server's names it."""
    assert room.bot.user is not None
    user = UserHandle(room.env, room.env.backend.get_user(room.bot.user.id))
    return MemberActor(room.env, room.guild, user)


async def throw_it_out(room: Room, ann: Player, dice: Dice) -> None:
    """Ann throws a 5, the house player a 4."""
    dice.load("1-1-5", "2-2-4")
    await ann.press("throw")
    await room.wait(THINKS_SECONDS)


async def test_for_nothing(room: Room, ann: Player, bot: MemberActor, dice: Dice) -> None:
    """SH-14: a player who challenges the bot throws at once against one of the house's people."""
    await ann.member.slash(room.channel, "throw", against=bot)

    assert "a challenge" in ann.table.words
    assert "⌂" in ann.table.words

    await throw_it_out(room, ann, dice)

    house = (await room.table()).table.seats[1].name
    assert f"{house} beats ann" in ann.table.words
    assert "The lower pair wins: 4 against 5." in ann.table.words
    assert (await room.table()).table.phase == "closed"
    assert await ann.wallet() == PURSE


async def test_for_coins(room: Room, ann: Player, bot: MemberActor, dice: Dice) -> None:
    """SH-14, TB-12: the house pays and is paid from its own bank; a pay of 4 at a unit of 5 is 20."""
    await room.fund_house(100)
    await ann.member.slash(room.channel, "throw", against=bot, stake=50, unit=5)
    await throw_it_out(room, ann, dice)

    assert await ann.wallet() == PURSE - 20
    await room.check_books()


async def test_the_house_cannot_match_it(room: Room, ann: Player, bot: MemberActor) -> None:
    """SH-14, TB-12: without the coins there is no challenge for coins."""
    await room.fund_house(49)
    await ann.member.slash(room.channel, "throw", against=bot, stake=50)

    assert ann.told == "The house can’t match that stake. Throw for less, or leave the stake out."
    assert await room.balance(ledger.house_account(room.guild.id)) == 49


async def test_nobody_comes_between(room: Room, ann: Player, ben: Player, bot: MemberActor) -> None:
    """F-27, SH-14: it is one round between two; a seat at it is not to be had."""
    await ann.member.slash(room.channel, "throw", against=bot)
    await room.deliver(room.prepare(Press(ben, ann.table.id, "t:1:join")))

    assert ben.told.startswith("This round is between others. Use </throw:")


async def test_against_oneself(room: Room, ann: Player) -> None:
    """SH-14: nobody challenges themselves."""
    await ann.member.slash(room.channel, "throw", against=ann.member)

    assert ann.told == "You can’t challenge yourself. Throw against one of the house’s people?"

    await ann.press("against_house")

    assert (await room.table()).table.present[1].player is None


async def test_against_another_bot(room: Room, ann: Player) -> None:
    """SH-14: other bots have no hands; the house has."""
    user = room.env.create_user("jukebox", bot=True)
    jukebox = room.guild.add_member(user)
    await ann.member.slash(room.channel, "throw", against=jukebox)

    assert ann.told == (
        f"<@{jukebox.id}> has no hands to throw with. Throw against one of the house’s people?"
    )
