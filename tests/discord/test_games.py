"""Full games of everything in the catalog, from the lobby to the last coin."""

from __future__ import annotations

from random import Random

import pytest

from games.catalog import GAMES
from tests.discord.tavern import PURSE, Player, Room, gather, is_over, play_out

WAGER = 6


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seats", [2, 6])
async def test_a_game_is_played_to_the_last_coin(room: Room, key: str, seats: int) -> None:
    """From the lobby to one winner, who then has in the wallet what all put up (SH-8, TB-2)."""
    game = GAMES[key]
    people = [room.person(f"person{number}") for number in range(seats)]
    await gather(room, game, people, wager=WAGER)
    await people[0].press("Start")

    assert [await each.wallet() for each in people] == [PURSE - WAGER] * seats

    await play_out(people, Random(seats))

    assert "has won" in people[0].table.words
    assert sorted([await each.wallet() for each in people]) == [
        *[PURSE - WAGER] * (seats - 1),
        PURSE + WAGER * (seats - 1),
    ]
    await room.check_books()


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_against_the_house_is_played_to_its_end(room: Room, ann: Player, key: str) -> None:
    """House players fill empty seats and move by themselves (TB-12)."""
    await ann.open(GAMES[key], wager=WAGER)
    await ann.press("Add house player")
    await ann.press("Add house player")
    await ann.press("Start")
    await play_out([ann], Random(1))

    assert is_over(ann.table)
    assert await ann.wallet() == PURSE
    await room.check_books()
