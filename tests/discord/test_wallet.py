"""`/wallet`: a player's coins, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from games.stone_hand.game import STONE_HAND
from storage.people import server_settings
from storage.people.server_settings import ServerSettings
from tests.discord.commands import ABSURD, forge, give, transfers, type_in
from tests.discord.tavern import Player, Room
from tests.pseudo import PSEUDO, pseudo_language


async def test_a_newcomer_finds_the_starting_purse(ann: Player) -> None:
    """TB-2: a new wallet has the server's starting purse."""
    said = await type_in(ann, "wallet show")

    assert said == f"{ann.mention} has **200 coins**."
    assert await ann.wallet() == 200


async def test_looking_into_anothers_wallet_opens_none(ann: Player, ben: Player) -> None:
    """The purse is for those who come to play, not for everybody who is looked at."""
    said = await type_in(ann, "wallet show", member=ben)

    assert f"{ben.mention} has **0 coins**" in said
    assert await ben.wallet() == 0


async def test_a_wallet_shows_what_lies_on_tables(ann: Player, ben: Player) -> None:
    """TB-2: a buy-in lies on the table, and counts as owned."""
    await ann.open(STONE_HAND, wager=30)
    await ben.press("join")
    await ann.press("begin")

    assert "has **170 coins**, and 30 coins on 1 table" in await type_in(ann, "wallet show")


async def test_paying_moves_coins_for_all_to_see(ann: Player, ben: Player, room: Room) -> None:
    """TB-2: the amount paid is the amount got, and the channel reads it."""
    await type_in(ann, "wallet pay", member=ben, amount=50)

    assert (await ann.wallet(), await ben.wallet()) == (150, 50)
    assert f"{ann.mention} pays {ben.mention} **50 coins**." in ben.sees()[-1].words
    assert (await transfers(room))[-1] == ("pay", 50, "", ann.id)
    await room.check_books()


async def test_a_payment_is_told_in_the_language_of_the_server(ann: Player, ben: Player, room: Room) -> None:
    """Public messages are in the server's language, whatever the payer's own may be."""
    spoken = ServerSettings(language=PSEUDO)
    await room.bot.app.database.write(lambda tx: server_settings.save(tx, room.guild.id, spoken))
    with pseudo_language():
        await type_in(ann, "wallet pay", member=ben, amount=50)

    assert ben.sees()[-1].words == f"⟦{ann.mention} pays {ben.mention} **50 ⟦coins⟧**.⟧"


async def test_nobody_pays_themselves(ann: Player) -> None:
    """F-45: paying oneself."""
    assert await type_in(ann, "wallet pay", member=ann, amount=5) == "You can’t pay yourself."


async def test_nobody_pays_a_bot(ann: Player, room: Room) -> None:
    """F-45: paying a bot."""
    robot = Player(room, room.guild.add_member(room.env.create_user("robot", bot=True)))

    assert "That’s a bot" in await type_in(ann, "wallet pay", member=robot, amount=5)
    assert await robot.wallet() == 0


async def test_nobody_pays_a_stranger(ann: Player, ben: Player, room: Room) -> None:
    """F-45: paying a player who is not on the server."""
    room.guild.remove_member(ben.member)

    said = await forge(ann, "wallet pay", member=ben, amount=5)

    assert said == "Please name someone in this server."
    assert await ben.wallet() == 0


async def test_nobody_pays_more_than_the_limit_of_a_day(ann: Player, ben: Player) -> None:
    """F-45: over the limit, which is 500 a day unless managers say otherwise."""
    await give(ann, 1000)
    await type_in(ann, "wallet pay", member=ben, amount=400)

    said = await type_in(ann, "wallet pay", member=ben, amount=101)

    assert said.startswith(
        "You can give away 500 coins a day, and 100 coins of that is left. The next day begins <t:"
    )
    assert await ben.wallet() == 400


async def test_nobody_pays_more_than_there_is(ann: Player, ben: Player) -> None:
    """F-44: more than the wallet holds."""
    said = await type_in(ann, "wallet pay", member=ben, amount=201)

    assert said == "That needs 201 coins, and there’s only 200 coins."
    assert await ben.wallet() == 0


async def test_what_is_promised_to_a_table_is_not_paid_away(ann: Player, ben: Player) -> None:
    """F-45: the stake of a table that is about to begin stays in the wallet."""
    await ann.open(STONE_HAND, wager=180)

    said = await type_in(ann, "wallet pay", member=ben, amount=21)

    assert said == "You have promised 180 coins to tables that are about to begin."
    assert (await ann.wallet(), await ben.wallet()) == (200, 0)


@pytest.mark.parametrize("amount", ABSURD, ids=repr)
async def test_no_absurd_amount_is_paid(ann: Player, ben: Player, amount: Any) -> None:
    """F-43: a text that is no amount is refused with the range, by any way."""
    said = await forge(ann, "wallet pay", member=ben, amount=amount)

    assert said == "Please give a whole number from 1 to 1,000,000,000."
    assert await ben.wallet() == 0


async def test_a_payment_that_is_delivered_twice_is_made_once(ann: Player, ben: Player, room: Room) -> None:
    """F-22: the same interaction twice has one effect."""
    await forge(ann, "wallet pay", times=2, member=ben, amount=50)

    assert (await ann.wallet(), await ben.wallet()) == (150, 50)
    await room.check_books()


async def test_a_payment_stands_though_the_answer_is_lost(
    ann: Player, ben: Player, simcord_env: simcord.Env
) -> None:
    """F-28: a committed payment stands when Discord takes no answer any more."""
    simcord_env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)

    await ann.member.slash(ann.room.channel, "wallet pay", member=ben.member, amount=50)

    assert (await ann.wallet(), await ben.wallet()) == (150, 50)


async def test_wages_fill_up_to_the_floor(ann: Player, ben: Player) -> None:
    """A player who has 40 of the floor's 100 gets 60."""
    await type_in(ann, "wallet pay", member=ben, amount=160)

    assert await type_in(ann, "wallet wages") == "Here are your wages: **60 coins**."
    assert await ann.wallet() == 100


async def test_wages_are_paid_once_a_day(ann: Player, ben: Player) -> None:
    """The second time in a day there is nothing, whatever was paid away meanwhile."""
    await type_in(ann, "wallet pay", member=ben, amount=160)
    await type_in(ann, "wallet wages")
    await type_in(ann, "wallet pay", member=ben, amount=100)

    assert "You’ve had today’s wages." in await type_in(ann, "wallet wages")
    assert await ann.wallet() == 0


async def test_the_well_off_get_no_wages(ann: Player) -> None:
    """A newcomer's purse of 200 is above the floor of 100."""
    assert await type_in(ann, "wallet wages") == "Wages top you up to 100 coins; you already have that much."
    assert await ann.wallet() == 0


async def test_the_history_gives_reasons(ann: Player, ben: Player) -> None:
    """The latest stands first, each with where it came from or went."""
    await type_in(ann, "wallet pay", member=ben, amount=160)
    await type_in(ann, "wallet wages")

    lines = (await type_in(ann, "wallet history")).splitlines()

    assert lines[1] == "You have **100 coins**."
    assert [line.partition(" · <t:")[0] for line in lines[2:]] == [
        "- **+60** · wages",
        f"- **−160** · to {ben.mention}",
        "- **+200** · the starting purse",
    ]


async def test_the_history_has_pages(ann: Player, ben: Player) -> None:
    """Ten entries a page, and a button to the earlier ones."""
    for each in range(1, 12):
        await type_in(ann, "wallet pay", member=ben, amount=each)
    first = await type_in(ann, "wallet history")
    await ann.press("history 3")
    second = ann.told

    assert ("**−11**" in first, "**−2**" in first, "**−1**" in first) == (True, True, False)
    assert ("**−1**" in second, "**+200**" in second, "**−2**" in second) == (True, True, False)


async def test_a_history_is_ones_own(ann: Player, ben: Player) -> None:
    """TB-11: nobody reads in anybody else's books."""
    await type_in(ann, "wallet show")

    assert "Nothing yet." in await type_in(ben, "wallet history")


async def test_the_fullest_purses_stand_first(ann: Player, ben: Player) -> None:
    """A player with more coins stands higher; a player without any is not listed."""
    await give(ann, 50)
    await give(ben, 70)

    said = await type_in(ann, "board", by="purse")

    assert said.splitlines()[1:] == [f"**1.** {ben.mention} — 70 coins", "**2.** You — 50 coins"]


async def test_equally_full_purses_share_a_place(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: two have 70 coins and 11 have 50, of whom three are not among the ten that are listed."""
    others = [room.person(f"p{number}") for number in range(11)]
    for each in (ann, ben):
        await give(each, 70)
    for each in others:
        await give(each, 50)
    said = (await type_in(ann, "board", by="purse")).splitlines()

    assert [line.split()[0] for line in said[1:-1]] == ["**1.**"] * 2 + ["**3.**"] * 8
    assert said[-1] == "-# … and 3 more people share place 3"


async def test_nobody_has_a_purse_yet(ann: Player) -> None:
    """An empty list says that it is empty."""
    assert "Nobody is on it yet." in await type_in(ann, "board", by="purse")
