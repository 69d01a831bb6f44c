"""Helpers that several tests about invitations share."""

from __future__ import annotations

from tests.discord.message import Message
from tests.discord.tavern import Player, Room


async def choose_people(host: Player, message: Message, *people: Player, table: int = 1) -> None:
    """Choose people in the list to invite from."""
    await host.member.select(message.sent, [each.member for each in people], custom_id=f"t:{table}:invite")


async def invite(host: Player, *people: Player, table: int = 1) -> None:
    """Invite people in the lobby of an invited table."""
    lobby = host.showing("join")
    assert lobby is not None
    await choose_people(host, lobby, *people, table=table)


def invitations(player: Player) -> list[Message]:
    """Return the messages that tell a player of an invitation."""
    return [each for each in player.sees() if "invites you to a table of" in each.words]


def pinged(room: Room, message: Message) -> frozenset[int]:
    """Return the ids of the users that a message mentioned when it was posted."""
    users = room.env.backend.get_message(room.channel.id, message.id).allowed_mentions.users
    assert isinstance(users, frozenset)
    return users
