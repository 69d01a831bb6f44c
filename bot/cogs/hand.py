"""`/hand`: a player's panel, the history of hands that are over, and cutting the deck."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.fair_play import mix_in
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.discord_io.command_input import Amount, Sum
from bot.discord_io.drawing import cut
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import pressed
from bot.screens.table.fair_play import history_note
from bot.tavern import actions
from bot.tavern.hand_lookup import HistoryRequest, find
from bot.tavern.table_state import TableState
from games.engine.core.errors import NotSeated, NotYourTurn
from games.engine.core.offers import Answer, Number, Offer, Split
from games.engine.core.sentences import phrase
from games.engine.history.record import History
from games.history import file_name, to_file
from storage.transaction import Transaction


@app_commands.guild_only()
class HandCommands(
    TaproomCog,
    commands.GroupCog,
    group_name="hand",
    group_description=phrase("Your hands: what you hold, what you played, and your cut"),
):
    """A player's own affairs at the tables of a channel."""

    @app_commands.command(name="show", description="Your private panel for the tables in this channel")
    async def show(self, interaction: Interaction) -> None:
        """Show the player's panel again."""
        async with answering(interaction) as reply:
            await self.bot.open_panel(reply)

    @app_commands.command(name="history", description="A hand that is over, as a file that can be checked")
    @app_commands.describe(
        table="The table's number (yours in this channel unless you say)",
        hand="The number of the hand (the newest unless you say)",
    )
    async def history(
        self, interaction: Interaction, table: Sum | None = None, hand: Sum | None = None
    ) -> None:
        """Send a hand's history as this person saw it, with its proofs, to them alone (TB-13)."""
        async with answering(interaction) as reply:
            asked = HistoryRequest(
                interaction.user.id, interaction.guild_id or 0, interaction.channel_id or 0, table, hand
            )
            tables = self.bot.tavern.tables

            def read(tx: Transaction) -> tuple[History, bytes]:
                told = find(tx, tables, asked)
                return told, to_file(told)

            told, content = await self.bot.database.read_long(read)
            file = discord.File(io.BytesIO(content), file_name(told))
            await reply.hand_over(history_note(told), file)

    @app_commands.command(
        name="cut", description="Cut the next deck, or the next dice, with words of your own"
    )
    @app_commands.rename(text="words")
    @app_commands.describe(text="Any words; everybody may read them later")
    async def cut_deck(self, interaction: Interaction, text: str) -> None:
        """Mix words into the next hand's chance (TB-13)."""
        async with answering(interaction) as reply:
            state = await self._own_table(interaction)
            await mix_in(self.bot, reply, state.table.id, text)

    @app_commands.command(name="bet", description="Bet or raise by any amount, when it is your turn")
    @app_commands.describe(
        amount="What your bet of this round shall come to",
        win="How many of its coins on Win, where bets are split",
    )
    async def bet(
        self,
        interaction: Interaction,
        amount: Sum,
        win: app_commands.Transform[int, Amount(0)] | None = None,
    ) -> None:
        """Answer a question for a number without a form."""
        async with answering(interaction) as reply:
            for state in await self._own_tables(interaction):
                own = cut(state, interaction.user.id)
                for question in own.view.questions:
                    offer = _to_bet(question.offers, amount)
                    if question.seat == own.view.viewer and offer is not None:
                        answer = Answer(offer.key, (amount,) if win is None else (amount, win))
                        await self.bot.act(reply, state.table.id, actions.answer(question.seat, answer))
                        return
            raise NotYourTurn

    async def _own_table(self, interaction: Interaction) -> TableState:
        """The person's table in this channel; of several, preferably one between hands."""
        return min(await self._own_tables(interaction), key=lambda state: state.table.hand is not None)

    async def _own_tables(self, interaction: Interaction) -> list[TableState]:
        here = await self.bot.tavern.in_channel(interaction.guild_id or 0, interaction.channel_id or 0)
        player = interaction.user.id
        own = [state for state in here if any(each.player == player for each in state.table.present)]
        if not own:
            raise NotSeated
        return own

    @pressed("hand")
    async def _open_panel(self, reply: Reply, meaning: TablePress) -> None:
        await self.bot.open_panel(reply, meaning.table)


def _to_bet(offers: tuple[Offer[Any], ...], amount: int) -> Number[Any] | Split[Any] | None:
    """The offer that takes this amount, or else the one whose refusal says what would fit."""
    asking = [each for each in offers if isinstance(each, Number | Split)]
    fitting = (each for each in asking if each.least <= amount <= each.most)
    widest = max(asking, key=lambda each: each.most - each.least, default=None)
    return next(fitting, widest)
