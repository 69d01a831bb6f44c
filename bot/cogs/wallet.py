"""`/wallet`: a player's coins."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io.command_input import Sum, press_of, require_person
from bot.discord_io.reply import Reply
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

    @command(member="Whose wallet; yours if left out")
    async def show(self, reply: Reply, member: discord.Member | None = None) -> None:
        """How many coins you or somebody else has."""
        settings = await self._settings(reply)
        press, shown = press_of(reply.interaction), member or reply.interaction.user
        require_person(shown)

        def look(tx: Transaction) -> tuple[int, int]:
            if shown.id == press.player:
                ledger.open_wallet(tx, reply.server, press.player, settings.purse, press.at)
            staked = self.bot.tavern.tables.stakes(tx, reply.server, shown.id)
            return ledger.balance(tx, ledger.wallet(reply.server, shown.id)), staked

        held, staked = await self.bot.database.write(look)
        words = _("{player} has **{held}**.")
        if staked:
            words = _("{player} has **{held}**, and {staked} at tables.")
        told = words.format(
            player=person(shown.id),
            held=money.amount(held, settings.currency),
            staked=money.amount(staked, settings.currency),
        )
        await reply.whisper(say(told))

    @command(is_public=True, member="Who gets them", amount="How many")
    async def pay(self, reply: Reply, member: discord.Member, amount: Sum) -> None:
        """Give somebody some of your coins."""
        settings = await self._settings(reply)
        require_person(member)
        press = press_of(reply.interaction)

        def give(tx: Transaction) -> None:
            ledger.open_wallet(tx, reply.server, press.player, settings.purse, press.at)
            gift = Gift(press.player, member.id, amount)
            # Read again, so that limits lowered a moment ago count.
            limits = server_settings.load(tx, reply.server)
            wages_and_gifts.pay(tx, self.bot.tavern.tables, reply.server, gift, limits, press.at)

        await self.bot.tavern.once(press, give)
        # Everybody may see a payment (F-45), so it is told in the server's language.
        with speaking(settings.language):
            words = _("{payer} pays {payee} **{amount}**.").format(
                payer=person(press.player),
                payee=person(member.id),
                amount=money.amount(amount, settings.currency),
            )
        await reply.post(say(words))

    @command()
    async def wages(self, reply: Reply) -> None:
        """Once a day: top up your wallet a little."""
        settings, press = await self._settings(reply), press_of(reply.interaction)
        tables = self.bot.tavern.tables
        paid = await self.bot.tavern.once(
            press,
            lambda tx: wages_and_gifts.pay_wages(tx, tables, reply.server, press.player, settings, press.at),
        )
        words = _("Here are your wages: **{amount}**.")
        await reply.whisper(say(words.format(amount=money.amount(paid, settings.currency))))

    @command()
    async def history(self, reply: Reply) -> None:
        """Where your coins came from and went."""
        await reply.whisper(await self._page(reply, None))

    @command()
    async def top(self, reply: Reply) -> None:
        """The fullest wallets in this server."""
        settings = await self._settings(reply)
        richest = await self.bot.database.read_long(lambda tx: ledger.top(tx, reply.server))
        held = partial(money.amount, currency=settings.currency)
        await reply.whisper(ranking(_("The fullest wallets"), richest, held, _("Nobody has any yet.")))

    @pressed("history")
    async def _turn_page(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._page(reply, entry_of(meaning.argument)))

    async def _page(self, reply: Reply, before: int | None) -> Screen:
        own = ledger.wallet(reply.server, reply.player)

        def read(tx: Transaction) -> tuple[tuple[Entry, ...], int, str]:
            entries = ledger.history(tx, own, PAGE_LINES + 1, before)
            return entries, ledger.balance(tx, own), server_settings.load(tx, reply.server).currency

        entries, balance, currency = await self.bot.database.read_long(read)
        return history_screen(entries, own, balance, currency)
