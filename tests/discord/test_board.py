"""`/board`: who is first in a server."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import answer_of, forge, type_in
from tests.discord.record import TRIPLE, played
from tests.discord.tavern import Player, Room


async def test_a_board_says_who_won_most(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: equal ones share a place; a select leads to other days."""
    await ann.open(STONE_HAND, wager=30)
    for player, gain, days_ago in ((ann, 12, 0), (ben, 12, 0), (ben, 30, 40)):
        await played(room, player, TRIPLE, gain, days_ago=days_ago)
    first, second = (
        "You" if each is ann else each.mention for each in sorted((ann, ben), key=lambda each: each.id)
    )

    assert (await type_in(ann, "board")).splitlines() == [
        "### Net · all games",
        "-# The last 30 days · For coins",
        f"**1.** {first} — **+12 coins**",
        f"**1.** {second} — **+12 coins**",
    ]
    later = answer_of(await ann.choose("board:net_all_month", "all"))
    assert f"**1.** {ben.mention} — **+42 coins**" in later
    assert "**2.** You — **+12 coins**" in later


async def test_who_is_not_on_it_reads_where_they_stand(ann: Player, ben: Player, room: Room) -> None:
    """TB-19: fifteen others won more than Ann; who has won nothing has no place; the named read no more."""
    await ann.open(STONE_HAND, wager=30)
    for at in range(15):
        await played(room, room.person(f"other {at}"), TRIPLE, 20 + at)
    await played(room, ann, TRIPLE, 12)

    assert "Your place: **16**, with **+12 coins**" in await type_in(ann, "board")
    assert "You have no place on this board yet." in await type_in(ben, "board")

    await played(room, ann, TRIPLE, 90)

    said = await type_in(ann, "board")
    assert "**1.** You — **+102 coins**" in said
    assert "**You**" not in said


async def test_a_board_of_best_hands_is_of_one_game(ann: Player, room: Room) -> None:
    """TB-19: dice and cards are not compared: where no game is named, the first one’s are shown."""
    await ann.open(STONE_HAND, wager=30)
    await played(room, ann, TRIPLE, 12)

    assert "`2-2-2` a triple" in await type_in(ann, "board", by="best", game="stone_hand")
    empty = await type_in(ann, "board", by="best", game="destiny")
    assert "Nobody is on this board yet.\nOnly hands without house players count." in empty.replace("-# ", "")
    assert "`2-2-2` a triple" in await type_in(ann, "board", by="best")


async def test_no_board_but_what_is_listed(ann: Player) -> None:
    """F-43: a client that is not Discord’s cannot ask for another game, period or measure."""
    for name, value in (("game", "chess"), ("period", "never"), ("by", "luck")):
        await forge(ann, "board", 1, **{name: value})
        assert "###" not in ann.told
    await forge(ann, "record", period="never")
    assert "###" not in ann.told
