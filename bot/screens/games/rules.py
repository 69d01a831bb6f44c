"""The rules of a game, a section at a time."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.core.screen import Choice, Screen, Select, Text
from bot.screens.games.catalog import FACES
from bot.text.rule_pages import sections
from bot.text.translate import _
from games.engine.core.errors import NotOffered


def page_screen(game: str, index: int) -> Screen:
    """A section of a game's rules, with a select of sections; `NotOffered` if there is no such section."""
    pages = sections(FACES[game].rules_page)
    if not 0 <= index < len(pages):
        raise NotOffered
    page = pages[index]
    choices = tuple(
        Choice(each.title, str(number), is_chosen=number == index) for number, each in enumerate(pages)
    )
    select = Select(table_id(0, "page", game), _("Read on …"), choices)
    return Screen((Text(f"### {page.title}\n{page.body}"), select))
