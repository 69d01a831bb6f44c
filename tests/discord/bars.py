"""Helpers that several tests about bars share."""

from __future__ import annotations

from tests.discord.commands import type_in
from tests.discord.tavern import Player


async def bar(boss: Player, player: Player, length: str = "day") -> str:
    """Bar a player as a manager."""
    return await type_in(boss, "manage bar", member=player, length=length, why="broke a chair")
