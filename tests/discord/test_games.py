"""Full games of everything in the catalog, from the lobby to the last coin."""

from __future__ import annotations

from random import Random

import pytest

from games.catalog import GAMES
from games.stone_hand.game import STONE_HAND
from tests.discord.tavern import PURSE, Player, Room, gather, is_over, play_out

STAKES = {"stone_hand": {"wager": 6}}
"""What a seat costs, as the game's own command asks for it; small, so that a game soon ends."""
BUY_IN = {"buy_in": 20}


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seats", ["fewest", "six"])
async def test_a_game_is_played_to_its_end(room: Room, key: str, seats: str) -> None:
    """From the lobby to the end of the game; then all that was put up lies in wallets again (TB-2)."""
    game, stake = GAMES[key], STAKES.get(key, BUY_IN)
    people = [room.person(f"person{number}") for number in range(6 if seats == "six" else game.seats.start)]
    await gather(room, game, people, **stake)
    await people[0].press("Start")
    (price,) = stake.values()

    assert [await each.wallet() for each in people] == [PURSE - price] * len(people)

    await play_out(people, Random(len(people)))

    assert "The game is over" in people[0].table.words
    assert sum([await each.wallet() for each in people]) == PURSE * len(people)
    await room.check_books()


async def test_whoever_is_left_has_it_all(room: Room) -> None:
    """SH-8: whoever is left has won, and has what all put up."""
    people = [room.person(f"person{number}") for number in range(3)]
    await gather(room, STONE_HAND, people, wager=6)
    await people[0].press("Start")
    await play_out(people, Random(3))

    assert "has won" in people[0].table.words
    assert sorted([await each.wallet() for each in people]) == [PURSE - 6, PURSE - 6, PURSE + 12]


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_against_the_house_is_played_to_its_end(room: Room, ann: Player, key: str) -> None:
    """House players fill empty seats and move by themselves (TB-12)."""
    await ann.open(GAMES[key], **STAKES.get(key, BUY_IN))
    await ann.press("Add house player")
    await ann.press("Add house player")
    await ann.press("Start")
    await play_out([ann], Random(1))

    assert is_over(ann.table)
    assert await ann.wallet() == PURSE
    await room.check_books()
