"""The base class of the cogs."""

from __future__ import annotations

from discord.ext import commands

from bot.app import Taproom


class TaproomCog(commands.Cog):
    """The base of our cogs."""

    def __init__(self, bot: Taproom) -> None:
        self.bot = bot
