"""`/wallet`: a player's coins."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.discord_io.command_input import Sum, press_of, require_person
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import pressed
from bot.screens.core import money
from bot.screens.core.people import person, ranking
from bot.screens.core.screen import Screen, say
from bot.screens.server.books import PAGE_LINES, entry_of, history_screen
from bot.text.translate import _, speaking
from games.engine.core.sentences import phrase
from storage import ledger, wages_and_gifts
from storage import settings as server_settings
from storage.ledger import Entry
from storage.transaction import Transaction
from storage.wages_and_gifts import Gift


@app_commands.guild_only()
class Wallet(
    TaproomCog, commands.GroupCog, group_name="wallet", group_description=phrase("Your coins in this server")
):
    """Commands about one's coins."""

    @app_commands.command(name="show", description="How many coins you have, or somebody else has")
    @app_commands.describe(member="Whose coins to show (yours unless you say)")
    async def show(self, interaction: Interaction, member: discord.Member | None = None) -> None:
        """Show a wallet, and its owner's coins on tables."""
        server = interaction.guild_id or 0
        tables = self.bot.tavern.tables
        async with answering(interaction) as reply:
            settings = await self.bot.tavern.settings(server)
            press, shown = press_of(interaction), member or interaction.user
            require_person(shown)

            def look(tx: Transaction) -> tuple[int, int]:
                if shown.id == press.player:
                    ledger.open_wallet(tx, server, press.player, settings.purse, press.at)
                return (
                    ledger.balance(tx, ledger.wallet(server, shown.id)),
                    tables.stakes(tx, server, shown.id),
                )

            held, staked = await self.bot.database.write(look)
            words = _("{player} has **{held}**, and {staked} at tables.").format(
                player=person(shown.id),
                held=money.amount(held, settings.currency),
                staked=money.amount(staked, settings.currency),
            )
            await reply.whisper(say(words))

    @app_commands.command(name="pay", description="Give somebody some of your coins")
    @app_commands.describe(member="Who gets them", amount="How many")
    async def pay(self, interaction: Interaction, member: discord.Member, amount: Sum) -> None:
        """Pay another player, visibly to all (F-45)."""
        server = interaction.guild_id or 0
        async with answering(interaction, is_public=True) as reply:
            settings = await self.bot.tavern.settings(server)
            require_person(member)
            press = press_of(interaction)

            def give(tx: Transaction) -> None:
                ledger.open_wallet(tx, server, press.player, settings.purse, press.at)
                gift = Gift(press.player, member.id, amount)
                # Read again, so that limits lowered a moment ago count.
                limits = server_settings.load(tx, server)
                wages_and_gifts.pay(tx, self.bot.tavern.tables, server, gift, limits, press.at)

            await self.bot.tavern.once(press, give)
            with speaking(settings.language):
                words = _("{payer} pays {payee} **{amount}**.").format(
                    payer=person(press.player),
                    payee=person(member.id),
                    amount=money.amount(amount, settings.currency),
                )
            await reply.post(say(words))

    @app_commands.command(name="wages", description="Once a day: your purse is filled up a little")
    async def wages(self, interaction: Interaction) -> None:
        """Pay daily wages, which fill a wallet up to a floor."""
        server = interaction.guild_id or 0
        async with answering(interaction) as reply:
            settings = await self.bot.tavern.settings(server)
            press = press_of(interaction)

            def pay_out(tx: Transaction) -> int:
                tables = self.bot.tavern.tables
                return wages_and_gifts.pay_wages(tx, tables, server, press.player, settings, press.at)

            paid = await self.bot.tavern.once(press, pay_out)
            words = _("Here are your wages: **{amount}**.").format(
                amount=money.amount(paid, settings.currency)
            )
            await reply.whisper(say(words))

    @app_commands.command(name="history", description="Where your coins came from and went")
    async def history(self, interaction: Interaction) -> None:
        """Show the player's transfers with their reasons."""
        async with answering(interaction) as reply:
            await reply.whisper(await self._page(interaction, None))

    @app_commands.command(name="top", description="The fullest purses of this server")
    async def top(self, interaction: Interaction) -> None:
        """Show the ten fullest wallets."""
        server = interaction.guild_id or 0
        async with answering(interaction) as reply:
            settings = await self.bot.tavern.settings(server)
            richest = await self.bot.database.read_long(lambda tx: ledger.top(tx, server))
            rows = [(player, money.amount(held, settings.currency)) for player, held in richest]
            await reply.whisper(ranking(_("The fullest purses"), rows, _("Nobody has any yet.")))

    @pressed("history")
    async def _turn_page(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._page(reply.interaction, entry_of(meaning.argument)))

    async def _page(self, interaction: Interaction, before: int | None) -> Screen:
        """A page of the asker's own transfers."""
        server = interaction.guild_id or 0
        own = ledger.wallet(server, interaction.user.id)

        def read(tx: Transaction) -> tuple[tuple[Entry, ...], int, str]:
            entries = ledger.history(tx, own, PAGE_LINES + 1, before)
            return entries, ledger.balance(tx, own), server_settings.load(tx, server).currency

        entries, balance, currency = await self.bot.database.read_long(read)
        return history_screen(entries, own, balance, currency)
