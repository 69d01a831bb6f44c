"""`/wallet`: a player's coins."""

from __future__ import annotations

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import Member, Sum, command, group, pressed
from bot.front.protocols import Reply
from bot.screens.core import naming
from bot.screens.core.naming import person
from bot.screens.core.screen import Screen, say
from bot.screens.server.books import PAGE_LINES, entry_of, history_screen
from bot.text.translate import _, speaking
from games.engine.core.errors import phrase
from storage.books import ledger, wages
from storage.books.ledger import Entry
from storage.books.wages import Gift
from storage.db.transaction import Transaction
from storage.people import server_settings


@group("wallet", phrase("Your coins in this server"))
class Wallet(TaproomCog):
    """Commands about one's coins."""

    @command(member="Whose wallet; yours if left out")
    async def show(self, reply: Reply, member: Member | None = None) -> None:
        """How many coins you or somebody else has."""
        settings = await self._settings(reply)
        press, shown = reply.visit.request(), member or reply.visit.person
        shown.require_person()

        def look(tx: Transaction) -> tuple[int, int]:
            if shown.id == press.player:
                ledger.open_wallet(tx, reply.server, press.player, settings.purse, press.at)
            staked = self.house.tavern.tables.stakes(tx, reply.server, shown.id)
            return ledger.balance(tx, ledger.wallet(reply.server, shown.id)), staked

        held, staked = await self.house.database.write(look)
        words = _("{player} has **{held}**.")
        if staked:
            words = _("{player} has **{held}**, and {staked} at tables.")
        told = words.format(
            player=person(shown.id),
            held=naming.amount(held, settings.currency),
            staked=naming.amount(staked, settings.currency),
        )
        await reply.whisper(say(told))

    @command(is_public=True, member="Who gets them", amount="How many")
    async def pay(self, reply: Reply, member: Member, amount: Sum) -> None:
        """Give somebody some of your coins."""
        settings = await self._settings(reply)
        member.require_person()
        press = reply.visit.request()

        def give(tx: Transaction) -> None:
            ledger.open_wallet(tx, reply.server, press.player, settings.purse, press.at)
            gift = Gift(press.player, member.id, amount)
            # Read again, so that limits lowered a moment ago count.
            limits = server_settings.load(tx, reply.server)
            wages.pay(tx, self.house.tavern.tables, reply.server, gift, limits, press.at)

        await self.house.tavern.once(press, give)
        # Everybody may see a payment (F-45), so it is told in the server's language.
        with speaking(settings.language):
            words = _("{payer} pays {payee} **{amount}**.").format(
                payer=person(press.player),
                payee=person(member.id),
                amount=naming.amount(amount, settings.currency),
            )
        await reply.post(say(words))

    @command()
    async def wages(self, reply: Reply) -> None:
        """Once a day: top up your wallet a little."""
        settings, press = await self._settings(reply), reply.visit.request()
        tables = self.house.tavern.tables
        paid = await self.house.tavern.once(
            press,
            lambda tx: wages.pay_wages(tx, tables, reply.server, press.player, settings, press.at),
        )
        words = _("Here are your wages: **{amount}**.")
        await reply.whisper(say(words.format(amount=naming.amount(paid, settings.currency))))

    @command()
    async def history(self, reply: Reply) -> None:
        """Where your coins came from and went."""
        await reply.whisper(await self._page(reply, None))

    @pressed("history")
    async def _turn_page(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._page(reply, entry_of(meaning.argument)))

    async def _page(self, reply: Reply, before: int | None) -> Screen:
        own = ledger.wallet(reply.server, reply.player)

        def read(tx: Transaction) -> tuple[tuple[Entry, ...], int, str]:
            entries = ledger.history(tx, own, PAGE_LINES + 1, before)
            return entries, ledger.balance(tx, own), server_settings.load(tx, reply.server).currency

        entries, balance, currency = await self.house.database.read_long(read)
        return history_screen(entries, own, balance, currency)
