"""SH-14: throws in passing, alone or against a player."""

from __future__ import annotations

import discord

from bot.cogs.games.stone_hand import CHALLENGE
from games.engine.core.errors import NotOffered
from games.stone_hand.game import STONE_HAND
from tests.discord.dice import Dice
from tests.discord.message import Message
from tests.discord.tavern import PURSE, Player, Press, Room


async def test_challenge_for_a_stake(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-14: a staked challenge is one round, at the pay, limited to what was staked."""
    await ann.member.slash(room.channel, "throw", against=ben.member, stake=3)
    dice.load("1-1-5", "3-3-4")
    await ben.press("accept")
    await ann.press("throw")
    await ben.press("throw")

    assert ann.table.offers == []
    assert [await ann.wallet(), await ben.wallet()] == [PURSE - 3, PURSE + 3]


async def test_challenge_for_honour(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-14: without a stake nobody's wallet is touched."""
    await ann.member.slash(room.channel, "throw", against=ben.member)
    dice.load("1-1-5", "3-3-4")
    await ben.press("accept")
    await ann.press("throw")
    await ben.press("throw")

    assert "ben beats ann" in ann.table.words
    assert "The lower pair wins: 4 against 5." in ann.table.words
    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE]


async def test_challenge_declined(room: Room, ann: Player, ben: Player) -> None:
    """SH-14: a player who is challenged may decline, and nobody else may answer."""
    cora = room.person("cora")
    await ann.member.slash(room.channel, "throw", against=ben.member, stake=3)
    await cora.press("accept")

    assert cora.told.startswith(f"This challenge is for {ben.mention}.")
    assert "If nobody accepts, this closes <t:" in cora.table.words

    await ben.press("decline")

    assert "accept" not in ann.table
    assert await ann.wallet() == PURSE


async def test_nobody_is_challenged_who_cannot_see_it(room: Room, ann: Player, ben: Player) -> None:
    """SH-14, TB-16: by command or from their own menu, nobody is named in a channel that they can't see."""
    hidden = discord.PermissionOverwrite(view_channel=False)
    cellar = room.guild.create_text_channel("cellar", overwrites={ben.member: hidden})
    for asking in (
        ann.member.slash(cellar, "throw", against=ben.member, stake=3),
        ann.member.context_menu(cellar, CHALLENGE, ben.member),
    ):
        given = await asking
        assert given.response is not None
        assert given.response.ephemeral
        assert f"{ben.mention} can’t see this channel, so I haven’t" in Message(given.response).words

    assert not cellar.history()


async def test_ones_own_challenge(room: Room, ann: Player, ben: Player) -> None:
    """SH-14: Ann cannot accept for Ben, and is told how to take her challenge back, which she can."""
    await ann.member.slash(room.channel, "throw", against=ben.member, stake=3)
    await ann.press("accept")
    assert ann.told == (
        f"This is your own challenge, so {ben.mention} has to accept it. To take it back, press “Decline”."
    )

    await ann.press("decline")
    assert "The challenge has been called off." in ben.table.words
    assert await ann.wallet() == PURSE


async def test_a_stake_that_has_been_spent(room: Room, ann: Player, ben: Player) -> None:
    """SH-14, TB-2: if the challenger cannot pay any more, no player pays, and the challenge ends so."""
    await room.fund_house(100)
    await ann.member.slash(room.channel, "throw", against=ben.member, stake=150)
    await ann.open(STONE_HAND, wager=100)
    await ann.press("house")
    await ann.press("begin")
    await ben.press("accept")

    (challenge,) = (each for each in ben.sees() if "a challenge" in each.words)
    assert "The challenge is off: the challenger can’t pay the stake any more." in challenge.words
    assert challenge.buttons == {}
    assert (await room.table()).table.phase == "closed"
    assert [await ann.wallet(), await ben.wallet()] == [PURSE - 100, 0]


async def test_f27_a_challenge_taken_up_cannot_be_declined(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """F-27, F-52: a loser cannot get out of it by a button that is no longer there."""
    await ann.member.slash(room.channel, "throw", against=ben.member, stake=3)
    dice.load("1-1-1")
    await ben.press("accept")
    await ann.press("throw")
    table = await room.table()
    await room.deliver(room.prepare(Press(ben, ann.table.id, f"t:{table.id}:decline")))

    assert (await room.table()).table.phase == "playing"
    assert await ben.wallet() == PURSE - 3


async def test_f27_only_an_invitation_can_be_accepted(room: Room, ann: Player, ben: Player) -> None:
    """F-27: at an open table nobody but its host begins."""
    await ann.open(STONE_HAND)
    table = await room.table()
    await room.deliver(room.prepare(Press(ben, ann.table.id, f"t:{table.id}:accept")))

    assert ben.told == NotOffered.template
    assert (await room.table()).revision == table.revision


async def test_f27_a_throw_is_no_table_to_open_again(room: Room, ann: Player, dice: Dice) -> None:
    """F-27: “Another game” is offered after a game, and counts for nothing elsewhere."""
    dice.load("1-1-5")
    await ann.member.slash(room.channel, "throw")
    table = await room.table()
    await room.deliver(room.prepare(Press(ann, ann.table.id, f"t:{table.id}:again")))

    assert ann.told == "That’s not possible right now. Nothing has changed."


async def test_quick_throw(room: Room, ann: Player, dice: Dice) -> None:
    """SH-14: the answer shows dice, hand and score and offers the rethrows of SH-4: three of them."""
    dice.load("2-5-6", "1-5-7", "1-3-6", "2-3-7")
    await ann.member.slash(room.channel, "throw")

    assert "# `2-5-6`\n**Junk, 5** · 276 of the 512 possible throws are junk." in ann.table.words

    for _ in range(3):
        await ann.press("rethrow")

    assert ann.table.offers == []
    assert "# `2-3-7`\n**Junk, 3**" in ann.table.words
    assert "ann: junk, junk again, junk again, then `2-3-7` junk, **3**" in ann.table.words


async def test_quick_throw_of_a_show_up(room: Room, ann: Player, dice: Dice) -> None:
    """SH-14: a show-up is thrown again at once, and uses nothing up (SH-5)."""
    dice.load("2-4-6", "2-5-6")
    await ann.member.slash(room.channel, "throw")

    assert "# `2-4-6`\n**A show-up** · 6 of the 512 possible throws are show-ups." in ann.table.words

    await ann.press("throw")

    assert "# `2-5-6`\n**Junk, 5**" in ann.table.words
    assert "rethrow" in ann.table


async def test_a_throw_that_is_over_asks_nothing(room: Room, ann: Player, dice: Dice) -> None:
    """Once junk is kept, another throw is no longer shown as what waits for an answer."""
    dice.load("2-5-6")
    await ann.member.slash(room.channel, "throw")
    assert ann.table.blue == ["rethrow"]

    await ann.press("keep")

    assert ann.table.blue == []
    assert "throw" in ann.table


async def test_throwing_again(room: Room, ann: Player, dice: Dice) -> None:
    """SH-14: after a throw there is another one to be had, in a message of its own."""
    dice.load("1-1-5", "3-3-3")
    await ann.member.slash(room.channel, "throw")
    await ann.press("throw")

    assert "**A triple, 3** · 8 of the 512 possible throws are triples." in ann.table.words
    assert (await room.table(2)).table.phase == "closed"


async def test_from_a_throw_against_the_house(room: Room, ann: Player, dice: Dice) -> None:
    """SH-14: one press after a throw seats a house player, for nothing."""
    dice.load("1-1-5")
    await ann.member.slash(room.channel, "throw")
    await ann.press("against_house")

    duel = (await room.table(2)).table
    assert [each.player for each in duel.present] == [ann.id, None]
    assert duel.money == "practice"


async def test_from_a_throw_to_a_challenge(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-14: the opponent is chosen from the server’s people."""
    dice.load("1-1-5")
    await ann.member.slash(room.channel, "throw")
    asked = await ann.press("challenge")
    assert asked.response is not None
    await ann.member.select(asked.response, [ben.member], custom_id="t:0:challenged")

    assert f"{ben.mention}, {ann.mention} challenges you to one round." in ben.table.words
    assert "accept" in ben.table


async def test_challenging_nobody(room: Room, ann: Player, dice: Dice) -> None:
    """F-43: a choice of nobody is refused, and nothing is opened."""
    dice.load("1-1-5")
    await ann.member.slash(room.channel, "throw")
    await ann.press("challenge")
    await room.deliver(room.prepare(Press(ann, ann.whispered.id, "t:0:challenged", ("1",))))

    assert ann.told == "That’s not possible right now. Nothing has changed."


async def test_a_rematch_is_for_the_same_stake(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-14: a player's rematch challenges the other, who may decline; nobody else can ask."""
    cora = room.person("cora")
    await ann.member.slash(room.channel, "throw", against=ben.member, stake=30, unit=5)
    dice.load("1-1-5", "3-3-4")
    await ben.press("accept")
    await ann.press("throw")
    await ben.press("throw")
    await cora.press("rematch")

    assert cora.told.startswith("This round is between others. Use </throw:")

    await ben.press("rematch")

    assert f"{ann.mention}, {ben.mention} challenges you to one round." in ann.table.words
    assert "at most the stake of **30 coins**" in ann.table.words
    assert [await ann.wallet(), await ben.wallet()] == [PURSE - 20, PURSE + 20]

    await ann.press("decline")

    assert "The challenge has been called off." in ann.table.words


async def test_only_a_challenge_has_a_rematch(room: Room, ann: Player, dice: Dice) -> None:
    """F-27: a throw alone has nobody to be thrown against again."""
    dice.load("1-1-5")
    await ann.member.slash(room.channel, "throw")
    await room.deliver(room.prepare(Press(ann, ann.table.id, "t:1:rematch")))

    assert ann.told == "That’s not possible right now. Nothing has changed."
