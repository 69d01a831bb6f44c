"""`/tavern grant`, `take`, `house-bank` and `audit`: a manager's hand in the books."""

from __future__ import annotations

from typing import Literal

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.marks import Member, Sum, command, pressed
from bot.front.protocols import Reply
from bot.front.typed import words
from bot.screens.core import money
from bot.screens.core.people import person
from bot.screens.core.screen import Screen, say
from bot.screens.server.books import PAGE_LINES, AuditEvent, AuditStart, audit_screen
from bot.screens.server.management import bank_screen
from bot.text.escape import plain_text
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import NotOffered
from games.engine.core.sentences import phrase
from storage.books import audit_lines, closings, ledger
from storage.books import house as house_results
from storage.books.audit_lines import AuditChannel
from storage.books.house import HouseResult
from storage.books.ledger import Account, Why
from storage.db.transaction import Transaction
from storage.people import bars
from storage.tournaments import acts

WHY_LENGTH = 120
WHY = "The reason, for the books"
BOOKED = {
    "grant": phrase("{player} got **{amount}**."),
    "take": phrase("I took **{amount}** from {player}."),
}


class BooksCommands(TaproomCog):
    """Transfers between the bank and wallets, each recorded with who and why."""

    @command(member="Who gets them", amount="How many", why=WHY)
    async def grant(self, reply: Reply, member: Member, amount: Sum, why: str) -> None:
        """Managers: give somebody coins from the bank."""
        await self._book(reply, "grant", member, amount, why)

    @command(member="Whose coins", amount="How many", why=WHY)
    async def take(self, reply: Reply, member: Member, amount: Sum, why: str) -> None:
        """Managers: take somebody’s coins back to the bank."""
        # Coins that lie on tables stay there (F-49).
        await self._book(reply, "take", member, amount, why)

    @command(do="Look, put in, or take out", amount="How many", why=WHY)
    async def house_bank(
        self,
        reply: Reply,
        do: Literal["show", "put", "take"] = "show",
        amount: Sum | None = None,
        why: str = "",
    ) -> None:
        """Managers: coins for the house players to play with."""
        settings = await self._settings(reply)
        reply.visit.require_manager()
        if do != "show" and amount is None:
            await reply.whisper(say(_("Please also say how many.")))
            return
        bank, house = ledger.bank(reply.server), ledger.house(reply.server)
        ways: dict[str, tuple[Account, Account]] = {"put": (bank, house), "take": (house, bank)}
        if do not in ("show", *ways):  # Discord's own client offers nothing else
            raise NotOffered
        press = reply.visit.request()
        reason = Why("house_bank", press.at, plain_text(why, WHY_LENGTH), press.player)

        def move(tx: Transaction) -> tuple[int, tuple[HouseResult, ...]]:
            if do != "show" and amount is not None:
                ledger.transfer(tx, *ways[do], amount, reason)
            return ledger.balance(tx, house), house_results.of_server(tx, reply.server)

        held, results = await self.house.tavern.once(press, move)
        await reply.whisper(bank_screen(held, results, settings.currency, GAMES))

    @command()
    async def audit(self, reply: Reply) -> None:
        """Managers: coins, closings and bars in the books."""
        await reply.whisper(await self._audit(reply, AuditStart()))

    async def _book(
        self, reply: Reply, reason: Literal["grant", "take"], member: Member, amount: int, why: str
    ) -> None:
        settings = await self._settings(reply)
        reply.visit.require_manager()
        member.require_person()
        press, because = reply.visit.request(), words(why, WHY_LENGTH)
        bank, wallet = ledger.bank(reply.server), ledger.wallet(reply.server, member.id)
        payer, payee = (bank, wallet) if reason == "grant" else (wallet, bank)
        booked = Why(reason, press.at, because, press.player)
        await self.house.tavern.once(press, lambda tx: ledger.transfer(tx, payer, payee, amount, booked))
        given = money.amount(amount, settings.currency)
        await reply.whisper(say(_(BOOKED[reason]).format(player=person(member.id), amount=given)))

    @pressed("audit")
    async def _turn_audit(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._audit(reply, AuditStart.of(meaning.argument)))

    async def _audit(self, reply: Reply, since: AuditStart) -> Screen:
        reply.visit.require_manager()
        server, limit = reply.server, PAGE_LINES + 1

        def read(tx: Transaction) -> tuple[list[AuditEvent], AuditChannel | None]:
            events: list[AuditEvent] = [
                *ledger.audit(tx, server, limit, since.entry),
                *closings.latest(tx, server, limit, since.closing),
                *bars.latest(tx, server, limit, since.bar),
                *acts.latest(tx, server, limit, since.act),
            ]
            return events, audit_lines.of_server(tx, server)

        events, channel = await self.house.database.read_long(read)
        return audit_screen(events, since, (await self._settings(reply)).currency, channel)
