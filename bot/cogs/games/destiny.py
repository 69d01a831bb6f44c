"""`/destiny`: Destiny at a table, and its discard pile for anybody who asks."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.cogs.games.opening import open_table, show_rules
from bot.cogs.taproom_cog import TaproomCog
from bot.discord_io.command_input import Amount
from bot.discord_io.drawing import scene
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction
from bot.screens.core.notes import refusal
from bot.screens.games.destiny import DestinyScreen, all_discards
from bot.text.translate import _
from games.destiny.game import DESTINY
from games.engine.core.errors import OutOfRange
from games.engine.core.sentences import phrase
from storage.settings import rules_of

BUY_IN_MAX = 1_000_000
BLIND_MAX = 10_000


@app_commands.guild_only()
class DestinyCommands(
    TaproomCog,
    commands.GroupCog,
    group_name=DestinyScreen.command,
    group_description=phrase("Destiny: a field of hidden cards, secret looks, wagers"),
):
    """Destiny at a table."""

    @app_commands.command(name="open", description="Open a Destiny table in this channel")
    @app_commands.describe(
        buy_in="What each player puts up (100 unless you say)",
        blinds="The small blind (1 unless you say); the big one is twice that",
        practice="Play with chips, not coins",
    )
    @app_commands.guild_only()
    async def open_table(
        self,
        interaction: Interaction,
        buy_in: app_commands.Transform[int, Amount(1, BUY_IN_MAX)] = DESTINY.buy_in,
        blinds: app_commands.Transform[int, Amount(1, BLIND_MAX)] = 1,
        practice: bool = False,
    ) -> None:
        """Open a table in this channel with the server's default house rules."""
        async with answering(interaction, is_public=True) as reply:
            if buy_in < 2 * blinds:
                raise OutOfRange(2 * blinds, BUY_IN_MAX)
            settings = await self.bot.tavern.settings(interaction.guild_id or 0)
            rules = replace(rules_of(settings, DESTINY), small_blind=blinds, big_blind=2 * blinds)
            await open_table(self.bot, reply, DESTINY, rules, buy_in, practice=practice)

    @app_commands.command(name="rules", description="How Destiny is played")
    async def rules(self, interaction: Interaction) -> None:
        """Show the rules, a section at a time."""
        await show_rules(interaction, DESTINY)

    @app_commands.command(
        name="discards", description="The discard pile and the deck at this channel’s table"
    )
    @app_commands.guild_only()
    async def discards(self, interaction: Interaction) -> None:
        """Show the discard pile to anybody who asks (DE-13)."""
        async with answering(interaction) as reply:
            tables = await self.bot.tavern.in_channel(interaction.guild_id or 0, interaction.channel_id or 0)
            views = [scene(each, None).view for each in tables if each.game is DESTINY]
            dealt = [view for view in views if view.hand is not None]
            if not dealt:
                await reply.whisper(refusal(_("No hand of Destiny is under way in this channel.")))
                return
            await reply.whisper(all_discards(dealt))
