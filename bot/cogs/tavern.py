"""`/tavern`: the server's affairs, and a player's own."""

from __future__ import annotations

from discord.ext import commands

from bot.cogs.tavern_books import Books
from bot.cogs.tavern_own import Own
from bot.cogs.tavern_server import Server
from bot.taproom import Taproom
from games.engine.house_rules import phrase


class TavernCommands(
    Server,
    Books,
    Own,
    commands.GroupCog,
    group_name="tavern",
    group_description=phrase("This tavern: yours to use, and a manager’s to run"),
):
    """All of `/tavern`: Discord knows one group, the code three subjects."""

    def __init__(self, bot: Taproom) -> None:
        self.bot = bot
        bot.verbs |= {**self.server_verbs(), **self.book_verbs(), **self.own_verbs()}


async def setup(bot: Taproom) -> None:
    """Add the cog."""
    await bot.add_cog(TavernCommands(bot))
