"""Helpers that several tests about direct tables share."""

from __future__ import annotations

from dataclasses import dataclass

from simcord.results import InteractionResult, ResponseMessage

from tests.discord.message import Message
from tests.discord.tavern import Player


@dataclass
class Writer:
    """A user in a direct message with the bot."""

    player: Player

    async def type_in(self, name: str, **options: object) -> Message:
        """Give a command; its answer."""
        result: InteractionResult = await self.player.member.user.slash(name, **options)
        assert result.response is not None
        return Message(result.response)

    async def press(self, name: str) -> InteractionResult:
        """Press a button of the newest message that has it."""
        message = next(each for each in self.sees() if name in each)
        pressed: InteractionResult = await self.player.member.user.click(
            message.sent, custom_id=message.button(name)
        )
        return pressed

    def sees(self) -> list[Message]:
        """The bot's messages, newest first."""
        env, user = self.player.room.env, self.player.member.user
        stored = env.backend.messages.get(user.dm_channel.id, {})
        return [Message(ResponseMessage(env, stored[number])) for number in sorted(stored, reverse=True)]

    @property
    def table(self) -> Message:
        """The newest message of a table."""
        return next(each for each in self.sees() if not each.sent.ephemeral)
