"""`/knights`: Knights' Heads at a table, its table of hands, and who is on the cards."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.cogs.games.opening import open_table, show_rules
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.discord_io.command_input import Amount, chosen, press_of
from bot.discord_io.drawing import cut
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import pressed
from bot.screens.core.screen import Screen
from bot.screens.games.knights_heads import KnightsHeadsScreen, who_screen
from bot.screens.games.knights_heads_cards import deck_screen, hands_screen, scoreboard_screen
from games.engine.core.errors import NotOffered, OutOfRange
from games.engine.core.sentences import phrase
from games.knights_heads.game import KNIGHTS_HEADS
from storage import scores
from storage.settings import rules_of

BUY_IN_MAX = 1_000_000
ANTE_MAX = 10_000


@app_commands.guild_only()
class KnightsCommands(
    TaproomCog,
    commands.GroupCog,
    group_name=KnightsHeadsScreen.command,
    group_description=phrase("Knights’ Heads: ten cards, three of them from your neighbour"),
):
    """Knights' Heads at a table."""

    @app_commands.command(name="open", description="Open a table of Knights’ Heads in this channel")
    @app_commands.describe(
        buy_in="What each player puts up (100 unless you say)",
        ante="What everybody puts in before the cards (2 unless you say); also the smallest bet",
        practice="Play with chips, not coins",
    )
    @app_commands.guild_only()
    async def open_table(
        self,
        interaction: Interaction,
        buy_in: app_commands.Transform[int, Amount(1, BUY_IN_MAX)] = KNIGHTS_HEADS.buy_in,
        ante: app_commands.Transform[int, Amount(1, ANTE_MAX)] = 2,
        practice: bool = False,
    ) -> None:
        """Open a table in this channel with the server's default house rules."""
        async with answering(interaction, is_public=True) as reply:
            if buy_in < ante:
                raise OutOfRange(ante, BUY_IN_MAX)
            settings = await self.bot.tavern.settings(interaction.guild_id or 0)
            rules = replace(rules_of(settings, KNIGHTS_HEADS), ante=ante)
            await open_table(self.bot, reply, KNIGHTS_HEADS, rules, buy_in, practice=practice)

    @app_commands.command(name="rules", description="How Knights’ Heads is played")
    async def rules(self, interaction: Interaction) -> None:
        """Show the rules, a section at a time."""
        await show_rules(interaction, KNIGHTS_HEADS)

    @app_commands.command(name="hands", description="What beats what, with an example of each and the odds")
    async def hands(self, interaction: Interaction) -> None:
        """Show the table of hands, a page at a time."""
        async with answering(interaction) as reply:
            await reply.whisper(hands_screen(0))

    @app_commands.command(name="deck", description="All 104 cards, and who they are")
    async def deck(self, interaction: Interaction) -> None:
        """Show the deck, a face at a time."""
        async with answering(interaction) as reply:
            await reply.whisper(deck_screen(0))

    @app_commands.command(name="scoreboard", description="Court scores of all tables here, for pride alone")
    async def scoreboard(self, interaction: Interaction) -> None:
        """Show the ten highest court scores."""
        server = interaction.guild_id or 0
        async with answering(interaction) as reply:
            best = await self.bot.database.read_long(lambda tx: scores.top(tx, server, KNIGHTS_HEADS.key))
            await reply.whisper(scoreboard_screen(best))

    @pressed("who")
    async def _show_who(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(await self._who(reply, meaning.table, meaning.argument))

    @pressed("who_else")
    async def _show_who_else(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._who(reply, meaning.table, str(chosen(reply.interaction))))

    async def _who(self, reply: Reply, table: int, whose: str) -> Screen:
        """The cards that this person may read about; only Knights' Heads has any."""
        state = await self.bot.tavern.look(table, press_of(reply.interaction))
        if state.game is not KNIGHTS_HEADS:
            raise NotOffered
        return who_screen(cut(state, reply.interaction.user.id).view, whose)

    @pressed("faces")
    async def _turn_deck(self, reply: Reply, _meaning: TablePress) -> None:
        await reply.update(deck_screen(chosen(reply.interaction)))

    @pressed("ranking")
    async def _turn_hands(self, reply: Reply, _meaning: TablePress) -> None:
        await reply.update(hands_screen(chosen(reply.interaction)))
