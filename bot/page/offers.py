"""The presses that a rendered window offers, each with its place.

Discord guarantees that a pressed component belongs to its message; a browser guarantees nothing. So the
rendered HTML is parsed for its buttons, `PageWindow` remembers them, and a press is accepted only if the
window offered it at this place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import NamedTuple

from bot.page.html import Html

SHEET = "sheet"
"""The part of a window that is one place as a whole."""
_MARK = re.compile(
    r' data-on="(?P<on>\w+)" data-number="(?P<number>[0-9]+)"'
    r'| data-(?P<deed>action|form)="(?P<action>[^"]*)"(?P<more>[^>]*)>'
    r"|</section>"
)
"""Matches tags only: quotation marks are escaped in all text, so these attributes can't occur there."""


class Offered(NamedTuple):
    """An offered press or form submission, with its place."""

    deed: str
    action: str
    on: str = "nothing"
    number: int = 0


def offered(parts: Mapping[str, Html]) -> list[Offered]:
    """Return the presses and form submissions in a window's parts; a place is a section, or the sheet."""
    offers: list[Offered] = []
    for name, html in parts.items():
        place = ("nothing", 0)
        for mark in _MARK.finditer(html):
            if mark["on"]:
                place = (mark["on"], int(mark["number"]))
            elif not mark["deed"]:
                place = place if name == SHEET else ("nothing", 0)
            elif not mark["more"].endswith(" disabled"):
                deed = "press" if mark["deed"] == "action" else "form"
                offers.append(Offered(deed, unescape(mark["action"]), *place))
    return offers
