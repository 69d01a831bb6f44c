"""The menu of a table on the page: rarely used buttons, in three groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from bot.custom_ids import table_id
from bot.page import screen_html
from bot.page.answers import BY_ITSELF, is_answer, verb_of
from bot.page.html import Html, el, icon
from bot.page.table_shown import TableShown
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Select, UserSelect
from bot.text.translate import _
from games.engine.core.errors import N_

OF_SEAT = (
    *("back", "post_blind", "sit_out", "top_up", "top_up_not", "pause", "pause_not", "play_on"),
    *("last", "leave"),
)
OF_TABLE = ("guests", "company", "rules", "stake", "house", "standings", "teach", "bank_ask", "close")
"""The verbs of the groups “Your seat” and “The table”, in order; all others are in “This hand”."""
SIGNS: Mapping[str, str] = {
    "how": "book",
    "fair": "shield",
    "watch": "again",
    "last_hand": "again",
    "second": "again",
    "hint": "star",
    "why": "me",
    "who": "me",
    "company": "me",
    "discards": "cards",
    "show_cards": "eye",
    "sit_out": "moon",
    "pause": "clock",
    "top_up": "plus",
    "leave": "door",
    "close": "close",
    "guests": "link",
    "rules": "gear",
    "standings": "cup",
}
"""The icons of verbs; others have the icon `dot`."""


def menu_html(
    shown: TableShown, menu: Screen, beside: Iterable[Button], under: Iterable[Button] = ()
) -> Html:
    """Return a table's menu in three groups; `beside` are buttons for which the tray has no room.

    `under` are the buttons under the thumb, which the menu leaves out.
    """
    seen = {each.action for each in under}
    # The page's menu always has the rules, even if chat has no room for them.
    how = Button(_("How to play"), table_id(shown.scene.view.id, "how", shown.scene.game.key))
    buttons = [*_new([*beside, how, *_buttons(menu.parts)], seen)]
    # Answers come first, and the button against the coach comes last.
    buttons.sort(key=lambda each: (verb_of(each.action) == "coach_off", not is_answer(each.action)))
    known = (*OF_SEAT, *OF_TABLE)
    lists = [each for each in menu.parts if isinstance(each, Select | UserSelect)]
    says = [each for each in lists if verb_of(each.action) == "say"]
    groups: dict[str, list[Button | Select | UserSelect]] = {
        shown.scene.face.reword(N_("This hand")): [
            each for each in buttons if verb_of(each.action) not in known
        ],
        _("Your seat"): [*says, *_in_order(OF_SEAT, buttons)],
        _("The table"): [*_in_order(OF_TABLE, buttons), *(each for each in lists if each not in says)],
    }
    title = el("h2", _("Table {number}").format(number=shown.scene.view.id))
    inner = (
        el("section", el("h3", name), *(_item(each, shown) for each in items))
        for name, items in groups.items()
        if items
    )
    return el("div", title, *inner, class_="groups")


def _in_order(verbs: Iterable[str], buttons: Iterable[Button]) -> list[Button]:
    known = [*buttons]
    return [each for verb in verbs for each in known if verb_of(each.action) == verb]


def _new(buttons: Iterable[Button], seen: set[str]) -> Iterator[Button]:
    """Yield the buttons that are not in `seen`, and add them to it."""
    for each in buttons:
        if each.action not in seen and verb_of(each.action) not in BY_ITSELF:
            seen.add(each.action)
            yield each


def _buttons(parts: Iterable[Part]) -> Iterator[Button]:
    for part in parts:
        if isinstance(part, ActionRow):
            yield from part.buttons


def _item(what: Button | Select | UserSelect, shown: TableShown) -> Html:
    if not isinstance(what, Button):
        return screen_html.part_html(what, shown.place)
    sign = icon(SIGNS.get(verb_of(what.action), "dot"))
    look = "item danger" if what.style == "danger" else "item"
    return screen_html.button_html(replace(what, style="plain"), shown.place, class_=look, sign=sign)
