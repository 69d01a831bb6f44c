"""`/tavern grant`, `take`, `house-bank` and `audit`: a manager's hand in the books."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.discord_io.command_input import Sum, press_of, require_manager, require_person, words
from bot.discord_io.interactions import answering
from bot.discord_io.reply import Interaction, Reply
from bot.discord_io.verbs import pressed
from bot.screens.core import money
from bot.screens.core.people import person
from bot.screens.core.screen import Screen, say
from bot.screens.server.books import PAGE_LINES, Since, audit_screen
from bot.screens.server.management import bank_screen
from bot.text.escape import plain_text
from bot.text.translate import _
from games.engine.core.errors import NotOffered
from games.engine.core.sentences import phrase
from storage import closings, ledger
from storage.ledger import Account, Why
from storage.transaction import Transaction

WHY_LENGTH = 120


class Books(TaproomCog):
    """Transfers between the bank and wallets, each recorded with who and why."""

    @app_commands.command(name="grant", description="Managers: give somebody coins from the bank")
    @app_commands.describe(member="Who gets them", amount="How many", why="The reason, for the books")
    async def grant(self, interaction: Interaction, member: discord.Member, amount: Sum, why: str) -> None:
        """Move coins from the bank into a wallet."""
        said = phrase("{player} has been given **{amount}**.")
        await self._book(interaction, member, amount, ("grant", why), said)

    @app_commands.command(name="take", description="Managers: take coins from somebody back to the bank")
    @app_commands.describe(member="From whom", amount="How many", why="The reason, for the books")
    async def take(self, interaction: Interaction, member: discord.Member, amount: Sum, why: str) -> None:
        """Move coins from a wallet into the bank; coins on tables stay (F-49)."""
        said = phrase("**{amount}** have been taken from {player}.")
        await self._book(interaction, member, amount, ("take", why), said)

    @app_commands.command(name="house-bank", description="Managers: coins for the house players to play with")
    @app_commands.describe(do="Look, put in, or take out", amount="How many", why="The reason, for the books")
    async def house_bank(
        self,
        interaction: Interaction,
        do: Literal["show", "put", "take"] = "show",
        amount: Sum | None = None,
        why: str = "",
    ) -> None:
        """Show or change the house's own coins (TB-12)."""
        server = interaction.guild_id or 0
        async with answering(interaction) as reply:
            settings = await self.bot.tavern.settings(server)
            require_manager(interaction)
            press, because = press_of(interaction), plain_text(why, WHY_LENGTH)
            if do != "show" and amount is None:
                await reply.whisper(say(_("Please say how many as well.")))
                return
            ways: dict[str, tuple[Account, Account]] = {
                "put": (ledger.bank(server), ledger.house(server)),
                "take": (ledger.house(server), ledger.bank(server)),
            }
            if do not in ("show", *ways):  # Discord's own client offers nothing else
                raise NotOffered

            def move(tx: Transaction) -> int:
                if do != "show" and amount is not None:
                    reason = Why("house_bank", press.at, because, press.player)
                    ledger.transfer(tx, *ways[do], amount, reason)
                return ledger.balance(tx, ledger.house(server))

            held = await self.bot.tavern.once(press, move)
            await reply.whisper(bank_screen(held, settings.currency))

    @app_commands.command(
        name="audit",
        description="Managers: who gave and took coins or closed tables, and why",
    )
    async def audit(self, interaction: Interaction) -> None:
        """Show the managers' entries in the books."""
        async with answering(interaction) as reply:
            await reply.whisper(await self._audit(interaction, Since()))

    async def _book(
        self,
        interaction: Interaction,
        member: discord.Member,
        amount: int,
        order: tuple[Literal["grant", "take"], str],
        said: str,
    ) -> None:
        """Move coins between the bank and a wallet, with the manager's reason."""
        server, (reason, why) = interaction.guild_id or 0, order
        async with answering(interaction) as reply:
            settings = await self.bot.tavern.settings(server)
            require_manager(interaction)
            require_person(member)
            press, because = press_of(interaction), words(why, WHY_LENGTH)
            bank, wallet = ledger.bank(server), ledger.wallet(server, member.id)
            payer, payee = (bank, wallet) if reason == "grant" else (wallet, bank)

            def move(tx: Transaction) -> None:
                ledger.transfer(tx, payer, payee, amount, Why(reason, press.at, because, press.player))

            await self.bot.tavern.once(press, move)
            await reply.whisper(_done(_(said), member.id, money.amount(amount, settings.currency)))

    @pressed("audit")
    async def _turn_audit(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._audit(reply.interaction, Since.of(meaning.argument)))

    async def _audit(self, interaction: Interaction, since: Since) -> Screen:
        require_manager(interaction)
        server = interaction.guild_id or 0
        limit = PAGE_LINES + 1
        entries, closed = await self.bot.database.read_long(
            lambda tx: (
                ledger.audit(tx, server, limit, since.entry),
                closings.latest(tx, server, limit, since.closing),
            )
        )
        return audit_screen(entries, closed, since, (await self.bot.tavern.settings(server)).currency)


def _done(said: str, player: int, amount: str) -> Screen:
    return say(said.format(player=person(player), amount=amount))
