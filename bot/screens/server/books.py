"""Screens of the ledger: a player's transfers, the audit, and coins that often went one way (TB-23)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from itertools import accumulate
from typing import TypeAlias, assert_never

from bot.custom_ids import table_id
from bot.screens.core.naming import amount, for_reader, person
from bot.screens.core.presenter import because
from bot.screens.core.screen import BYTES_MAX, TEXT_MAX, Button, Part, Screen, Text, rows
from bot.screens.server.settings import changed_setting
from bot.screens.tournament.plan import act_line
from bot.text.translate import _, ngettext, number, quoted, shown
from games.engine.core.errors import N_, AddressedTemplate, addressed, must_find
from storage.books.audit_lines import AuditChannel, ChangeKind, Closed, ServerChange
from storage.books.flows import CoinFlow
from storage.books.ledger import AMOUNT_MAX, Account, Entry, Reason
from storage.people.bars import Bar
from storage.tournaments.tournaments import TournamentAct

PAGE_LINES = 10
"""The maximum number of entries on a page."""
PAGE_LENGTH = 3600
"""The maximum length of a page's lines in characters, or in the bytes that fill as much of a message."""

AuditEvent: TypeAlias = Entry | Closed | Bar | TournamentAct | ServerChange
"""An entry of the audit: a manager's transfer, a closing, a bar or its end, an organiser's act, a change."""

CAME: Mapping[Reason, str] = {
    # Translators: in a person’s books, after an amount; so are those that follow.
    "purse": N_("the starting purse"),
    # Translators: in a person’s books, after an amount.
    "wages": N_("wages"),
    # Translators: in a person’s books, after an amount that somebody gave them.
    "pay": N_("from {other}"),
    "grant": addressed(N_("given by {by}"), N_("given by you")),
    "cash_out": N_("brought home from table {table}"),
    "closed": addressed(
        N_("returned from table {table}, closed by {by}"), N_("returned from table {table}, closed by you")
    ),
    "voided": N_("returned from table {table}"),
    # Translators: in a person’s books, after an amount.
    "prize": N_("a prize"),
    "entry_back": N_("the entry to tournament {other}, returned"),
    "won": N_("won at tournament {other}"),
}
WENT: Mapping[Reason, str] = {
    # Translators: in a person’s books, after an amount that they gave somebody.
    "pay": N_("to {other}"),
    "take": addressed(N_("taken away by {by}"), N_("taken away by you")),
    "buy_in": N_("put up at table {table}"),
    "entry": N_("the entry to tournament {other}"),
}
ORDERED: Mapping[Reason, str] = {
    "grant": addressed(N_("{by} gave {other} {amount}"), N_("You gave {other} {amount}")),
    "take": addressed(N_("{by} took {amount} from {other}"), N_("You took {amount} from {other}")),
    "prize": N_("{other} was given {amount} for a prize"),
    "purse_added": addressed(
        N_("{by} added {amount} to the fund of tournament {other}"),
        N_("You added {amount} to the fund of tournament {other}"),
    ),
}
DONE: Mapping[tuple[ChangeKind, str], AddressedTemplate] = {
    ("series", "begun"): addressed(N_("{by} began the series {name}"), N_("You began the series {name}")),
    ("series", "terms"): addressed(
        N_("{by} changed what counts in the series {name}"),
        N_("You changed what counts in the series {name}"),
    ),
    ("series", "schedule"): addressed(
        N_("{by} changed when the series {name} announces its tournaments"),
        N_("You changed when the series {name} announces its tournaments"),
    ),
    # Written up to 0.3.0; stored entries still have to be shown.
    ("series", "webhook"): addressed(
        N_("{by} changed where the standings of the series {name} are sent"),
        N_("You changed where the standings of the series {name} are sent"),
    ),
    ("series", "plan"): addressed(
        N_("{by} changed the plan for the tournaments of the series {name}"),
        N_("You changed the plan for the tournaments of the series {name}"),
    ),
    ("series", "round"): addressed(
        N_("{by} added a tournament to the series {name}"), N_("You added a tournament to the series {name}")
    ),
    ("series", "closed"): addressed(N_("{by} closed the series {name}"), N_("You closed the series {name}")),
    ("season", "begun"): addressed(N_("{by} began the season {name}"), N_("You began the season {name}")),
    ("season", "ended"): addressed(N_("{by} ended the season {name}"), N_("You ended the season {name}")),
    ("prize", "added"): addressed(N_("{by} put up the prize {name}"), N_("You put up the prize {name}")),
    ("prize", "removed"): addressed(
        N_("{by} withdrew the prize {name}"), N_("You withdrew the prize {name}")
    ),
    ("deck", "named"): addressed(
        N_("{by} gave the card {name} this server’s text"), N_("You gave the card {name} this server’s text")
    ),
    ("deck", "loaded"): addressed(
        N_("{by} loaded a custom deck for this server"), N_("You loaded a custom deck for this server")
    ),
    ("deck", "cleared"): addressed(
        N_("{by} went back to the official deck"), N_("You went back to the official deck")
    ),
    # Translators: a list of who is best, kept up to date in a channel.
    # Translators: all that was kept about the server is gone, and it begins anew.
    ("server", "reset"): addressed(N_("{by} reset this server"), N_("You reset this server")),
    ("board", "posted"): addressed(N_("{by} posted the board {name}"), N_("You posted the board {name}")),
}
CLOSED = addressed(N_("{by} closed table {table}"), N_("You closed table {table}"))
CALLED_OFF = addressed(
    N_("{by} called hand {hand} of table {table} off"), N_("You called hand {hand} of table {table} off")
)
CLOSED_ITSELF = N_("table {table} closed by itself")
CALLED_OFF_ITSELF = N_("hand {hand} of table {table} was called off")
PUT = addressed(N_("{by} put {amount} into the house bank"), N_("You put {amount} into the house bank"))
TAKEN = addressed(
    N_("{by} took {amount} out of the house bank"), N_("You took {amount} out of the house bank")
)


def history_screen(entries: tuple[Entry, ...], own: Account, balance: int, currency: str) -> Screen:
    """Return a page of a player's own transfers, latest first.

    The page shows `PAGE_LINES` entries; a further one means that there are earlier pages.
    """
    heading = _("### Your coins\nYou have **{balance}**.").format(balance=amount(balance, currency))
    page = entries[:PAGE_LINES]
    earlier = table_id(0, "history", str(page[-1].id)) if len(entries) > PAGE_LINES else ""
    return _page(heading, [_own_line(each, own) for each in page], earlier)


@dataclass(frozen=True, slots=True)
class PrivateNotes:
    """Notes for the books alone, by the ids of transfers and of organisers' acts (TB-23)."""

    transfers: Mapping[int, str] = field(default_factory=dict)
    acts: Mapping[int, str] = field(default_factory=dict)

    def about(self, event: AuditEvent) -> str:
        """Return the note about an entry, to follow its line; empty if there is none."""
        match event:
            case Entry():
                note = self.transfers.get(event.id, "")
            case TournamentAct():
                note = self.acts.get(event.id, "")
            case _:
                return ""
        # Translators: in the audit, after what was done: words that nobody else reads.
        return "\n  -# " + _("For the books: {note}").format(note=quoted(shown(note))) if note else ""


def audit_screen(
    events: Iterable[AuditEvent],
    since: AuditStart,
    currency: str,
    channel: AuditChannel | None = None,
    notes: PrivateNotes | None = None,
    reader: int = 0,
) -> Screen:
    """Return a page of the audit, the acts of managers and organisers, latest first.

    The page shows `PAGE_LINES` events; a further one means that there are earlier pages. `since` is where the
    page starts. `channel` is the channel to which the audit is posted as well.
    """
    notes = notes or PrivateNotes()
    sorted_events = sorted(events, key=_moment, reverse=True)
    lines = [
        f"- {audit_line(each, currency, reader)}{notes.about(each)}" for each in sorted_events[:PAGE_LINES]
    ]
    # Ten fit with their reasons, but not if each has a long note as well.
    lengths = accumulate(max(len(each), len(each.encode()) * TEXT_MAX // BYTES_MAX) + 1 for each in lines)
    lines = lines[: max(1, sum(length <= PAGE_LENGTH for length in lengths))]
    page = sorted_events[: len(lines)]
    heading = "### " + _("What managers did")
    if channel is not None:
        heading += f"\n-# {channel_line(channel)}"
    earlier = table_id(0, "audit", since.after(page).argument) if len(sorted_events) > len(page) else ""
    return _page(heading, lines, earlier)


def audit_line(event: AuditEvent, currency: str, reader: int = 0) -> str:
    """Return an act in a line, as its reader reads it: who did what to whom, the amount, and the reason."""
    match event:
        case Entry():
            return _ordered_line(event, currency, reader)
        case Closed():
            return _closed_line(event, reader)
        case Bar():
            return _barred_line(event, reader)
        case TournamentAct():
            words = _("tournament {number}: {act}")
            return words.format(number=event.tournament, act=act_line(event, reader))
        case ServerChange():
            return f"{_changed_words(event, currency, reader)} · <t:{int(event.at)}:f>"
    assert_never(event)


def channel_line(channel: AuditChannel) -> str:
    """Return the audit channel as text, or the error that keeps the bot from posting there."""
    facts = {"channel": f"<#{channel.channel}>", "status": channel.status, "code": channel.code}
    if not channel.status:
        return _("Also posted in {channel}.").format(**facts)
    words = ngettext(
        "I can’t write in {channel} (error {status}/{code}): {count} line of the audit is waiting. Give me "
        "the permissions View Channel and Send Messages there, or choose another channel in `/manage "
        "settings`.",
        "I can’t write in {channel} (error {status}/{code}): {count} lines of the audit are waiting. Give "
        "me the permissions View Channel and Send Messages there, or choose another channel in `/manage "
        "settings`.",
        channel.waiting,
    )
    return words.format(count=channel.waiting, **facts)


def entry_of(argument: str) -> int | None:
    """Parse the argument of a button: the entry before which its page begins, or None for the latest page."""
    return min(int(argument), AMOUNT_MAX) if argument.isdecimal() else None


@dataclass(frozen=True, slots=True)
class AuditStart:
    """The start of an audit page: for each kind of event, the id before which the page begins."""

    entry: int | None = None
    closing: int | None = None
    bar: int | None = None
    act: int | None = None
    change: int | None = None

    @classmethod
    def of(cls, argument: str) -> AuditStart:
        """Parse the argument of the button to earlier events."""
        ids = (*map(entry_of, argument.split("_")), None, None, None, None)
        return cls(*ids[: len(fields(cls))])

    @property
    def argument(self) -> str:
        """The argument of the button to earlier events."""
        return "_".join(str(each or "") for each in astuple(self))

    def after(self, page: Iterable[AuditEvent]) -> AuditStart:
        """Return the start of the page after this one."""
        last = {type(each): each.id for each in page}
        return AuditStart(
            last.get(Entry, self.entry),
            last.get(Closed, self.closing),
            last.get(Bar, self.bar),
            last.get(TournamentAct, self.act),
            last.get(ServerChange, self.change),
        )


def _moment(event: AuditEvent) -> tuple[float, str, int]:
    when = event.why.at if isinstance(event, Entry) else event.at
    return when, type(event).__name__, event.id


def _page(heading: str, lines: list[str], earlier: str) -> Screen:
    """Return a page; `earlier` is the custom_id of the button to earlier entries, or empty."""
    parts: list[Part] = [Text(heading), Text("\n".join(lines or [_("Nothing yet.")]))]
    if earlier:
        parts.extend(rows([Button(_("Earlier"), earlier)]))
    return Screen(tuple(parts))


def _own_line(entry: Entry, own: Account) -> str:
    is_income = entry.payee == own
    sign, reasons = ("+", CAME) if is_income else ("−", WENT)
    other = entry.payer if is_income else entry.payee
    words = _of(reasons[entry.why.reason], entry.why.by, own.owner).format(
        other=_owner_name(other), by=person(entry.why.by), table=entry.why.table
    )
    return f"- **{sign}{number(entry.amount)}** · {words}{_entry_note(entry)} · <t:{int(entry.why.at)}:f>"


def _ordered_line(entry: Entry, currency: str, reader: int) -> str:
    is_paid = entry.payer.kind in ("bank", "table")
    other = entry.payee if is_paid else entry.payer
    words = (PUT if is_paid else TAKEN) if entry.why.reason == "house_bank" else ORDERED[entry.why.reason]
    text = _of(words, entry.why.by, reader).format(
        by=person(entry.why.by),
        other=_owner_name(other),
        amount=f"**{amount(entry.amount, currency)}**",
        table=entry.why.table,
    )
    return f"{text}{_entry_note(entry)} · <t:{int(entry.why.at)}:f>"


def _barred_line(bar: Bar, reader: int) -> str:
    if bar.is_lifted:
        words = addressed(N_("{by} let {other} play again"), N_("You let {other} play again"))
    elif bar.until is None:
        words = addressed(
            N_("{by} barred {other} from the games until a manager lifts it"),
            N_("You barred {other} from the games until a manager lifts it"),
        )
    else:
        words = addressed(
            N_("{by} barred {other} from the games until {until}"),
            N_("You barred {other} from the games until {until}"),
        )
    until = "" if bar.until is None else f"<t:{int(bar.until)}:f>"
    text = for_reader(reader, bar.by, words).format(by=person(bar.by), other=person(bar.player), until=until)
    why = f" · {quoted(shown(bar.reason))}" if bar.reason else ""
    return f"{text}{why} · <t:{int(bar.at)}:f>"


def _closed_line(closed: Closed, reader: int) -> str:
    closing = closed.closing
    words: str
    if closing.by is None:
        words = CLOSED_ITSELF if closing.hand is None else CALLED_OFF_ITSELF
    else:
        words = CLOSED if closing.hand is None else CALLED_OFF
    text = _of(words, closing.by, reader).format(by=person(closing.by), table=closed.table, hand=closing.hand)
    why = f" · {quoted(because(closing.reason))}" if closing.reason else ""
    return f"{text}{why} · <t:{int(closed.at)}:f>"


def _changed_words(changed: ServerChange, currency: str, reader: int) -> str:
    by = person(changed.by)
    if changed.kind == "setting":
        words = addressed(N_("{by} changed {what}"), N_("You changed {what}"))
        return for_reader(reader, changed.by, words).format(by=by, what=changed_setting(changed, currency))
    done = DONE[changed.kind, changed.what]
    return for_reader(reader, changed.by, done).format(by=by, name=quoted(shown(changed.name)))


def _of(words: str, subject: int | None, reader: int) -> str:
    """Return a sentence in its reader's language, as they read it if it is about them."""
    return for_reader(reader, subject, words) if isinstance(words, AddressedTemplate) else _(words)


def _owner_name(account: Account) -> str:
    if account.kind == "fund":
        return str(account.owner)
    return _("the house") if account.kind == "house" else person(account.owner)


def _entry_note(entry: Entry) -> str:
    return f" · {quoted(shown(entry.why.note))}" if entry.why.note else ""


PERIODS = (7, 30)
"""The periods to choose from, in days."""
SHOWN = 12
"""The number of pairs on the page; so many always fit."""
NET_MIN = 100
"""The smallest net flow that is shown if newcomers get no starting purse."""


def net_min(purse: int) -> int:
    """Return the least net flow that is shown: a newcomer's starting purse, but at least `NET_MIN`."""
    return max(purse, NET_MIN)


def flows_screen(flows: Sequence[CoinFlow], days: int, least: int, currency: str) -> Screen:
    """Return the pairs with the largest net flows, and a button to the other period."""
    words = ngettext(
        "Gifts, and losses at tables, in the last {days} day: {least} or more on balance. "
        "**This proves nothing.** Friends give each other coins, and luck runs in streaks. "
        "Look twice, and ask before you act.",
        "Gifts, and losses at tables, in the last {days} days: {least} or more on balance. "
        "**This proves nothing.** Friends give each other coins, and luck runs in streaks. "
        "Look twice, and ask before you act.",
        days,
    )
    explanation = words.format(days=days, least=amount(least, currency))
    lines = [_flow_line(each, currency) for each in flows] or [_("Nothing stands out.")]
    other = must_find(each for each in PERIODS if each != days)
    label = ngettext("Last {days} day", "Last {days} days", other).format(days=other)
    title = "### " + _("Coins that mostly flow one way")
    return Screen(
        (
            Text(f"{title}\n-# {explanation}"),
            Text("\n".join(lines)),
            *rows([Button(label, table_id(0, "flows", str(other)))]),
        )
    )


def _flow_line(flow: CoinFlow, currency: str) -> str:
    words = _("{giver} → {taker}: **{net}** · gifts {gifts}, tables {tables}")
    text = words.format(
        giver=person(flow.giver),
        taker=person(flow.taker),
        net=amount(flow.net, currency),
        gifts=number(flow.gifts),
        tables=number(flow.tables),
    )
    often = ngettext("{so} of {count} time this way", "{so} of {count} times this way", flow.times)
    return f"- {text} · {often.format(so=flow.times_so, count=flow.times)}"
