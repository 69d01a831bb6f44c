"""The presses that a rendered window offers, and the place of each.

Discord guarantees that a component belongs to the message on which it was pressed; a browser guarantees
nothing. So the rendered HTML is parsed, and a press counts only where it was offered, which `PageWindow`
remembers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import NamedTuple

from bot.page.html import Html

SHEET = "sheet"
"""The part that is a single place as a whole."""
_MARK = re.compile(
    r' data-on="(?P<on>\w+)" data-number="(?P<number>[0-9]+)"'
    r'| data-(?P<deed>action|form)="(?P<action>[^"]*)"(?P<more>[^>]*)>'
    r"|</section>"
)
"""Quotation marks are escaped in all other text, so such an attribute occurs in tags only."""


class Offered(NamedTuple):
    """A press or a form submission that is offered, and its place."""

    deed: str
    action: str
    on: str = "nothing"
    number: int = 0


def offered(parts: Mapping[str, Html]) -> list[Offered]:
    """Return what can be pressed or submitted; a place is a section, or the whole sheet."""
    found: list[Offered] = []
    for name, html in parts.items():
        place = ("nothing", 0)
        for mark in _MARK.finditer(html):
            if mark["on"]:
                place = (mark["on"], int(mark["number"]))
            elif not mark["deed"]:
                place = place if name == SHEET else ("nothing", 0)
            elif not mark["more"].endswith(" disabled"):
                deed = "press" if mark["deed"] == "action" else "form"
                found.append(Offered(deed, unescape(mark["action"]), *place))
    return found
