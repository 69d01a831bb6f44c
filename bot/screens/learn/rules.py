"""The rules of a game, a section at a time."""

from __future__ import annotations

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from bot.screens.core.screen import Button, Choice, Screen, Select, Text, rows
from bot.text.rule_pages import sections
from bot.text.translate import _
from games.engine.core.errors import NotOffered


def page_screen(game: str, index: int) -> Screen:
    """A section of a game's rules, with a way to the next and to all; `NotOffered` if there is none."""
    pages = sections(FACES[game].rules_page)
    if not 0 <= index < len(pages):
        raise NotOffered
    page = pages[index]
    choices = tuple(
        Choice(each.title, str(number), is_chosen=number == index) for number, each in enumerate(pages)
    )
    select = Select(table_id(0, "page", f"{game}__{index}"), _("All pages"), choices)
    following = index + 1
    # The select shows what is read now, which does not say that there is more.
    buttons = []
    if following < len(pages):
        # Translators: a button with the next page’s title; a phone has room for 34 letters of both.
        label = _("Next: {title}").format(title=pages[following].title)
        buttons.append(Button(label, table_id(0, "page", f"{game}__{following}"), "main"))
    buttons.append(Button(_("Teach me"), table_id(0, "teach", game)))
    return Screen((Text(f"### {page.title}\n{page.body}"), *rows(buttons), select))
