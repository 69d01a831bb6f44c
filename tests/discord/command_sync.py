"""Helpers that several tests about command sync share."""

from __future__ import annotations

from typing import Any

from bot.discord_io.commands import SYNCED
from tests.discord.tavern import Room


async def start_anew(room: Room) -> None:
    """The bot comes back with commands that Discord was not told of before."""
    await room.bot.app.database.write(lambda tx: tx.set_note(SYNCED, "an older version's"))
    await room.restart()


def told(room: Room) -> list[list[dict[str, Any]]]:
    """The lists of commands that Discord was told, in their order."""
    path = f"/applications/{room.bot.application_id}/commands"
    made = [each for each in room.env.http_requests if (each.method, each.path) == ("PUT", path)]
    return [each.json for each in made if isinstance(each.json, list)]
