"""Pages of the tavern's books: what came and went, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.components import table_id
from bot.names import shown
from bot.screens.money import amount
from bot.screens.people import person
from bot.screens.screen import Button, Part, Screen, Text, rows
from bot.words import _
from games.engine.house_rules import phrase
from storage.ledger import AMOUNT_MAX, Account, Entry, Reason

PAGE_LINES = 10
"""So many entries stand on a page, whatever their notes say."""

CAME: Mapping[Reason, str] = {
    "purse": phrase("the starting purse"),
    "wages": phrase("wages"),
    "pay": phrase("from {other}"),
    "grant": phrase("given by {by}"),
    "cash_out": phrase("brought back from table {table}"),
    "closed": phrase("given back from table {table}, closed by {by}"),
    "voided": phrase("given back from table {table}"),
    "prize": phrase("a prize"),
    "entry_back": phrase("the entry of tournament {other}, given back"),
    "won": phrase("won at tournament {other}"),
}
WENT: Mapping[Reason, str] = {
    "pay": phrase("to {other}"),
    "take": phrase("taken away by {by}"),
    "buy_in": phrase("put up at table {table}"),
    "entry": phrase("the entry of tournament {other}"),
}
ORDERED: Mapping[Reason, str] = {
    "grant": phrase("{by} gave {other} {amount}"),
    "take": phrase("{by} took {amount} from {other}"),
    "prize": phrase("{other} was given {amount} for a prize"),
    "closed": phrase("{by} closed table {table}: {amount} went back to {other}"),
    "purse_added": phrase("{by} added {amount} to the fund of tournament {other}"),
}
PUT = phrase("{by} put {amount} into the house’s bank")
TAKEN = phrase("{by} took {amount} out of the house’s bank")


def history_screen(entries: tuple[Entry, ...], own: Account, balance: int, currency: str) -> Screen:
    """A player's own page, the latest entry first."""
    heading = _("### Your coins\nYou have **{balance}**.").format(balance=amount(balance, currency))
    return _page(heading, entries, "history", lambda entry: _own_line(entry, own))


def audit_screen(entries: tuple[Entry, ...], currency: str) -> Screen:
    """What managers gave and took, the latest first."""
    heading = "### " + _("What managers gave and took")
    return _page(heading, entries, "audit", lambda entry: _ordered_line(entry, currency))


def entry_of(argument: str) -> int | None:
    """The entry before which a page goes on, as its button says; None for the latest page."""
    return min(int(argument), AMOUNT_MAX) if argument.isdecimal() else None


def _page(heading: str, entries: tuple[Entry, ...], verb: str, line: Callable[[Entry], str]) -> Screen:
    """As many entries as fit; one more than that says that there are earlier ones."""
    page = entries[:PAGE_LINES]
    lines = [line(each) for each in page] or [_("Nothing yet.")]
    parts: list[Part] = [Text(heading), Text("\n".join(lines))]
    if len(entries) > PAGE_LINES:
        parts.extend(rows([Button(_("Earlier"), table_id(0, verb, str(page[-1].id)))]))
    return Screen(tuple(parts))


def _own_line(entry: Entry, own: Account) -> str:
    came = entry.payee == own
    sign, said = ("+", CAME) if came else ("−", WENT)
    other = entry.payer if came else entry.payee
    words = _(said[entry.why.reason]).format(
        other=_named(other), by=person(entry.why.by), table=entry.why.table
    )
    return f"- **{sign}{entry.amount:,}** · {words}{_note(entry)} · <t:{int(entry.why.at)}:f>"


def _ordered_line(entry: Entry, currency: str) -> str:
    is_paid = entry.payer.kind in ("bank", "table")
    other = entry.payee if is_paid else entry.payer
    words = (PUT if is_paid else TAKEN) if entry.why.reason == "house_bank" else ORDERED[entry.why.reason]
    said = _(words).format(
        by=person(entry.why.by),
        other=_named(other),
        amount=f"**{amount(entry.amount, currency)}**",
        table=entry.why.table,
    )
    return f"- {said}{_note(entry)} · <t:{int(entry.why.at)}:f>"


def _named(account: Account) -> str:
    if account.kind == "fund":
        return str(account.owner)
    return _("the house") if account.kind == "house" else person(account.owner)


def _note(entry: Entry) -> str:
    return f" · “{shown(entry.why.note)}”" if entry.why.note else ""
