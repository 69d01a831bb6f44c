"""Coins: `/wallet`, a manager's transfers, and moderation of players (TB-23).

`/manage grant`, `take`, `house-bank` and `audit`; `/manage bar`, `unbar`, `bars` and `flows`.
"""

from __future__ import annotations

from typing import Literal

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.decorators import Amount, Member, command, group, on_button, on_form
from bot.front.forms import AMOUNT_MAX, WHY_LENGTH, filled_field, reading, whole, words
from bot.front.protocols import Context
from bot.front.request import Request, User
from bot.screens.core import naming
from bot.screens.core.naming import person
from bot.screens.core.screen import Screen, say
from bot.screens.server import books, management
from bot.screens.server.books import PAGE_LINES, entry_of, history_screen
from bot.tavern.tournament import parse_times
from bot.tavern.tournament.parse_times import TypedMoment
from bot.text.translate import _, narrow, ngettext, plain_text, speaking
from games.engine.core.errors import N_, NotOffered
from storage.books import audit_lines, ledger, payments, private_notes
from storage.books import flows as coin_flows
from storage.books.flows import HouseResult
from storage.books.ledger import Account, Entry, TransferInfo
from storage.books.payments import WagePayment
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.people import bars, erased_people, preferences, server_settings
from storage.people.bars import Bar
from storage.tournaments import tournaments

WHY = "The reason, for the books"
WHY_SHOWN = "The reason, which the person reads too"
NOTE = "A note for the books alone"
BOOKED = {
    "grant": N_("{player} got **{amount}**."),
    "take": N_("I took **{amount}** from {player}."),
}


@group("wallet", N_("Your coins in this server"))
class Wallet(TaproomCog):
    """Commands for a user's own coins."""

    @command(member="Whose wallet; yours if left out")
    async def show(self, ctx: Context, member: Member | None = None) -> None:
        """How many coins you or somebody else has."""
        settings = await self._settings(ctx)
        actor, owner = ctx.request.actor(), member or ctx.request.person
        owner.require_person()

        def read(tx: Transaction) -> tuple[int, dict[int, int]]:
            if owner.id == actor.player:
                ledger.open_wallet(tx, ctx.server, actor.player, settings.purse, actor.at)
            staked = self.app.tavern.tables.stakes_by_table(tx, ctx.server, owner.id)
            return ledger.balance(tx, ledger.wallet(ctx.server, owner.id)), staked

        balance, staked = await self.app.database.write(read)
        words = _("{player} has **{held}**.")
        if staked:
            words = ngettext(
                "{player} has **{held}**, and {staked} on {count} table.",
                "{player} has **{held}**, and {staked} on {count} tables.",
                len(staked),
            )
        text = words.format(
            player=person(owner.id),
            held=naming.amount(balance, settings.currency),
            staked=naming.amount(sum(staked.values()), settings.currency),
            count=len(staked),
        )
        await ctx.send_ephemeral(say(text))

    @command(is_public=True, member="Who gets them", amount="How many")
    async def pay(self, ctx: Context, member: Member, amount: Amount) -> None:
        """Give somebody some of your coins."""
        settings = await self._settings(ctx)
        member.require_person()
        actor = ctx.request.actor()

        def give(tx: Transaction) -> None:
            ledger.open_wallet(tx, ctx.server, actor.player, settings.purse, actor.at)
            gift = WagePayment(actor.player, member.id, amount)
            # The settings are read again in this transaction, in case the limits have just been lowered.
            limits = server_settings.load(tx, ctx.server)
            payments.pay(tx, self.app.tavern.tables, ctx.server, gift, limits, actor.at)

        await self.app.tavern.once(actor, give)
        # Everybody may see a payment (F-45), so it is announced in the server's language.
        with speaking(settings.language):
            words = _("{payer} pays {payee} **{amount}**.").format(
                payer=person(actor.player),
                payee=person(member.id),
                amount=naming.amount(amount, settings.currency),
            )
        await ctx.post(say(words))

    @command()
    async def wages(self, ctx: Context) -> None:
        """Once a day: top up your wallet a little."""
        settings, actor = await self._settings(ctx), ctx.request.actor()
        tables = self.app.tavern.tables
        paid = await self.app.tavern.once(
            actor,
            lambda tx: payments.pay_wages(tx, tables, ctx.server, actor.player, settings, actor.at),
        )
        words = _("Here are your wages: **{amount}**.")
        await ctx.send_ephemeral(say(words.format(amount=naming.amount(paid, settings.currency))))

    @command()
    async def history(self, ctx: Context) -> None:
        """Where your coins came from and went."""
        await ctx.send_ephemeral(await self._page(ctx, None))

    @on_button("history")
    async def _turn_page(self, ctx: Context, press: TablePress) -> None:
        await ctx.update(await self._page(ctx, entry_of(press.argument)))

    async def _page(self, ctx: Context, before: int | None) -> Screen:
        own = ledger.wallet(ctx.server, ctx.player)

        def read(tx: Transaction) -> tuple[tuple[Entry, ...], int, str]:
            entries = ledger.history(tx, own, PAGE_LINES + 1, before)
            return entries, ledger.balance(tx, own), server_settings.load(tx, ctx.server).currency

        entries, balance, currency = await self.app.database.read_long(read)
        return history_screen(entries, own, balance, currency)


class BooksCommands(TaproomCog):
    """Transfers between the bank and wallets, each recorded with the manager and the reason."""

    @command(member="Who gets them", amount="How many", why=WHY_SHOWN, note=NOTE)
    async def grant(self, ctx: Context, member: Member, amount: Amount, why: str, note: str = "") -> None:
        """Give somebody coins from the bank."""
        await self._book(ctx, "grant", member, amount, (why, note))

    @command(member="Whose coins", amount="How many", why=WHY_SHOWN, note=NOTE)
    async def take(self, ctx: Context, member: Member, amount: Amount, why: str, note: str = "") -> None:
        """Take somebody’s coins back to the bank."""
        # Coins at tables can't be taken (F-49).
        await self._book(ctx, "take", member, amount, (why, note))

    @command(do="Check it, put coins in, or take some out", amount="How many", why=WHY)
    async def house_bank(
        self,
        ctx: Context,
        do: Literal["show", "put", "take"] = "show",
        amount: Amount | None = None,
        why: str = "",
    ) -> None:
        """Coins for the house players to play with."""
        ctx.request.require_manager()
        if do not in ("show", *management.WAYS):  # Discord's own client offers no other values.
            raise NotOffered
        if (do == "show") != (amount is None):
            # One of the options is missing, so a form asks for all of them.
            way = "put" if do == "show" else do
            await self._ask_bank(ctx, way, amount, plain_text(why, WHY_LENGTH))
            return
        await ctx.send_ephemeral(await self._move(ctx, do, amount or 0, why))

    @on_button("bank_ask")
    async def _open_bank(self, ctx: Context, _press: TablePress) -> None:
        await self._ask_bank(ctx)

    @on_form("bank_typed")
    async def _fill_bank(self, ctx: Context, _press: TablePress) -> None:
        fields, submitted = management.bank_form(0, "", length=WHY_LENGTH).fields, ctx.request.fields
        do = str(filled_field(fields[0], submitted.get("do", ""), (), ()))
        with reading("amount"):
            amount = whole(submitted.get("amount", ""), 1, AMOUNT_MAX)
            screen = await self._move(ctx, do, amount, submitted.get("why", ""))
        if ctx.request.on_private:
            await ctx.update(screen)
        else:
            await ctx.send_ephemeral(screen)

    async def _ask_bank(
        self, ctx: Context, way: str = "put", amount: int | None = None, why: str = ""
    ) -> None:
        ctx.request.require_manager()
        house, settings = ledger.house_account(ctx.server), await self._settings(ctx)
        balance = await self.app.database.read(lambda tx: ledger.balance(tx, house))
        await ctx.send_form(
            management.bank_form(balance, settings.currency, way, amount, why, length=WHY_LENGTH)
        )

    async def _move(self, ctx: Context, do: str, amount: int, why: str) -> Screen:
        """Move coins into the house's account or back (`put`, `take`), and return its screen."""
        ctx.request.require_manager()
        bank, house = ledger.bank_account(ctx.server), ledger.house_account(ctx.server)
        ways: dict[str, tuple[Account, Account]] = {"put": (bank, house), "take": (house, bank)}
        actor, settings = ctx.request.actor(), await self._settings(ctx)
        reason = TransferInfo("house_bank", actor.at, plain_text(why, WHY_LENGTH), actor.player)

        def move(tx: Transaction) -> tuple[int, tuple[HouseResult, ...]]:
            if do in ways:
                ledger.transfer(tx, *ways[do], amount, reason)
            return ledger.balance(tx, house), coin_flows.of_house(tx, ctx.server)

        balance, results = await self.app.tavern.once(actor, move)
        return management.bank_screen(balance, results, settings.currency)

    @command()
    async def audit(self, ctx: Context) -> None:
        """What managers and organisers did."""
        await ctx.send_ephemeral(await self._audit(ctx, books.AuditStart()))

    async def _book(
        self,
        ctx: Context,
        reason: Literal["grant", "take"],
        member: Member,
        amount: int,
        said: tuple[str, str],
    ) -> None:
        """Move coins between the bank and a wallet; `said` is the reason, and the note for the books."""
        settings = await self._settings(ctx)
        ctx.request.require_manager()
        member.require_person()
        actor, (why, note) = ctx.request.actor(), said
        bank, wallet = ledger.bank_account(ctx.server), ledger.wallet(ctx.server, member.id)
        payer, payee = (bank, wallet) if reason == "grant" else (wallet, bank)
        info = TransferInfo(
            reason,
            actor.at,
            words(why, WHY_LENGTH),
            actor.player,
            private_note=plain_text(note, WHY_LENGTH),
        )
        await self.app.tavern.once(actor, lambda tx: ledger.transfer(tx, payer, payee, amount, info))
        coins = naming.amount(amount, settings.currency)
        await ctx.send_ephemeral(say(_(BOOKED[reason]).format(player=person(member.id), amount=coins)))

    @on_button("audit")
    async def _turn_audit(self, ctx: Context, press: TablePress) -> None:
        await ctx.update(await self._audit(ctx, books.AuditStart.of(press.argument)))

    async def _audit(self, ctx: Context, since: books.AuditStart) -> Screen:
        ctx.request.require_moderator((await self._settings(ctx)).moderator_role)
        server, limit = ctx.server, books.PAGE_LINES + 1

        def read(
            tx: Transaction,
        ) -> tuple[list[books.AuditEvent], books.PrivateNotes, audit_lines.AuditChannel | None]:
            entries = ledger.audit(tx, server, limit, since.entry)
            acts = tournaments.ACTS.latest(tx, server, limit, since.act)
            events: list[books.AuditEvent] = [
                *entries,
                *audit_lines.CLOSINGS.latest(tx, server, limit, since.closing),
                *bars.BARS.latest(tx, server, limit, since.bar),
                *acts,
                *audit_lines.CHANGES.latest(tx, server, limit, since.change),
            ]
            notes = books.PrivateNotes(
                private_notes.of(tx, "transfer", [each.id for each in entries]),
                private_notes.of(tx, "tournament", [each.id for each in acts]),
            )
            return events, notes, audit_lines.of_server(tx, server)

        events, notes, channel = await self.app.database.read_long(read)
        currency = (await self._settings(ctx)).currency
        return books.audit_screen(events, since, currency, channel, notes, ctx.player)


class OrderCommands(TaproomCog):
    """Commands for barring players and for tracing coins."""

    @command(
        member="Who can’t play for a while",
        length="For how long, or until when: 1 week, Sat 20:00",
        why="The reason, for the books",
        suggests={"length": "offer_lengths"},
    )
    async def bar(self, ctx: Context, member: User, length: str, why: str) -> None:
        """Bar somebody from the games here."""
        ctx.request.require_moderator((await self._settings(ctx)).moderator_role)
        member.require_person()
        actor = ctx.request.actor()
        zone = await self.app.database.read(lambda tx: preferences.time_zone(tx, actor.player))
        end = _end_of_bar(length, actor.at, zone)
        ends_at = None if end is None else end.at
        bar = Bar(member.id, ends_at, actor.player, words(why, WHY_LENGTH), actor.at)
        removed = await self.app.tavern.bar(actor, bar, "" if end is None else end.zone)
        await ctx.send_ephemeral(
            management.barred_note(bar, len(removed.tables), len(removed.withdrawn), removed.playing)
        )
        for state in removed.tables:
            await self.app.refresh(state)

    @command(member="Who can play again", why="The reason, for the books")
    async def unbar(self, ctx: Context, member: User, why: str = "") -> None:
        """Let somebody play again."""
        await ctx.send_ephemeral(await self._lift_bar(ctx, member.id, why))

    @command()
    async def bars(self, ctx: Context) -> None:
        """Who is barred from the games here."""
        await ctx.send_ephemeral(await self._bars(ctx, None))

    @command()
    async def flows(self, ctx: Context) -> None:
        """Coins that mostly flow one way."""
        await ctx.send_ephemeral(await self._flows(ctx, books.PERIODS[0]))

    @on_button("bars")
    async def _turn_bars(self, ctx: Context, press: TablePress) -> None:
        await ctx.update(await self._bars(ctx, books.entry_of(press.argument)))

    @on_button("let_in")
    async def _choose_who(self, ctx: Context, _press: TablePress) -> None:
        player, _is_bot = ctx.request.chosen_person()
        await ctx.send_ephemeral(await self._lift_bar(ctx, player))

    @on_button("flows")
    async def _turn_flows(self, ctx: Context, press: TablePress) -> None:
        days = next((each for each in books.PERIODS if str(each) == press.argument), None)
        if days is None:
            raise NotOffered
        await ctx.update(await self._flows(ctx, days))

    async def offer_lengths(self, _request: Request, typed: str) -> list[str]:
        """Return the usual lengths of a bar that contain the typed text."""
        lengths = [_(words) for words, _seconds in management.LENGTHS.values()]
        return [each for each in lengths if typed.casefold() in each.casefold()]

    async def _lift_bar(self, ctx: Context, player: int, why: str = "") -> Screen:
        ctx.request.require_moderator((await self._settings(ctx)).moderator_role)
        actor = ctx.request.actor()
        reason = words(why, WHY_LENGTH) if why else ""
        lifted = Bar(player, None, actor.player, reason, actor.at, is_lifted=True)
        await self.app.tavern.lift_bar(actor, lifted)
        return say(_("{player} can play here again.").format(player=person(player)))

    async def _bars(self, ctx: Context, before: int | None) -> Screen:
        ctx.request.require_moderator((await self._settings(ctx)).moderator_role)
        server, now = ctx.server, self.app.tavern.now()
        current, erased_count = await self.app.database.read_long(
            lambda tx: (
                bars.standing(tx, server, now, management.BARS_ON_PAGE + 1, before),
                erased_people.barred_count(tx, server, now),
            )
        )
        return management.bars_screen(current, erased_count)

    async def _flows(self, ctx: Context, days: int) -> Screen:
        ctx.request.require_manager()
        settings, server = await self._settings(ctx), ctx.server
        least, since = books.net_min(settings.purse), self.app.tavern.now() - days * DAY_SECONDS
        flows = await self.app.database.read_long(
            lambda tx: coin_flows.between_people(tx, server, since, least, books.SHOWN)
        )
        return books.flows_screen(flows, days, least, settings.currency)


def _end_of_bar(typed: str, now: float, zone: str) -> TypedMoment | None:
    """Return the end of a bar from a typed length or moment (TN-41); None if it has no end."""
    plain = narrow(typed).strip().casefold()
    for key, (label, seconds) in management.LENGTHS.items():
        if plain in (key, _(label).casefold()):
            return TypedMoment(int(now) + seconds) if seconds else None
    if plain in parse_times.FOR_GOOD:
        return None
    if length := parse_times.read_length(plain):
        return TypedMoment(parse_times.still_to_come(int(now) + length, now))
    if plain.isdecimal():
        raise parse_times.NoLength
    try:
        return parse_times.read_moment(typed, now, zone)
    except parse_times.NoMoment as error:
        raise parse_times.NoLength from error
