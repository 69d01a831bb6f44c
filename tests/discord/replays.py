"""Helpers that several tests about replays share."""

from __future__ import annotations

import re

from tests.discord.dice import Dice
from tests.discord.knights import begin, swap
from tests.discord.message import Message
from tests.discord.tavern import Player


def place(message: Message) -> str:
    """Return the place of the watched moment, such as 3/12."""
    return str(re.findall(r" · (\d+/\d+)$", message.words, re.MULTILINE)[-1])


async def knights_hand(ann: Player, ben: Player, dice: Dice) -> None:
    """Ann and Ben exchange, and Ben folds: nobody lays anything down."""
    await begin([ann, ben], dice)
    await swap(ann, ben)
    await ben.press("bet 2")
    await ann.press("fold")
