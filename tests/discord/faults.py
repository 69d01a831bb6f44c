"""Helpers that several tests about faults share."""

from __future__ import annotations

from tests.discord.tavern import Player, Room


def discord_is_down(room: Room) -> None:
    """Whatever is sent from now on is answered with 503."""
    room.env.inject_error("*", "*", status=503, times=None)


def direct_messages(player: Player) -> list[str]:
    """Return the bot's direct messages to a player."""
    channel = player.member.user.dm_channel
    return [str(message.content or message.components) for message in channel.history()]
