"""What managers see: a server's settings, its tables, what is missing in a channel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.custom_ids import table_id
from bot.screens.core.lists import first_of
from bot.screens.core.money import amount
from bot.screens.core.notes import link
from bot.screens.core.screen import Button, Screen, Text, rows, say
from bot.screens.table.house_rules import rule_selects
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.engine.core.game import AnyGame
from games.engine.core.house_rules import OFF_ON, options
from games.engine.core.sentences import phrase
from storage.postings import Posting
from storage.settings import Pictures, ServerSettings, rules_of
from storage.voiding import Voided

TABLES_SHOWN = 20
REFUNDS_TOLD = 40
"""How many always fit into a message."""

TITLES: Mapping[str, str] = {
    "currency": phrase("Name of the currency"),
    "purse": phrase("Starting purse"),
    "wages_floor": phrase("Wages fill up to"),
    "pay_day_max": phrase("Most that one may give away in a day"),
    "pay_keep_min": phrase("Least that one who gives has to keep"),
    "turn_seconds": phrase("Turn time in seconds"),
    "channels": phrase("Channels for tables"),
    "language": phrase("Language"),
    "organiser_role": phrase("Role that may run tournaments"),
    "house_day_max": phrase("Most that one person may win from the house in a day (0: ten buy-ins)"),
    "purses_day_max": phrase("Most that role may add to prizes from the bank in a day"),
    "pictures": phrase("Pictures (never, moments or always)"),
    "house_points": phrase("Arcade points won with a house player in the round count"),
}
"""Every setting that is not a house rule, by its field."""
PICTURES: Mapping[Pictures, str] = {
    "never": phrase("never"),
    "moments": phrase("moments: results and new hands"),
    "always": phrase("always"),
}


def settings_screen(settings: ServerSettings, games: list[AnyGame]) -> Screen:
    """All settings, and a button to each game's house rules."""
    values = {name: str(getattr(settings, name)) for name in TITLES} | {
        "currency": shown(settings.currency),
        "organiser_role": f"<@&{settings.organiser_role}>" if settings.organiser_role else _("none"),
        "pictures": _(PICTURES[settings.pictures]),
        "house_points": _(OFF_ON[settings.house_points]),
        "channels": " ".join(f"<#{each}>" for each in settings.channels) or _("all"),
    }
    lines = [f"- {_(title)}: **{values[name]}**" for name, title in TITLES.items()]
    buttons = [
        Button(_("House rules: {game}").format(game=_(game.title)), table_id(0, "usual_rules", game.key))
        for game in games
    ]
    words = _("Change one with `/tavern settings`: choose which, and what to. It counts for new tables.")
    return Screen((Text("### " + _("Settings")), Text("\n".join(lines)), Text(words), *rows(buttons)))


def usual_rules_screen(settings: ServerSettings, game: AnyGame) -> Screen:
    """A game's default house rules, a select each."""
    heading = _("### {game}: house rules\nNew tables begin with these; whoever opens one may change them.")
    selects = rule_selects(
        rules_of(settings, game),
        options(game.house_rules),
        lambda name: table_id(0, "usual_rule", f"{game.key}__{name}"),
    )
    back = rows([Button(_("All settings"), table_id(0, "settings"))])
    return Screen((Text(heading.format(game=_(game.title))), *selects, *back))


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


def bank_screen(held: int, currency: str) -> Screen:
    """The house's coins."""
    words = _("The house has **{amount}** to play with.").format(amount=amount(held, currency))
    if held:
        return say(words)
    return say(words, _("Without coins of its own it plays for practice chips only."))


def _table(table: OpenTable, games: Mapping[str, AnyGame]) -> str:
    posting, count = table.posting, table.seats_taken
    name = _("Table {number}").format(number=posting.id)
    address = link(posting)
    where = f"[{name}]({address})" if address else name
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
    words = _("Table {number} could not be carried over and is closed. Back in the wallets: {refunds}.")
    if voided.is_tournament:
        words = _(
            "Tournament {number} could not be carried over and is called off. Back in the wallets: {refunds}."
        )
    return say(
        words.format(number=voided.id, refunds=", ".join(refunds) or _("nothing, as nothing was at stake"))
    )
