"""Screens of managers: open tables, the house's coins, forced closings, bars (TB-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.custom_ids import table_id
from bot.screens.catalog import title_of
from bot.screens.core import screen
from bot.screens.core.naming import amount, person
from bot.screens.core.presenter import link
from bot.screens.core.screen import (
    Button,
    ChoiceField,
    Form,
    Screen,
    SelectOption,
    Text,
    TextField,
    rows,
    say,
)
from bot.screens.core.table_blocks import plain
from bot.text.translate import _, change, ngettext, number, quoted, shown, typed_length
from games.engine.core.errors import N_
from games.engine.core.game import AnyGame
from storage.books.flows import HouseResult
from storage.books.ledger import AMOUNT_MAX
from storage.books.refunds import Voided
from storage.people.bars import Bar
from storage.play.postings import Posting, PostingPlace

TABLES_SHOWN = 20
REFUNDS_TOLD = 40
"""The number of refunds in a message; so many always fit."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table in the list of open ones."""

    posting: Posting
    game: str
    seats_taken: int


def tables_screen(
    tables: tuple[OpenTable, ...], games: Mapping[str, AnyGame], at_rest: Sequence[PostingPlace] = ()
) -> Screen:
    """Return the open tables, with a link to each; `at_rest` are those whose game is not installed."""
    all_lines = [*(_table_line(each, games) for each in tables), *map(_rest_line, at_rest)]
    lines = all_lines[:TABLES_SHOWN] or [_("No table is open.")]
    if len(all_lines) > TABLES_SHOWN:
        more = len(all_lines) - TABLES_SHOWN
        lines.append(ngettext("… and {more} more.", "… and {more} more.", more).format(more=more))
    return say("### " + _("Open tables"), *lines)


def bank_screen(held: int, results: Sequence[HouseResult], currency: str) -> Screen:
    """Return the house's coins (`held`), and its wins and losses by game."""
    words = [_("The house has **{amount}** to play with.").format(amount=amount(held, currency))]
    words += [] if held else [no_coins_line()]
    for each in results:
        net = each.won - each.lost
        line = _("{game}: won {won}, lost {lost}, **{net}** in all").format(
            game=title_of(each.game),
            won=number(each.won),
            lost=number(each.lost),
            net=change(net),
        )
        words.append(f"- {line}")
    settings = Button(_("All settings"), table_id(0, "settings"))
    return Screen((*say(*words).parts, *rows([bank_button("main"), settings])))


def no_coins_line() -> str:
    """Return a line on the consequence of a house without coins (TB-12)."""
    return _("The house has no coins, so tables with house players are for practice.")


def bank_button(style: screen.Style = "plain") -> Button:
    """Return the button to the form for the house's coins; only managers may press it."""
    return Button(_("Give the house coins"), table_id(0, "bank_ask"), style)


FIRST_COINS = 10_000
"""The initial amount in the form if the house has no coins: enough for seats at some tables."""
WAYS: Mapping[str, str] = {"put": N_("Put in"), "take": N_("Take out")}


def bank_form(
    held: int, currency: str, way: str = "put", given: int | None = None, why: str = "", *, length: int
) -> Form:
    """Return the form to put coins into the house's bank (`held`) or take them out.

    `way`, `given` and `why` are the initial values; `length` is the maximum length of the reason.
    """
    balance = _("The house has {amount} now.").format(amount=plain(amount(held, currency)))
    initial = given or (0 if held or way != "put" else FIRST_COINS)
    ways = tuple(SelectOption(_(words), key, is_chosen=key == way) for key, words in WAYS.items())
    return Form(
        _("The house’s coins"),
        table_id(0, "bank_typed"),
        (
            ChoiceField("do", _("Put in, or take out?"), ways),
            TextField(
                "amount",
                _("How many"),
                f"{initial or ''}",
                description=balance,
                length=typed_length(AMOUNT_MAX),
                kind="number",
            ),
            TextField(
                "why", _("Reason"), why, description=_("For the books"), length=length, is_needed=False
            ),
        ),
    )


def _table_line(table: OpenTable, games: Mapping[str, AnyGame]) -> str:
    posting, count = table.posting, table.seats_taken
    name = _("Table {number}").format(number=posting.id)
    address = link(posting)
    where = f"[{name}]({address})" if address else name
    # Translators: of a table, in a list.
    phase = _("waiting for players") if posting.phase == "lobby" else _("under way")
    seated = ngettext("{count} seat taken", "{count} seats taken", count).format(count=count)
    title = _(games[table.game].title)
    return f"- {where} · {title} · {phase} · {seated} · <#{posting.channel}>"


def _rest_line(place: PostingPlace) -> str:
    # Translators: of a table, in a list.
    words = _("Table {number} · its game isn’t here, so it rests")
    return f"- {words.format(number=place.id)} · <#{place.channel}>"


def voided_screen(voided: Voided, currency: str) -> Screen:
    """Return the note that a table or tournament was closed after an internal error, with the refunds."""
    refunds = screen.first_lines(
        list(voided.refunds.items()),
        REFUNDS_TOLD,
        lambda refund: f"<@{refund[0]}> {amount(refund[1], currency)}",
    )
    words = _("I couldn’t go on with table {number}, so it’s closed. Paid back: {refunds}.")
    if voided.is_tournament:
        words = _("I couldn’t go on with tournament {number}, so it’s called off. Paid back: {refunds}.")
    return say(
        # Translators: after “Back in the wallets:”.
        words.format(number=voided.id, refunds=", ".join(refunds) or _("nothing, as nothing was at stake"))
    )


BARS_ON_PAGE = 10
HOUR_SECONDS = 3600
LENGTHS: Mapping[str, tuple[str, int]] = {
    "hour": (N_("1 hour"), HOUR_SECONDS),
    "day": (N_("1 day"), 24 * HOUR_SECONDS),
    "week": (N_("1 week"), 7 * 24 * HOUR_SECONDS),
    "month": (N_("30 days"), 30 * 24 * HOUR_SECONDS),
    "year": (N_("1 year"), 365 * 24 * HOUR_SECONDS),
    "lifted": (N_("Until a manager lifts it"), 0),
}
"""The lengths of a bar, with their labels and seconds; 0: until a manager lifts it."""


def barred_note(word: Bar, tables: int, withdrawn: int, playing: Sequence[int]) -> Screen:
    """Return the note that a player is barred.

    `tables` is the number of tables that the player leaves, `withdrawn` the number of entries that are
    refunded. `playing` are the tournaments in which they play on.
    """
    player = person(word.player)
    sentences = [_("{player} can’t play here {until}.").format(player=player, until=_barred_until(word))]
    if tables:
        words = ngettext(
            "{player} leaves {count} table with their stack, after the hand if one is being played.",
            "{player} leaves {count} tables with their stacks, after the hand if one is being played.",
            tables,
        )
        sentences.append(words.format(player=player, count=tables))
    if withdrawn:
        words = ngettext(
            "{player} is out of {count} tournament that hasn’t begun; the entry is refunded.",
            "{player} is out of {count} tournaments that haven’t begun; the entries are refunded.",
            withdrawn,
        )
        sentences.append(words.format(player=player, count=withdrawn))
    if playing:
        words = _(
            "{player} plays on in tournament {numbers}, which has begun. `/organise remove` takes them out."
        )
        sentences.append(words.format(player=player, numbers=", ".join(map(str, playing))))
    return say(*sentences)


def bars_screen(bars: Sequence[Bar], forgotten: int) -> Screen:
    """Return a page of bars, and a select to lift one.

    The page shows `BARS_ON_PAGE` bars; a further one means that there are earlier pages. `forgotten` is the
    number of barred people whose data has been erased.
    """
    lines = [_bar_line(each) for each in bars[:BARS_ON_PAGE]]
    if forgotten:
        words = ngettext(
            "{count} person who has since asked to be forgotten",
            "{count} people who have since asked to be forgotten",
            forgotten,
        )
        lines.append(f"- {words.format(count=forgotten)}")
    parts: list[screen.Part] = [Text("### " + _("Barred from the games here"))]
    parts.append(Text("\n".join(lines or [_("Nobody is barred.")])))
    if not lines:
        parts.append(Text("-# " + _("Bar someone with `/manage bar`.")))
    else:
        parts.append(screen.UserSelect(table_id(0, "let_in"), _("Let somebody play again")))
    if len(bars) > BARS_ON_PAGE:
        # Translators: a button: the page before, of things in the order of time.
        parts.extend(rows([Button(_("Earlier"), table_id(0, "bars", str(bars[BARS_ON_PAGE - 1].id)))]))
    return Screen(tuple(parts))


def _bar_line(bar: Bar) -> str:
    words = _("{player} {until} · barred by {by}")
    text = words.format(player=person(bar.player), until=_barred_until(bar), by=person(bar.by))
    return f"- {text} · {quoted(shown(bar.reason))}" if bar.reason else f"- {text}"


def _barred_until(bar: Bar) -> str:
    """Return the end of a bar, to stand in a sentence."""
    if bar.until is None:
        # Translators: stands after “Ann can’t play here”.
        return _("until a manager lifts it")
    # Translators: stands after “Ann can’t play here”; {at} is a date.
    return _("until {at}").format(at=f"<t:{int(bar.until)}:f>")
