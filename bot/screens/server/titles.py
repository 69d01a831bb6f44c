"""Somebody's titles, and those that are still to be earned (TB-21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from bot.screens.core.people import person
from bot.screens.core.screen import Button, Choice, Screen, Select, Text
from bot.text.translate import _, ngettext
from games.catalog import GAMES
from games.engine.core.sentences import phrase
from games.titles import BY_KEY, TAVERN_WIDE, TITLES, TOURNAMENTS
from storage.standing.titles import Earned

EARNED = "earned"
PAGES: Mapping[str, str] = {
    EARNED: phrase("All that have been earned"),
    **{key: game.title for key, game in GAMES.items()},
    TAVERN_WIDE: phrase("All games"),
    TOURNAMENTS: phrase("Tournaments"),
}
"""What a page of titles can be about."""


def titles_screen(player: int, page: str, earned: Sequence[Earned]) -> Screen:
    """All titles that somebody has, or everything that can be earned at one thing."""
    title = _("### Titles of {player}").format(player=person(player))
    held = {each.title: each for each in earned if each.title in BY_KEY}
    lines = _all(held) if page == EARNED else _of(page, held)
    return Screen((Text(f"{title}\n-# {_counted(held)}"), Text("\n".join(lines)), _pages(player, page)))


def titles_button(player: int) -> Button:
    """The way to somebody's titles."""
    # Translators: a button: lists a person’s titles, for the reader alone.
    return Button(_("Show titles"), table_id(0, "titles", str(player)))


def titles_line(earned: Sequence[Earned]) -> str:
    """How many titles somebody has, and the latest of them; empty for none."""
    known = [BY_KEY[each.title] for each in earned if each.title in BY_KEY]
    if not known:
        return ""
    words = ngettext(
        "🏅 {count} title: **{latest}**", "🏅 {count} titles, the latest **{latest}**", len(known)
    )
    return words.format(count=len(known), latest=_(known[-1].name))


def _counted(held: Mapping[str, Earned]) -> str:
    return _("{count} of {all} earned").format(count=len(held), all=len(BY_KEY))


def _all(held: Mapping[str, Earned]) -> list[str]:
    """The names of all titles that somebody has, a line for each thing that earns them."""
    lines = [
        f"{_heading(page)}: {names}"
        for page, titles in TITLES.items()
        if (names := ", ".join(f"**{_(each.name)}**" for each in titles if each.key in held))
    ]
    return lines or [_("No title yet. The list below says what earns one.")]


def _of(page: str, held: Mapping[str, Earned]) -> list[str]:
    """The titles of one thing, with what earns them: first those that somebody has."""
    had = [
        f"🏅 **{_(each.name)}**: {_(each.deed)} · <t:{int(held[each.key].at)}:R>"
        for each in TITLES[page]
        if each.key in held
    ]
    missing = [f"-# {_(each.name)}: {_(each.deed)}" for each in TITLES[page] if each.key not in held]
    return [f"**{_heading(page)}**", *had, *missing]


def _heading(page: str) -> str:
    name = _(PAGES[page])
    return f"{FACES[page].emoji} {name}" if page in FACES else name


def _pages(player: int, page: str) -> Select:
    choices = tuple(
        Choice(_(words), str(index), is_chosen=each == page)
        for index, (each, words) in enumerate(PAGES.items())
    )
    return Select(table_id(0, "titles_page", str(player)), _("Which titles"), choices)
