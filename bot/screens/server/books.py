"""Pages of the tavern's books: what came and went, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.custom_ids import table_id
from bot.screens.core.money import amount
from bot.screens.core.people import person
from bot.screens.core.screen import Button, Part, Screen, Text, rows
from bot.screens.core.story import because
from bot.text.escape import shown
from bot.text.numbers import number
from bot.text.translate import _
from games.engine.core.sentences import phrase
from storage.closings import Closed
from storage.ledger import AMOUNT_MAX, Account, Entry, Reason

PAGE_LINES = 10
"""Entries that always fit on a page, whatever their notes."""

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
    "purse_added": phrase("{by} added {amount} to the fund of tournament {other}"),
}
CLOSED = phrase("{by} closed table {table}")
CALLED_OFF = phrase("{by} called hand {hand} of table {table} off")
CLOSED_ITSELF = phrase("table {table} closed by itself")
CALLED_OFF_ITSELF = phrase("hand {hand} of table {table} was called off")
PUT = phrase("{by} put {amount} into the house’s bank")
TAKEN = phrase("{by} took {amount} out of the house’s bank")


def history_screen(entries: tuple[Entry, ...], own: Account, balance: int, currency: str) -> Screen:
    """A player's own page, the latest entry first."""
    heading = _("### Your coins\nYou have **{balance}**.").format(balance=amount(balance, currency))
    page = entries[:PAGE_LINES]
    earlier = table_id(0, "history", str(page[-1].id)) if len(entries) > PAGE_LINES else ""
    return _page(heading, [_own_line(each, own) for each in page], earlier)


def audit_screen(
    entries: tuple[Entry, ...], closings: tuple[Closed, ...], since: AuditStart, currency: str
) -> Screen:
    """What managers gave and took, and who closed tables and called hands off, the latest first.

    One more than fits of either kind means there are earlier ones; `since` is where the page begins.
    """
    lines = [
        *((each.why.at, "entry", each.id, _ordered_line(each, currency)) for each in entries),
        *((each.at, "closing", each.id, _closed_line(each)) for each in closings),
    ]
    page = sorted(lines, reverse=True)[:PAGE_LINES]
    shown_last = {kind: number for _at, kind, number, _line in page}
    last = AuditStart(shown_last.get("entry", since.entry), shown_last.get("closing", since.closing))
    heading = "### " + _("What managers gave and took, and who closed tables")
    said = [line for _at, _kind, _number, line in page]
    return _page(heading, said, table_id(0, "audit", last.argument) if len(lines) > PAGE_LINES else "")


def entry_of(argument: str) -> int | None:
    """The entry before which a page begins, from its button; None for the latest page."""
    return min(int(argument), AMOUNT_MAX) if argument.isdecimal() else None


@dataclass(frozen=True, slots=True)
class AuditStart:
    """Where a page of the audit begins: before which entry and which closing."""

    entry: int | None = None
    closing: int | None = None

    @classmethod
    def of(cls, argument: str) -> AuditStart:
        """Read from the button that turns the page."""
        entry, _parting, closing = argument.partition("_")
        return cls(entry_of(entry), entry_of(closing))

    @property
    def argument(self) -> str:
        """For that button."""
        return f"{self.entry or ''}_{self.closing or ''}"


def _page(heading: str, lines: list[str], earlier: str) -> Screen:
    """A page; `earlier` is the custom_id of the button to earlier entries, if any."""
    parts: list[Part] = [Text(heading), Text("\n".join(lines or [_("Nothing yet.")]))]
    if earlier:
        parts.extend(rows([Button(_("Earlier"), earlier)]))
    return Screen(tuple(parts))


def _own_line(entry: Entry, own: Account) -> str:
    came = entry.payee == own
    sign, said = ("+", CAME) if came else ("−", WENT)
    other = entry.payer if came else entry.payee
    words = _(said[entry.why.reason]).format(
        other=_named(other), by=person(entry.why.by), table=entry.why.table
    )
    return f"- **{sign}{number(entry.amount)}** · {words}{_note(entry)} · <t:{int(entry.why.at)}:f>"


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


def _closed_line(closed: Closed) -> str:
    word = closed.closing
    if word.by is None:
        words = CLOSED_ITSELF if word.hand is None else CALLED_OFF_ITSELF
    else:
        words = CLOSED if word.hand is None else CALLED_OFF
    said = _(words).format(by=person(word.by), table=closed.table, hand=word.hand)
    why = f" · “{because(word.reason)}”" if word.reason else ""
    return f"- {said}{why} · <t:{int(closed.at)}:f>"


def _named(account: Account) -> str:
    if account.kind == "fund":
        return str(account.owner)
    return _("the house") if account.kind == "house" else person(account.owner)


def _note(entry: Entry) -> str:
    return f" · “{shown(entry.why.note)}”" if entry.why.note else ""
