"""`/tavern`: the server's affairs, and a player's own."""

from __future__ import annotations

from discord.ext import commands

from bot.cogs.tavern.books import Books
from bot.cogs.tavern.personal import PersonalCommands
from bot.cogs.tavern.server import Server
from games.engine.core.sentences import phrase


class TavernCommands(
    Server,
    Books,
    PersonalCommands,
    commands.GroupCog,
    group_name="tavern",
    group_description=phrase("This tavern: yours to use, and a manager’s to run"),
):
    """All of `/tavern`: Discord knows one group, the code three subjects."""
