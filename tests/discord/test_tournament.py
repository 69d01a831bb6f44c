"""Tournaments as their players see them."""

from __future__ import annotations

from random import Random

from games.stone_hand.game import STONE_HAND
from storage import ledger
from tests.discord.commands import type_in
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.tavern import PURSE, Room


async def test_a_whole_tournament_of_twelve(room: Room) -> None:
    """Twelve people: created, joined, checked in, over three tables to the final one, paid, scores shown."""
    host = room.person("host", is_manager=True)
    people = [room.person(f"p{number}") for number in range(12)]
    await plan(
        host,
        STONE_HAND,
        entry=10,
        chips=20,
        seats="4 seats",
        levels="every 3 hands a table",
        check=": needed",
    )
    await enter_all(room, people)

    assert "**Entered** (12 of 48)" in host.table.words
    assert "the fund holds 120 coins" in host.table.words

    for each in people:
        await each.press("Check in")
    await host.press("Start")

    assert "**12** of 12 play" in host.table.words
    assert len(room.threads) == 3
    assert all(any(each.mention in words for words in room.said_in_threads()) for each in people)

    await play_tournament(room, people, Random(5))

    assert "**It is over.**" in host.table.words or any(
        "**It is over.**" in each.words for each in host.sees()
    )
    assert "Nobody has a score yet." in await type_in(host, "tournament scores")
    assert sum([await each.wallet() for each in people]) == 12 * PURSE
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 0
    assert "won by" in await type_in(host, "tournament past")
    assert "place" in await type_in(people[0], "tournament record")
    await room.check_books()
