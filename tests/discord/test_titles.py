"""Titles, and titles told at the table."""

from __future__ import annotations

from typing import get_args

import pytest

from games.catalog import BY_KEY
from games.dividha.game import DIVIDHA
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from storage.standing import records
from storage.standing.records import PlayedFor
from tests.discord.commands import answer_of, ask_forget, bet, titles_of, type_in
from tests.discord.dice import Dice
from tests.discord.dividha import STACKED, pick, play_on
from tests.discord.tavern import Player, Room, gather, set_rule, start
from tests.discord.titles import give


async def test_a_title_is_told_with_the_result(ann: Player, ben: Player, room: Room, dice: Dice) -> None:
    """TB-21: once, on the table's message, until the next throw; a second triple is only a triple."""
    await gather(room, STONE_HAND, [ann, ben], wager=20)
    await ann.press("begin")
    dice.load("2-2-2", "1-1-5", "3-3-3", "1-1-6")
    await ann.press("throw")
    await ben.press("throw")
    told = "🏅 **ann** earns **The Three Brothers**: threw a triple."

    assert told in ann.table.words
    assert "🏅 **ann** earns **Stonecaster**: won a round of Stone Hand." in ann.table.words
    thrower = ann if ann.is_called else ben
    await thrower.press("throw")
    assert "🏅" not in ann.table.words
    await (ben if thrower is ann else ann).press("throw")
    assert told not in ann.table.words


async def test_the_arcade_earns_none(ann: Player, ben: Player, room: Room, dice: Dice) -> None:
    """TB-19, TB-21: a seat costs nothing there: no titles, and the round is practice in the record."""
    await gather(room, STONE_HAND, [ann, ben], wager=20)
    await set_rule(ann, "arcade", True)
    await start(ann)
    dice.load("2-2-2", "1-1-5")
    await ann.press("throw")
    await ben.press("throw")

    assert "scores" in ann.table.words
    assert "🏅" not in ann.table.words

    def counted(tx: Transaction) -> dict[str, int]:
        kept = ((money, records.of_player(tx, room.guild.id, ann.id, money)) for money in get_args(PlayedFor))
        return {money: found[STONE_HAND.key].hands for money, found in kept if found}

    assert await room.read(counted) == {"practice": 1}


@pytest.mark.usefixtures("slow_rhythm")
async def test_a_title_hides_nobody_who_is_out(ann: Player, ben: Player, room: Room, dice: Dice) -> None:
    """TB-21, DV-15: three titles, and that Ann is out and leaves 10 coins to others."""
    cora = room.person("cora")
    await gather(room, DIVIDHA, [ann, ben, cora], buy_in=80, ante=20)
    dice.stack(STACKED)
    dice.load("1")
    await ann.press("begin")
    for player, win in ((ben, 0), (cora, 50), (ann, 1)):
        await bet(player, 50, win)
    await play_on([ann, ben, cora])
    await pick(ben, "2B△", "best: Three-of-a-Kind")
    await pick(cora, "AH○")
    await pick(ann, "2H○")

    assert ann.table.words.count("🏅") == 3
    assert "ann can’t pay the next ante and is out, and leaves 10 for the next pot." in ann.table.words


async def test_where_cards_are_dealt_a_title_is_told_between_hands(
    ann: Player, ben: Player, room: Room
) -> None:
    """TB-21: with the result, and no more when the next hand has begun."""
    await gather(room, KNIGHTS_HEADS, [ann, ben], ante=2)
    await ann.press("begin")
    folds, wins = (ann, ben) if ann.is_called else (ben, ann)
    await folds.press("fold")
    told = f"**{wins.member.name}** earns **Head of the Table**"

    assert told in ann.table.words
    assert f"**{folds.member.name}** earn" not in ann.table.words
    await ann.press("deal")
    assert told not in ann.table.words


async def test_who_keeps_quiet_is_not_told_of(ann: Player, ben: Player, room: Room, dice: Dice) -> None:
    """TB-21: a player with a hidden record has titles all the same."""
    await room.bot.app.tavern.prefer(ann.id, record="hidden")
    await gather(room, STONE_HAND, [ann, ben], wager=20)
    await ann.press("begin")
    dice.load("2-2-2", "1-1-5")
    await ann.press("throw")
    await ben.press("throw")

    assert "🏅" not in ann.table.words
    assert "The Three Brothers" in await titles_of(ann)
    assert f"{ann.mention} keeps their record private" in await titles_of(ben, member=ann)


async def test_titles_of_a_person(ann: Player, ben: Player, room: Room) -> None:
    """TB-21: earned and possible titles, page by page; others may read them."""
    await give(room, ann, "stone_home", "stone_triple", "tournament_first")
    said = await titles_of(ann)

    assert said.splitlines() == [
        "### Your titles",
        f"-# 3 of {len(BY_KEY)} earned",
        "🎲 Stone Hand: **Thrown Home**, **The Three Brothers**",
        "Tournaments: **Champion**",
    ]
    assert await titles_of(ben, member=ann) == said.replace("Your titles", f"Titles of {ann.mention}")
    page = answer_of(await ben.choose(str(ann.id), "stone_hand"))
    assert "🏅 **Thrown Home**: threw a home throw · <t:" in page
    assert "-# Stonecaster: won a round of Stone Hand" in page
    assert "Champion" not in page


async def test_no_title_yet(ann: Player, ben: Player, room: Room) -> None:
    """A stranger is told where to look; bots have none, and no other client asks for more."""
    robot = Player(room, room.guild.add_member(room.env.create_user("robot", bot=True)))

    assert "No title yet" in await titles_of(ann)
    assert await titles_of(ben, member=robot) == "That’s a bot. Please name a person."


async def test_titles_are_forgotten_with_their_person(ann: Player, room: Room) -> None:
    """TB-21, F-53: after `privacy delete` there are none."""
    await give(room, ann, "stone_home")
    await ask_forget(ann)
    await ann.press("forget_me")

    assert f"0 of {len(BY_KEY)} earned" in await titles_of(ann)


async def test_a_record_tells_of_titles(ann: Player, ben: Player, room: Room) -> None:
    """TB-21: the number and the latest, and the way to all, for a reader of the record."""
    await give(room, ann, "stone_home")
    assert "🏅 1 title: **Thrown Home**" in await type_in(ben, "record", member=ann)
    said = answer_of(await ben.press("titles"))

    assert said.startswith(f"### Titles of {ann.mention}\n-# 1 of {len(BY_KEY)} earned")
