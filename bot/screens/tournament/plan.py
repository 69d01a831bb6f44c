"""The panel on which a tournament is planned before it is announced, a page per subject."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.custom_ids import table_id
from bot.screens.core.money import amount
from bot.screens.core.screen import Button, Choice, Form, Part, Row, Screen, Select, Text, rows
from bot.screens.games.catalog import FACES
from bot.screens.table.house_rules import rule_selects
from bot.screens.table.parts import duration
from bot.screens.tournament.summary import format_words, levels_words, minutes_words
from bot.tavern.level_notation import written
from bot.tavern.tournament_draft import Draft, check, choices, chosen_rules, house_rules, is_race, terms
from bot.text.escape import shown
from bot.text.translate import _, ngettext
from games.engine.core.game import AnyGame
from games.engine.core.sentences import phrase
from storage.settings import ServerSettings

LEVELS_SHOWN = 8
LABEL_LENGTH = 100
"""Length of a line of a select."""
OWN_WORDS_LENGTH = 500
"""How much can be typed into this panel's forms."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the plan: its lists, and what can be typed."""

    title: str
    fields: tuple[str, ...]
    typed: tuple[str, ...] = ()


PAGES = {
    "game": Page(
        phrase("The plan"), ("format", "seats", "players_max", "starts_in", "needs_check_in"), ("title",)
    ),
    "entry": Page(phrase("Late entry, clock"), ("late_until", "reentry_until", "minutes_max")),
    "levels": Page(phrase("Chips and levels"), ("chips", "pace", "levels"), ("levels",)),
    "prizes": Page(
        phrase("Entry and prizes"),
        ("entry", "purse", "shares", "score_purse"),
        ("shares", "words", "score_words"),
    ),
}
FIELDS = {
    "format": phrase("How it is played"),
    "late_until": phrase("Late entry"),
    "reentry_until": phrase("Re-entry"),
    "minutes_max": phrase("Clock"),
    "seats": phrase("Seats a table"),
    "chips": phrase("Chips"),
    "pace": phrase("Levels rise"),
    "levels": phrase("Levels"),
    "entry": phrase("Entry"),
    "purse": phrase("The bank adds"),
    "shares": phrase("The fund goes"),
    "score_purse": phrase("For the highest score"),
    "players_max": phrase("Most players"),
    "starts_in": phrase("Begins"),
    "needs_check_in": phrase("Check in"),
}
TYPED = {
    "title": (phrase("Title"), phrase("What it is called")),
    "levels": (phrase("Levels of my own"), phrase("2 4 8 16, or for blinds 1/2 2/4 4/8")),
    "shares": (phrase("Shares of my own"), phrase("The first place’s first: 50 30 20")),
    "words": (phrase("Prizes in words"), phrase("The first place’s first, with ; between them")),
    "score_words": (phrase("For the highest score"), phrase("What the highest score is given")),
}
"""What can be typed: the button, and the hint in its form."""


def page_of(name: str) -> str:
    """The page that has a field."""
    return next((key for key, page in PAGES.items() if name in (*page.fields, *page.typed)), "game")


def plan_screen(
    draft: Draft, game: AnyGame, games: tuple[AnyGame, ...], settings: ServerSettings, key: str = "game"
) -> Screen:
    """A page of the plan: a summary, and a select for each choice."""
    page = PAGES[key]
    parts: list[Part] = [Text(f"### {shown(draft.title)}"), Text(summary(draft, game, settings.currency))]
    if key == "game":
        parts.append(_games(draft, game, games))
    for name in page.fields:
        offered = choices(draft, game, name)
        if len(offered) > 1:
            parts.append(_select(draft, game, name, offered))
    race = is_race(draft, game)
    typed = [
        Button(_(TYPED[name][0]), table_id(0, "plan_ask", name))
        for name in page.typed
        if name != "levels" or not race
    ]
    return Screen((*parts, *rows(typed), *_ways(draft, key)))


def plan_rules_screen(draft: Draft, game: AnyGame) -> Screen:
    """The house rules of a tournament, a select each."""
    selects = rule_selects(
        house_rules(draft, game),
        chosen_rules(game),
        lambda name: table_id(0, "plan_rule", _alive(draft, name)),
    )
    title = Text("### " + _("House rules of {title}").format(title=shown(draft.title)))
    return Screen((title, *selects, *_ways(draft, "rules")))


def plan_form(name: str) -> Form:
    """The form in which something of the plan is typed."""
    title, hint = TYPED[name]
    return Form(_(title), table_id(0, "plan_typed", name), _(title), _(hint), OWN_WORDS_LENGTH)


def summary(draft: Draft, game: AnyGame, currency: str) -> str:
    """The plan in a few lines, as the notice will show it."""
    told = terms(draft, game)
    lines = [f"**{_(game.title)}** — {format_words(told)}"]
    if not is_race(draft, game):
        lines.append(
            _("**{chips} chips** each · levels rise {pace}: {levels}").format(
                chips=f"{draft.chips:,}", pace=levels_words(told), levels=_levels(draft, game)
            )
        )
        lines.extend(each for each in (FACES[game.key].levels(),) if each)
    entry = amount(draft.entry, currency) if draft.entry else _("free")
    money = [_("**Entry** — {entry}").format(entry=entry)]
    if draft.purse:
        money.append(_("the bank adds {amount}").format(amount=amount(draft.purse, currency)))
    if draft.entry or draft.purse:
        money.append(_("the fund goes {shares}").format(shares=_shares(draft.shares)))
    lines.append(" · ".join(money))
    if draft.words:
        prizes = " · ".join(f"{place}. {shown(each)}" for place, each in enumerate(draft.words, 1))
        lines.append(_("**Besides** — {words}").format(words=prizes))
    best = [amount(draft.score_purse, currency)] if draft.score_purse else []
    best += [shown(draft.score_words)] if draft.score_words else []
    if best:
        lines.append(_("**For the highest score** — {words}").format(words=", ".join(best)))
    lines.append("-# " + _("What you choose counts at once; nobody else sees it before you announce it."))
    return "\n".join(lines)


def _alive(draft: Draft, name: str) -> str:
    """The argument of a list's custom_id, valid while the draft is as shown here."""
    return f"{name}_{check(draft)}"


def _games(draft: Draft, game: AnyGame, games: tuple[AnyGame, ...]) -> Select:
    titles = tuple(
        Choice(f"{_('Game')}: {_(each.title)}", str(index), is_chosen=each.key == game.key)
        for index, each in enumerate(games)
    )
    return Select(table_id(0, "plan", _alive(draft, "game")), _("Game"), titles)


def _select(draft: Draft, game: AnyGame, name: str, offered: tuple[Any, ...]) -> Select:
    now = getattr(draft, name)
    lines = tuple(
        Choice(
            f"{_(FIELDS[name])}: {_label(draft, game, name, value)}"[:LABEL_LENGTH],
            str(index),
            is_chosen=value == now,
        )
        for index, value in enumerate(offered)
    )
    return Select(table_id(0, "plan", _alive(draft, name)), _(FIELDS[name]), lines)


def _ways(draft: Draft, here: str) -> tuple[Row, ...]:
    """Buttons from page to page, and to announce."""
    titles = {**{key: page.title for key, page in PAGES.items()}, "rules": phrase("House rules")}
    ways = [
        Button(_(title), table_id(0, "plan_page", key), is_disabled=key == here)
        for key, title in titles.items()
    ]
    return (*rows(ways), Row((Button(_("Announce"), table_id(0, "announce", check(draft)), "good"),)))


def _label(draft: Draft, game: AnyGame, name: str, value: Any) -> str:
    """A choice in words, some as the notice will show them."""
    changed = {name: value}
    other = replace(draft, **changed)
    match name:
        case "format":
            return format_words(replace(terms(other, game), late_until=0, reentry_until=0, minutes_max=None))
        case "pace":
            return levels_words(terms(other, game))
        case "levels":
            return _levels(other, game)
        case "shares":
            return _shares(value)
        case "needs_check_in":
            return _("needed") if value else _("not needed")
        case _:
            return _number(name, value)


def _number(name: str, value: int) -> str:
    nothing = {
        "late_until": _("none"),
        "reentry_until": _("none"),
        "minutes_max": _("none, until one is left"),
        "starts_in": _("when I say so"),
        "entry": _("free"),
        "purse": _("nothing"),
        "score_purse": _("nothing"),
    }
    if not value and name in nothing:
        return nothing[name]
    match name:
        case "late_until" | "reentry_until":
            return _("through level {level}").format(level=value)
        case "minutes_max":
            return minutes_words(value)
        case "starts_in":
            return _("in {time}").format(time=duration(60 * value))
        case "seats":
            return ngettext("{count} seat", "{count} seats", value).format(count=value)
        case _:
            return f"{value:,}"


def _levels(draft: Draft, game: AnyGame) -> str:
    levels = draft.levels or game.levels
    more = " …" if len(levels) > LEVELS_SHOWN else ""
    return written(levels[:LEVELS_SHOWN]) + more


def _shares(shares: tuple[int, ...]) -> str:
    if not shares:
        return _("to one place in five")
    if len(shares) == 1:
        return _("to the first place alone")
    more = " …" if len(shares) > LEVELS_SHOWN else ""
    return " : ".join(f"{share:,}" for share in shares[:LEVELS_SHOWN]) + more
