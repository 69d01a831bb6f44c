"""TB-12: the messages about the limit of a person's winnings from the house in a day."""

from __future__ import annotations

import re

from games.destiny.game import DESTINY
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.forms import fill_in
from tests.discord.tavern import PURSE, THINKS_SECONDS, Player, Room, set_rule


async def test_the_house_plays_no_more_today(room: Room, ann: Player, boss: Player, dice: Dice) -> None:
    """TB-12: it is told at the table when it is reached, and again to a player who begins anew."""
    await room.fund_house(100)
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask house", house_day_max=20)
    await room.bot.app.database.write(
        lambda tx: ledger.count_on_day(tx, room.guild.id, ann.id, "house", 15, room.env.now().timestamp())
    )
    await ann.open(STONE_HAND)
    await ann.press("house")
    await ann.press("begin")
    dice.load("1-1-5", "2-2-6")
    await ann.press("throw")
    await room.wait(THINKS_SECONDS)

    assert ann.table.is_over
    assert "ann has won as much as the house loses to one person in a day" in ann.table.words
    assert await ann.wallet() == PURSE + 5

    await ann.open(STONE_HAND)
    await ann.press("house")

    assert re.fullmatch(
        f"{ann.mention} has won 20 coins or more from the house today, and that’s as much as it loses to one "
        r"person in a day. It plays for coins again <t:[0-9]+:R>; for practice, any time.",
        ann.told,
    )
    await room.check_books()


async def test_destiny_for_the_houses_coins_has_a_limit(room: Room, ann: Player, ben: Player) -> None:
    """TB-5: the table says that it has the pot for a limit now, and the host cannot take it away."""
    await room.fund_house(1000)
    await ann.open(DESTINY)
    await ben.press("join")
    await ann.press("house")

    assert "With the house’s coins at stake, this game is played with pot limit." in ann.table.words
    await set_rule(ann, "limit", "no_limit")
    assert "With the house’s own coins at stake, pot limit is as high as it goes." in ann.told


async def test_the_house_plays_at_no_dearer_table(room: Room, ann: Player, boss: Player) -> None:
    """TB-12: and says for how much it does, and what to do."""
    await room.fund_house(100)
    await type_in(boss, "manage settings")
    await fill_in(boss, "settings_ask house", house_day_max=19)
    await ann.open(STONE_HAND)
    await ann.press("house")

    assert ann.told == (
        "The house loses at most 19 coins to one person in a day, so it won’t play for 20 coins a seat. "
        "Open a table for less, or one for practice."
    )
