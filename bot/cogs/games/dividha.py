"""`/dividha`: a table for every coin on the highest hand or on the lowest, and the ranking of the hands."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.cogs.games.opening import open_table, show_rules
from bot.cogs.taproom_cog import TaproomCog
from bot.discord_io.command_input import Amount
from bot.discord_io.drawing import cut
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction
from bot.screens.core.screen import say
from bot.screens.games.dividha import DividhaScreen
from bot.screens.games.dividha_cards import ranking
from bot.tavern import actions
from games.dividha.game import DIVIDHA
from games.engine.core.errors import NotOffered, Odd, OutOfRange
from games.engine.core.offers import Answer
from games.engine.core.sentences import phrase
from storage.settings import rules_of

BUY_IN_MAX = 1_000_000
ANTE_MAX = 10_000


@app_commands.guild_only()
class DividhaCommands(
    TaproomCog,
    commands.GroupCog,
    group_name=DividhaScreen.command,
    group_description=phrase("Dividha: six cards, and every coin on the highest hand or on the lowest"),
):
    """Dividha at a table."""

    @app_commands.command(name="open", description="Open a Dividha table in this channel")
    @app_commands.describe(
        buy_in="What each player puts up (100 unless you say)",
        ante="The first ante, an even number (2 unless you say)",
        practice="Play with chips, not coins",
    )
    @app_commands.guild_only()
    async def open_table(
        self,
        interaction: Interaction,
        buy_in: app_commands.Transform[int, Amount(2, BUY_IN_MAX)] = DIVIDHA.buy_in,
        ante: app_commands.Transform[int, Amount(2, ANTE_MAX)] = 2,
        practice: bool = False,
    ) -> None:
        """Open a table in this channel with the server's default house rules."""
        async with answering(interaction, is_public=True) as reply:
            if ante % 2:
                raise Odd
            if buy_in < ante:
                raise OutOfRange(ante, BUY_IN_MAX)
            settings = await self.bot.tavern.settings(interaction.guild_id or 0)
            rules = replace(rules_of(settings, DIVIDHA), ante=ante)
            await open_table(self.bot, reply, DIVIDHA, rules, buy_in, practice=practice)

    @app_commands.command(name="lower", description="Ask to lower the next ante; everyone must agree")
    @app_commands.describe(ante="What the next ante should be, an even number of 2 or more")
    @app_commands.guild_only()
    async def lower(
        self, interaction: Interaction, ante: app_commands.Transform[int, Amount(2, ANTE_MAX)]
    ) -> None:
        """Ask to lower the ante at this channel's table, as the panel's form does (DV-14)."""
        async with answering(interaction) as reply:
            here = await self.bot.tavern.in_channel(interaction.guild_id or 0, interaction.channel_id or 0)
            for state in here:
                asides = cut(state, interaction.user.id).view.asides
                if asides is not None and any(each.key == "wish_lower" for each in asides.offers):
                    answer = Answer("wish_lower", (ante,))
                    await self.bot.act(reply, state.table.id, actions.answer(asides.seat, answer))
                    return
            raise NotOffered

    @app_commands.command(name="rules", description="How Dividha is played")
    async def rules(self, interaction: Interaction) -> None:
        """Show the rules, a section at a time."""
        await show_rules(interaction, DIVIDHA)

    @app_commands.command(name="hands", description="All hands of Dividha, the highest first, with examples")
    async def hands(self, interaction: Interaction) -> None:
        """Show the ranking with the game's own cards."""
        async with answering(interaction) as reply:
            await reply.whisper(say(ranking()))
