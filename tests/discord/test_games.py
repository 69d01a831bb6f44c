"""Full games of everything in the catalog, from the lobby to the last coin."""

from __future__ import annotations

from random import Random

import pytest

from games.catalog import GAMES
from games.stone_hand.game import STONE_HAND
from tests.discord.games import STAKES
from tests.discord.random_play import play_out
from tests.discord.tavern import PURSE, Player, Room, gather
from tests.soak import some_now

FEWEST = [(key, game.seats.start) for key, game in GAMES.items()]
"""Every game with as few as can play it; larger tables of the others are played in the tests of their own."""


@pytest.mark.parametrize("table", some_now([*FEWEST, ("stone_hand", 6)], FEWEST[:3]))
async def test_a_game_is_played_to_its_end(room: Room, table: tuple[str, int]) -> None:
    """It is played from the lobby to the end; then all stakes lie in wallets again (TB-2)."""
    (key, seats), game = table, GAMES[table[0]]
    stake = STAKES[key]
    people = [room.person(f"person{number}") for number in range(seats)]
    await gather(room, game, people, **stake)
    await people[0].press("begin")
    price = next(iter(stake.values()))

    assert [await each.wallet() for each in people] == [PURSE - price] * len(people)

    await play_out(people, Random(len(people)))

    assert people[0].table.is_over
    assert sum([await each.wallet() for each in people]) == PURSE * len(people)
    await room.check_books()


async def test_whoever_is_left_has_it_all(room: Room) -> None:
    """SH-8: the last player has won, and has all the stakes."""
    people = [room.person(f"person{number}") for number in range(3)]
    await gather(room, STONE_HAND, people, wager=4)
    await people[0].press("begin")
    await play_out(people, Random(3))

    assert "has won" in people[0].table.words
    assert sorted([await each.wallet() for each in people]) == [PURSE - 4, PURSE - 4, PURSE + 8]


@pytest.mark.parametrize("key", some_now(GAMES, ("stone_hand", "destiny")))
async def test_a_game_against_the_house_is_played_to_its_end(room: Room, ann: Player, key: str) -> None:
    """House players fill empty seats and move by themselves (TB-12)."""
    await ann.open(GAMES[key], **STAKES[key])
    await ann.press("house")
    await ann.press("house")
    await ann.press("begin")
    await play_out([ann], Random(1))

    assert ann.table.is_over
    assert await ann.wallet() == PURSE
    await room.check_books()
