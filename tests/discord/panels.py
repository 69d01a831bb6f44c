"""Helpers that several tests about panels share."""

from __future__ import annotations

from tests.discord.message import Message
from tests.discord.tavern import Player, Room


async def by_dm(room: Room, player: Player) -> Message:
    """The player's panel, sent by direct message."""
    await room.bot.app.tavern.prefer(player.id, cards="dm")
    await player.open_panel()
    return in_dm(room, player)


def in_dm(room: Room, player: Player) -> Message:
    """Return the newest direct message to a player as it is now."""
    sent = max(room.env.backend.messages[player.member.user.dm_channel.id].values(), key=lambda each: each.id)
    return Message(type(player.table.sent)(room.env, sent))
