"""Helpers that several tests about titles share."""

from __future__ import annotations

from games.catalog import BY_KEY
from storage.standing import titles
from tests.discord.tavern import Player, Room


async def give(room: Room, player: Player, *keys: str) -> None:
    """Store these titles for a player."""
    found = [BY_KEY[key] for key in keys]
    at = room.bot.app.tavern.now()
    await room.bot.app.database.write(lambda tx: titles.give(tx, room.guild.id, player.id, found, at))
