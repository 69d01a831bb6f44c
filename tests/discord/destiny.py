"""Helpers that several tests about destiny share."""

from __future__ import annotations

from games.destiny.game import DESTINY
from tests.discord.dice import Dice
from tests.discord.tavern import Player, gather, set_rule, start

LOW_FIELD = (
    "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd"
    # The top card starts the discard pile, the next are what the Benediction Hand draws.
    " 2h Ah 3h"
)


async def begin(people: list[Player], dice: Dice, rule: tuple[str, object] | None = None) -> None:
    """A table of these people begins with a field that is known; the first of them deals."""
    await gather(people[0].room, DESTINY, people)
    if rule is not None:
        await set_rule(people[0], *rule)
    dice.stack(LOW_FIELD)
    dice.load("1")
    await start(people[0])
