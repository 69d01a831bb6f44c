"""People who press whatever they are offered, until the game is over."""

from __future__ import annotations

from random import Random

from tests.discord.tavern import THINKS_SECONDS, Player

PRESSES_MAX = 1500
"""More than any game of these tests needs; a game that needs more has no end."""


async def play_turn(people: list[Player], random: Random) -> None:
    """Press any offered button for the called player; without one, wait for the house."""
    table = people[0].table
    if "deal" in table:
        await random.choice(people).press("deal")
        return
    asked = table.calls
    called = next((each for each in people if each.mention in asked), None)
    if called is None:
        await people[0].room.wait(THINKS_SECONDS)
        return
    await called.answer_at(table, random)


async def play_out(people: list[Player], random: Random, presses_max: int = PRESSES_MAX) -> int:
    """Play at random until the table is closed; how many presses that took."""
    for presses in range(presses_max):
        if people[0].table.is_over:
            return presses
        await play_turn(people, random)
    raise AssertionError("a game without end")
