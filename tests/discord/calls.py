"""Helpers that several tests about calls share."""

from __future__ import annotations

from tests.discord.message import Message
from tests.discord.tavern import Player


async def call(host: Player) -> str:
    """Call for players; what the host is told."""
    await host.press("call_players")
    return host.told


def called(player: Player) -> list[Message]:
    """The calls that stand in the channel."""
    return [each for each in player.sees() if "wants players for" in each.words]


async def wishes(player: Player, *, way: str = "") -> None:
    """Ask to be called to Stone Hand, at another player's table."""
    await player.press("call_me")
    if way:
        await player.choose("call_way", way)
