"""The panel on which a tournament is laid down before it is announced."""

from __future__ import annotations

from dataclasses import replace

from bot.components import table_id
from bot.drafts import Draft, choices, house_rules, terms
from bot.names import shown
from bot.screens.cup import format_words, levels_words
from bot.screens.parts import duration
from bot.screens.screen import Button, Choice, Part, Screen, Select, Text, rows
from bot.words import _, ngettext
from games.engine.game import AnyGame
from games.engine.house_rules import options, phrase

FIELDS = {
    "format": phrase("How it is played"),
    "seats": phrase("Seats a table"),
    "chips": phrase("Chips"),
    "levels": phrase("Levels rise"),
    "entry": phrase("Entry"),
    "players_max": phrase("Most players"),
    "starts_in": phrase("Begins"),
    "needs_check_in": phrase("Check in"),
}


def plan_screen(draft: Draft, game: AnyGame, games: tuple[AnyGame, ...]) -> Screen:
    """All that is laid down, a select each."""
    words = _("What you choose here counts at once; nobody else sees it before you announce it.")
    parts: list[Part] = [Text(f"### {shown(draft.title)}\n{words}\n{_besides(draft)}".strip())]
    titles = tuple(
        Choice(f"{_('Game')}: {_(each.title)}", str(index), is_chosen=each.key == game.key)
        for index, each in enumerate(games)
    )
    parts.append(Select(table_id(0, "plan", "game"), _("Game"), titles))
    for name, title in FIELDS.items():
        offered = choices(draft, game, name)
        now = getattr(draft, name)
        lines = tuple(
            Choice(f"{_(title)}: {_label(draft, game, name, value)}", str(index), is_chosen=value == now)
            for index, value in enumerate(offered)
        )
        parts.append(Select(table_id(0, "plan", name), _(title), lines))
    buttons = [
        Button(_("House rules"), table_id(0, "plan_rules")),
        Button(_("Announce"), table_id(0, "announce"), "good"),
    ]
    return Screen((*parts, *rows(buttons)))


def plan_rules_screen(draft: Draft, game: AnyGame) -> Screen:
    """The house rules of a tournament, a select each."""
    rules = house_rules(draft, game)
    parts: list[Part] = [Text("### " + _("House rules of {title}").format(title=shown(draft.title)))]
    for each in options(game.house_rules):
        value = getattr(rules, each.name)
        lines = tuple(
            Choice(f"{_(each.title)}: {_(label)}", str(index), is_chosen=choice == value)
            for index, (choice, label) in enumerate(each.choices)
        )
        parts.append(Select(table_id(0, "plan_rule", each.name), _(each.title), lines))
    return Screen((*parts, *rows([Button(_("Back"), table_id(0, "plan_back"))])))


def _besides(draft: Draft) -> str:
    """What was named with the command, and is no choice from a list."""
    said = []
    if draft.words:
        prizes = " · ".join(f"{place}. {shown(each)}" for place, each in enumerate(draft.words, 1))
        said.append(_("Prizes: {prizes}").format(prizes=prizes))
    if draft.score_words:
        said.append(_("For the highest score: {prize}").format(prize=shown(draft.score_words)))
    return "\n".join(said)


def _label(draft: Draft, game: AnyGame, name: str, value: object) -> str:
    """A choice in words; some are told as the notice will tell them."""
    if isinstance(value, bool):
        return _("needed") if value else _("not needed")
    if isinstance(value, str):
        told = terms(_with(draft, name, value), game)
        return format_words(told) if name == "format" else levels_words(told)
    assert isinstance(value, int)
    words = {
        "starts_in": _("in {time}").format(time=duration(60 * value)) if value else _("when I say so"),
        "entry": f"{value:,}" if value else _("free"),
        "seats": ngettext("{count} seat", "{count} seats", value).format(count=value),
    }
    return words.get(name, f"{value:,}")


def _with(draft: Draft, name: str, value: str) -> Draft:
    changed = {name: value}
    return replace(draft, **changed)  # type: ignore[arg-type]  # a field of words, by its name
