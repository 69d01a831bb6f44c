"""The arcade: points, prizes, and claiming them (SH-12)."""

from __future__ import annotations

import discord
import pytest
import simcord

from games.stone_hand.game import STONE_HAND
from storage.standing import scores
from tests.discord.commands import ABSURD, NOT_ALLOWED, claim, forge, prizes, score, transfers, type_in
from tests.discord.tavern import Player, Room

OUT_OF_REACH = "I can’t give that role."


async def claimed(player: Player) -> frozenset[str]:
    """Return a player's prizes by the books."""
    server = player.room.guild.id
    return await player.room.read(lambda tx: scores.claimed(tx, server, STONE_HAND.key, player.id))


async def test_the_scoreboard_ranks_points(ann: Player, ben: Player) -> None:
    """SH-12: points last from game to game, on the server's scoreboard."""
    await score(ann, 5)
    await score(ben, 8)
    await score(ann, 1)

    said = await type_in(ann, "board", by="points")

    assert said.splitlines()[1:] == [f"**1.** {ben.mention} — 8 points", "**2.** You — 6 points"]


async def test_equal_points_share_a_place(ann: Player, ben: Player, room: Room) -> None:
    """TB-19, SH-12: two have 8 points, so nobody is second."""
    cora = room.person("cora")
    for each, points in ((cora, 5), (ann, 8), (ben, 8)):
        await score(each, points)
    said = await type_in(ann, "board", by="points")

    assert [line.split()[0] for line in said.splitlines()[1:]] == ["**1.**", "**1.**", "**3.**"]
    assert said.endswith(f"**3.** {cora.mention} — 5 points")


async def test_managers_put_prizes_up(boss: Player, ann: Player) -> None:
    """SH-12: each prize with its threshold of points, and what it gives."""
    await type_in(boss, "manage prize add", name="A mug", threshold=3, gift="text", value="code 1234")
    await type_in(boss, "manage prize add", name="A purse", threshold=2, gift="money", value="75")
    await score(ann, 1)

    lines = (await prizes(ann)).splitlines()

    assert lines[1:] == [
        "- **A purse** for 2 points: 75 coins",
        "- **A mug** for 3 points: a few words for your eyes only",
        "You have 1 point.",
    ]


@pytest.mark.parametrize("command", ["add", "remove"])
async def test_nobody_else_does(ann: Player, command: str) -> None:
    """SH-12: prizes are the managers'."""
    given = {"threshold": 1, "gift": "text", "value": "y"} if command == "add" else {}
    said = await type_in(ann, f"manage prize {command}", name="x", **given)

    assert said == NOT_ALLOWED
    assert "No prize has been put up yet." in await prizes(ann)


async def test_a_text_is_told_to_the_claimer_alone(boss: Player, ann: Player, ben: Player) -> None:
    """SH-12: a text; nobody else reads it, neither before nor after."""
    await type_in(boss, "manage prize add", name="A mug", threshold=3, gift="text", value="code 1234")
    await score(ann, 3)

    said = await claim(ann, "A mug")
    listed = await prizes(ben)

    assert "code 1234" in said
    assert "1234" not in listed
    assert all("1234" not in each.words for each in ben.sees())


async def test_f43_an_option_that_is_refused_is_named(boss: Player) -> None:
    """F-43: of a command with several options, the one that is refused is named."""
    said = await type_in(boss, "manage prize add", name="A purse", threshold=2, gift="money", value="lots")

    assert "`value`" in said
    assert "whole number" in said


async def test_money_comes_from_the_bank(boss: Player, ann: Player, room: Room) -> None:
    """SH-12: money from the bank, and the books say for which prize."""
    await type_in(boss, "manage prize add", name="A purse", threshold=2, gift="money", value="75")
    await score(ann, 2)
    await claim(ann, "A purse")

    assert await ann.wallet() == 75
    assert (await transfers(room))[-1] == ("prize", 75, "A purse", ann.id)
    await room.check_books()


async def test_a_role_is_given(boss: Player, ann: Player, room: Room) -> None:
    """SH-12: a role."""
    role = room.guild.create_role("regular")
    await type_in(boss, "manage prize add", name="A chair", threshold=2, gift="role", value=f"<@&{role.id}>")
    await score(ann, 2)

    await claim(ann, "A chair")

    assert role.id in room.env.backend.get_guild(room.guild.id).members[ann.id].role_ids
    assert await claimed(ann) == {"A chair"}


async def test_a_role_out_of_reach_is_no_prize(boss: Player, room: Room) -> None:
    """F-36: a role that the bot may not give is refused when it is put up."""
    role = room.guild.create_role("king", position=100)

    said = await type_in(
        boss, "manage prize add", name="A throne", threshold=2, gift="role", value=str(role.id)
    )

    assert OUT_OF_REACH in said
    assert "No prize has been put up yet." in await prizes(boss)


async def test_nobody_gets_rights_by_putting_a_role_up(boss: Player, room: Room) -> None:
    """A manager without the right to manage roles could give any role by way of the bot, so it is refused."""
    mighty = discord.Permissions(manage_guild=True, ban_members=True)
    role = room.guild.create_role("sheriff", permissions=mighty)

    said = await type_in(
        boss, "manage prize add", name="A star", threshold=1, gift="role", value=str(role.id)
    )

    assert said.startswith("That role has permissions you don’t have.")
    assert "No prize has been put up yet." in await prizes(boss)


async def test_what_cannot_be_given_stays_unclaimed(
    boss: Player, ann: Player, room: Room, simcord_env: simcord.Env
) -> None:
    """F-31: Discord fails while the role is given; the prize can be claimed again."""
    role = room.guild.create_role("regular")
    await type_in(boss, "manage prize add", name="A chair", threshold=2, gift="role", value=str(role.id))
    await score(ann, 2)
    simcord_env.inject_error("PUT", "/guilds/*/members/*/roles/*", status=403, code=50013)

    refused = await claim(ann, "A chair")
    assert (OUT_OF_REACH in refused, await claimed(ann)) == (True, frozenset())
    await claim(ann, "A chair")

    assert await claimed(ann) == {"A chair"}


async def test_a_role_that_was_claimed_and_not_given(boss: Player, ann: Player, room: Room) -> None:
    """F-2: killed between the claim and the gift, the bot gives the role when it is asked for again."""
    role = room.guild.create_role("regular")
    await type_in(boss, "manage prize add", name="A chair", threshold=2, gift="role", value=str(role.id))
    await score(ann, 2)
    where = room.guild.id, STONE_HAND.key, ann.id
    await room.bot.app.database.write(lambda tx: scores.claim(tx, *where, "A chair", 1.0))
    await room.restart(is_killed=True)

    await claim(ann, "A chair")

    assert role.id in room.env.backend.get_guild(room.guild.id).members[ann.id].role_ids


async def test_points_have_to_suffice(boss: Player, ann: Player) -> None:
    """SH-12: each prize has its threshold."""
    await type_in(boss, "manage prize add", name="A purse", threshold=3, gift="money", value="75")
    await score(ann, 2)

    said = await claim(ann, "A purse")

    assert said == "That prize needs a score of 3; yours is 2."
    assert await ann.wallet() == 0


async def test_each_prize_once(boss: Player, ann: Player) -> None:
    """SH-12: each player may claim each prize once."""
    await type_in(boss, "manage prize add", name="A purse", threshold=2, gift="money", value="75")
    await score(ann, 5)
    await claim(ann, "A purse")

    said = await claim(ann, "A purse")

    assert said == "You’ve already claimed that prize. Each can be claimed once."
    assert await ann.wallet() == 75


async def test_a_claim_that_is_delivered_twice_pays_once(boss: Player, ann: Player) -> None:
    """F-22: the same interaction twice has one effect."""
    await type_in(boss, "manage prize add", name="A purse", threshold=2, gift="money", value="75")
    await score(ann, 5)

    await claim(ann, "A purse", times=2)

    assert await ann.wallet() == 75


async def test_a_prize_that_is_gone(boss: Player, ann: Player) -> None:
    """A prize that was taken back cannot be claimed, nor taken back again."""
    await type_in(boss, "manage prize add", name="A mug", threshold=1, gift="text", value="x")
    await type_in(boss, "manage prize remove", name="A mug")
    await score(ann, 5)

    assert await claim(ann, "A mug") == "There’s no prize with that name."
    assert await type_in(boss, "manage prize remove", name="A mug") == ("There’s no prize with that name.")


async def test_a_prize_is_found_whatever_its_case_and_blanks(boss: Player, ann: Player) -> None:
    """A name that a player types without choosing it from the list."""
    await type_in(boss, "manage prize add", name="Iron Banner", threshold=1, gift="text", value="Hail")
    await score(ann, 3)

    assert "Hail" in await claim(ann, "iron banner ")
    assert await claim(ann, "iron") == "There’s no prize with that name."
    said = await type_in(boss, "manage prize add", name="IRON banner", threshold=2, gift="text", value="y")
    assert said == "That name is taken."
    await type_in(boss, "manage prize remove", name=" iron  BANNER")
    assert await claim(ann, "Iron Banner") == "There’s no prize with that name."


async def test_a_name_stands_for_one_prize(boss: Player) -> None:
    """Two prizes of one name could not be told apart."""
    await type_in(boss, "manage prize add", name="A mug", threshold=1, gift="text", value="x")

    said = await type_in(boss, "manage prize add", name="A  mug", threshold=2, gift="text", value="y")

    assert said == "That name is taken."


async def test_no_absurd_threshold(boss: Player) -> None:
    """F-43: a text that is no number of points is refused with the range."""
    for amount in ABSURD:
        said = await forge(boss, "manage prize add", name="A mug", threshold=amount, gift="text", value="x")

        assert said == "Please give a whole number from 1 to 1,000,000,000.", amount


@pytest.mark.parametrize("worth", ["0", "-1", str(10**9 + 1), str(2**53), "1.5", "1e9", "١٢٣", "NaN"])
async def test_no_absurd_amount_of_money(boss: Player, worth: str) -> None:
    """F-43: a prize of money is a whole number of coins, and no one prize is all that a bank can owe."""
    said = await type_in(boss, "manage prize add", name="A purse", threshold=1, gift="money", value=worth)

    assert said == "**`value`** — Please give a whole number from 1 to 1,000,000,000."


async def test_a_made_up_gift(boss: Player) -> None:
    """F-43: Discord offers the kinds of gift that there are; another one is refused."""
    said = await forge(boss, "manage prize add", name="A mug", threshold=1, gift="swords", value="x")

    assert said == "That’s not possible right now. Nothing has changed."


async def test_prizes_are_found_while_typing(boss: Player, room: Room) -> None:
    """Discord offers the names that hold what was typed, and nothing of what they give."""
    await type_in(boss, "manage prize add", name="A mug", threshold=1, gift="text", value="code 1234")
    await type_in(boss, "manage prize add", name="A purse", threshold=1, gift="money", value="75")

    offered = await boss.member.autocomplete(room.channel, "manage prize remove", "name", "MUG")

    assert [(each["name"], each["value"]) for each in offered] == [("A mug", "A mug")]


async def test_twenty_five_prizes_fit_into_one_message(boss: Player, ann: Player) -> None:
    """F-47: the highest number of prizes, with the longest names."""
    for each in range(25):
        name = f"{each:02}" + "*" * 60
        await type_in(boss, "manage prize add", name=name, threshold=10**9, gift="text", value="x")

    said = await prizes(ann)

    assert said.count("for 1,000,000,000 points") == 25
    assert "more than 25" in await type_in(
        boss, "manage prize add", name="one more", threshold=1, gift="text", value="x"
    )
