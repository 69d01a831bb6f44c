"""What managers see: the open tables, the house's coins, what had to be closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.screens.core.lists import first_of
from bot.screens.core.money import amount
from bot.screens.core.notes import link
from bot.screens.core.screen import Screen, say
from bot.text.numbers import change, number
from bot.text.translate import _, ngettext
from games.engine.core.game import AnyGame
from storage.books.house import HouseResult
from storage.books.refunds import Voided
from storage.play.postings import Posting

TABLES_SHOWN = 20
REFUNDS_TOLD = 40
"""How many always fit into a message."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table in the list of those that are open."""

    posting: Posting
    game: str
    seats_taken: int


def tables_screen(tables: tuple[OpenTable, ...], games: Mapping[str, AnyGame]) -> Screen:
    """The open tables, with a link to each."""
    lines = [_table(each, games) for each in tables[:TABLES_SHOWN]] or [_("No table is open.")]
    if len(tables) > TABLES_SHOWN:
        more = len(tables) - TABLES_SHOWN
        lines.append(ngettext("… and {more} more.", "… and {more} more.", more).format(more=more))
    return say("### " + _("Open tables"), *lines)


def bank_screen(
    held: int, results: Sequence[HouseResult], currency: str, games: Mapping[str, AnyGame]
) -> Screen:
    """The house's coins, and what it has won and lost by each game."""
    words = [_("The house has **{amount}** to play with.").format(amount=amount(held, currency))]
    if not held:
        words.append(_("It has no coins of its own, so it only plays for practice chips."))
    for each in results:
        net = each.won - each.lost
        line = _("{game}: won {won}, lost {lost}, **{net}** in all").format(
            game=_(games[each.game].title),
            won=number(each.won),
            lost=number(each.lost),
            net=change(net),
        )
        words.append(f"- {line}")
    return say(*words)


def _table(table: OpenTable, games: Mapping[str, AnyGame]) -> str:
    posting, count = table.posting, table.seats_taken
    name = _("Table {number}").format(number=posting.id)
    address = link(posting)
    where = f"[{name}]({address})" if address else name
    # Translators: of a table, in a list.
    phase = _("waiting for players") if posting.phase == "lobby" else _("under way")
    seated = ngettext("{count} seat taken", "{count} seats taken", count).format(count=count)
    title = _(games[table.game].title)
    return f"- {where} · {title} · {phase} · {seated} · <#{posting.channel}>"


def voided_screen(voided: Voided, currency: str) -> Screen:
    """That a table or tournament had to be closed, and who got what back."""
    refunds = first_of(
        list(voided.refunds.items()),
        REFUNDS_TOLD,
        lambda refund: f"<@{refund[0]}> {amount(refund[1], currency)}",
    )
    words = _("I couldn’t carry table {number} over, so it’s closed. Back in the wallets: {refunds}.")
    if voided.is_tournament:
        words = _(
            "I couldn’t carry tournament {number} over, so it’s called off. Back in the wallets: {refunds}."
        )
    return say(
        # Translators: after “Back in the wallets:”.
        words.format(number=voided.id, refunds=", ".join(refunds) or _("nothing, as nothing was at stake"))
    )
