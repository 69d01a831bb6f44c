"""A table that ends by the clock, as its players see it (SH-8)."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.tavern import PURSE, Player, Room, gather, set_rule, start


async def test_four_friends_read_how_long_it_takes(room: Room, ann: Player, ben: Player) -> None:
    """SH-8: for four 20 coins are about 200 rounds, so the clock ends it; for two it is about 40, as told."""
    await gather(room, STONE_HAND, [ann, ben])
    assert "About 40 rounds, at most 1 hour" in ann.table.words
    for name in ("cora", "dan"):
        await room.person(name).press("join")

    assert "1 hour, then one last round" in ann.table.words
    assert "About" not in ann.table.words


async def test_the_clock_ends_the_game(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """SH-8, TB-2: after half an hour of play the next round is the last, and all take home what they have."""
    dice.load(*["1-1-5", "1-1-5"] * 60)
    await gather(room, STONE_HAND, [ann, ben])
    await set_rule(ann, "time_limit", 30)
    await start(ann)
    rounds = 0
    while not ann.table.is_over:
        assert rounds < 80
        await room.wait(25)
        rounds += "This is the last round." not in ann.table.words
        await (ann if ann.is_called else ben).press("throw")

    assert rounds == 72
    assert await ann.wallet() == await ben.wallet() == PURSE
    await room.check_books()


async def test_it_is_a_house_rule(room: Room, ann: Player) -> None:
    """TB-15: the host sets it in the lobby; without it the rounds to expect are told."""
    await type_in(ann, "play", house_players=False)
    await room.person("ben").press("join")
    await room.person("cora").press("join")
    assert "About 100 rounds, at most 1 hour" in ann.table.words
    await set_rule(ann, "time_limit", 0)

    assert "About 100 rounds · a wager of 8 makes it short" in ann.table.words
