"""Helpers that several tests about stone hand share."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.tavern import Player, Room, gather, set_rule, start


async def begin(
    room: Room, people: list[Player], rule: tuple[str, object] | None = None, wager: int = 20
) -> None:
    """A table of these people, with one house rule set, begins."""
    await gather(room, STONE_HAND, people, wager=wager)
    if rule is not None:
        await set_rule(people[0], *rule)
    await start(people[0])
