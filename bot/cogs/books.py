"""Coins: `/wallet`, a manager's hand in the books, and how managers keep order (TB-23).

`/manage grant`, `take`, `house-bank` and `audit`; `/manage bar`, `unbar`, `bars` and `flows`.
"""

from __future__ import annotations

from typing import Literal

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.forms import AMOUNT_MAX, WHY_LENGTH, filled_field, reading, whole, words
from bot.front.marks import Member, Sum, command, filled_in, group, pressed
from bot.front.protocols import Reply
from bot.front.visit import Somebody, Visit
from bot.screens.core import naming
from bot.screens.core.naming import person
from bot.screens.core.screen import Screen, say
from bot.screens.server import books, management
from bot.screens.server.books import PAGE_LINES, entry_of, history_screen
from bot.tavern.tournament import moments
from bot.tavern.tournament.moments import TypedMoment
from bot.text.translate import _, narrow, plain_text, speaking
from games.catalog import GAMES
from games.engine.core.errors import NotOffered, phrase
from storage.books import audit_lines, ledger, wages
from storage.books import flows as coin_flows
from storage.books.flows import HouseResult
from storage.books.ledger import Account, Entry, Why
from storage.books.wages import Gift
from storage.db.kept import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import bars, forgotten, preferences, server_settings
from storage.people.bars import Bar
from storage.tournaments import tournaments

WHY = "The reason, for the books"
BOOKED = {
    "grant": phrase("{player} got **{amount}**."),
    "take": phrase("I took **{amount}** from {player}."),
}


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


class BooksCommands(TaproomCog):
    """Transfers between the bank and wallets, each recorded with who and why."""

    @command(member="Who gets them", amount="How many", why=WHY)
    async def grant(self, reply: Reply, member: Member, amount: Sum, why: str) -> None:
        """Give somebody coins from the bank."""
        await self._book(reply, "grant", member, amount, why)

    @command(member="Whose coins", amount="How many", why=WHY)
    async def take(self, reply: Reply, member: Member, amount: Sum, why: str) -> None:
        """Take somebody’s coins back to the bank."""
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
        """Coins for the house players to play with."""
        reply.visit.require_manager()
        if do not in ("show", *management.WAYS):  # Discord's own client offers nothing else
            raise NotOffered
        if (do == "show") != (amount is None):
            # Half of what is wanted was said.
            way = "put" if do == "show" else do
            await self._ask_bank(reply, way, amount, plain_text(why, WHY_LENGTH))
            return
        await reply.whisper(await self._move(reply, do, amount or 0, why))

    @pressed("bank_ask")
    async def _open_bank(self, reply: Reply, _meaning: TablePress) -> None:
        await self._ask_bank(reply)

    @filled_in("bank_typed")
    async def _fill_bank(self, reply: Reply, _meaning: TablePress) -> None:
        fields, given = management.bank_form(0, "", length=WHY_LENGTH).fields, reply.visit.fields
        do = str(filled_field(fields[0], given.get("do", ""), (), ()))
        with reading("amount"):
            amount = whole(given.get("amount", ""), 1, AMOUNT_MAX)
            screen = await self._move(reply, do, amount, given.get("why", ""))
        if reply.visit.on_private:
            await reply.update(screen)
        else:
            await reply.whisper(screen)

    async def _ask_bank(
        self, reply: Reply, way: str = "put", amount: int | None = None, why: str = ""
    ) -> None:
        reply.visit.require_manager()
        house, settings = ledger.house(reply.server), await self._settings(reply)
        held = await self.house.database.read(lambda tx: ledger.balance(tx, house))
        await reply.ask(management.bank_form(held, settings.currency, way, amount, why, length=WHY_LENGTH))

    async def _move(self, reply: Reply, do: str, amount: int, why: str) -> Screen:
        """Put coins into the house's bank, take some out, or only look."""
        reply.visit.require_manager()
        bank, house = ledger.bank(reply.server), ledger.house(reply.server)
        ways: dict[str, tuple[Account, Account]] = {"put": (bank, house), "take": (house, bank)}
        press, settings = reply.visit.request(), await self._settings(reply)
        reason = Why("house_bank", press.at, plain_text(why, WHY_LENGTH), press.player)

        def move(tx: Transaction) -> tuple[int, tuple[HouseResult, ...]]:
            if do in ways:
                ledger.transfer(tx, *ways[do], amount, reason)
            return ledger.balance(tx, house), coin_flows.of_house(tx, reply.server)

        held, results = await self.house.tavern.once(press, move)
        return management.bank_screen(held, results, settings.currency, GAMES)

    @command()
    async def audit(self, reply: Reply) -> None:
        """What managers and organisers did."""
        await reply.whisper(await self._audit(reply, books.AuditStart()))

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
        given = naming.amount(amount, settings.currency)
        await reply.whisper(say(_(BOOKED[reason]).format(player=person(member.id), amount=given)))

    @pressed("audit")
    async def _turn_audit(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._audit(reply, books.AuditStart.of(meaning.argument)))

    async def _audit(self, reply: Reply, since: books.AuditStart) -> Screen:
        reply.visit.require_manager()
        server, limit = reply.server, books.PAGE_LINES + 1

        def read(tx: Transaction) -> tuple[list[books.AuditEvent], audit_lines.AuditChannel | None]:
            events: list[books.AuditEvent] = [
                *ledger.audit(tx, server, limit, since.entry),
                *audit_lines.CLOSINGS.latest(tx, server, limit, since.closing),
                *bars.BARS.latest(tx, server, limit, since.bar),
                *tournaments.ACTS.latest(tx, server, limit, since.act),
                *audit_lines.CHANGES.latest(tx, server, limit, since.change),
            ]
            return events, audit_lines.of_server(tx, server)

        events, channel = await self.house.database.read_long(read)
        return books.audit_screen(events, since, (await self._settings(reply)).currency, channel)


class OrderCommands(TaproomCog):
    """Who may play, and whose coins go where."""

    @command(
        member="Who can’t play for a while",
        length="For how long, or until when: 1 week, Sat 20:00",
        why="The reason, for the books",
        suggests={"length": "offer_lengths"},
    )
    async def bar(self, reply: Reply, member: Somebody, length: str, why: str) -> None:
        """Bar somebody from the games here."""
        reply.visit.require_manager()
        member.require_person()
        press = reply.visit.request()
        zone = await self.house.database.read(lambda tx: preferences.time_zone(tx, press.player))
        until = _until(length, press.at, zone)
        at = None if until is None else until.at
        word = Bar(member.id, at, press.player, words(why, WHY_LENGTH), press.at)
        sent = await self.house.tavern.bar(press, word, "" if until is None else until.zone)
        await reply.whisper(management.barred_note(word, len(sent.tables), len(sent.withdrawn), sent.playing))
        for state in sent.tables:
            await self.house.refresh(state)

    @command(member="Who can play again", why="The reason, for the books")
    async def unbar(self, reply: Reply, member: Somebody, why: str = "") -> None:
        """Let somebody play again."""
        await reply.whisper(await self._let_in(reply, member.id, why))

    @command()
    async def bars(self, reply: Reply) -> None:
        """Who is barred from the games here."""
        await reply.whisper(await self._bars(reply, None))

    @command()
    async def flows(self, reply: Reply) -> None:
        """Coins that mostly flow one way."""
        await reply.whisper(await self._flows(reply, books.PERIODS[0]))

    @pressed("bars")
    async def _turn_bars(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._bars(reply, books.entry_of(meaning.argument)))

    @pressed("let_in")
    async def _choose_who(self, reply: Reply, _meaning: TablePress) -> None:
        player, _is_bot = reply.visit.chosen_person()
        await reply.whisper(await self._let_in(reply, player))

    @pressed("flows")
    async def _turn_flows(self, reply: Reply, meaning: TablePress) -> None:
        days = next((each for each in books.PERIODS if str(each) == meaning.argument), None)
        if days is None:
            raise NotOffered
        await reply.update(await self._flows(reply, days))

    async def offer_lengths(self, _visit: Visit, typed: str) -> list[str]:
        """The usual lengths that contain what was typed."""
        said = [_(words) for words, _seconds in management.LENGTHS.values()]
        return [each for each in said if typed.casefold() in each.casefold()]

    async def _let_in(self, reply: Reply, player: int, why: str = "") -> Screen:
        reply.visit.require_manager()
        press = reply.visit.request()
        reason = words(why, WHY_LENGTH) if why else ""
        word = Bar(player, None, press.player, reason, press.at, is_lifted=True)
        await self.house.tavern.lift_bar(press, word)
        return say(_("{player} can play here again.").format(player=person(player)))

    async def _bars(self, reply: Reply, before: int | None) -> Screen:
        reply.visit.require_manager()
        server, at = reply.server, self.house.tavern.now()
        found, gone = await self.house.database.read_long(
            lambda tx: (
                bars.standing(tx, server, at, management.BARS_ON_PAGE + 1, before),
                forgotten.barred_count(tx, server, at),
            )
        )
        return management.bars_screen(found, gone)

    async def _flows(self, reply: Reply, days: int) -> Screen:
        reply.visit.require_manager()
        settings, server = await self._settings(reply), reply.server
        least, since = books.net_min(settings.purse), self.house.tavern.now() - days * DAY_SECONDS
        found = await self.house.database.read_long(
            lambda tx: coin_flows.between_people(tx, server, since, least, books.SHOWN)
        )
        return books.flows_screen(found, days, least, settings.currency)


def _until(typed: str, now: float, zone: str) -> TypedMoment | None:
    """Until when a length or a moment lasts that a manager typed (TN-41); None: until it is lifted."""
    plain = narrow(typed).strip().casefold()
    for key, (said, seconds) in management.LENGTHS.items():
        if plain in (key, _(said).casefold()):
            return TypedMoment(int(now) + seconds) if seconds else None
    if plain in moments.FOR_GOOD:
        return None
    if length := moments.read_length(plain):
        return TypedMoment(moments.still_to_come(int(now) + length, now))
    if plain.isdecimal():
        raise moments.NoLength
    try:
        return moments.read_moment(typed, now, zone)
    except moments.NoMoment as neither:
        raise moments.NoLength from neither
