"""Helpers that several tests about hand share."""

from __future__ import annotations

from tests.discord.tavern import Player

NOTHING = "No hand has been finished here yet."


async def play_round(*players: Player) -> None:
    """Throw or keep for the called player until the round is over; the dice are not loaded."""
    room = players[0].room
    begun = (await room.table()).table.hands
    while (await room.table()).table.hands == begun:
        called = next(each for each in players if each.is_called)
        await called.press_id(called.table, called.table.offers[-1])
