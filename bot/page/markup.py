"""HTML as a value: whatever is put into it is escaped, unless it is HTML already.

Nothing else in this room writes a tag, so nobody's name or words can become one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape
from typing import TypeAlias

ICONS = {
    "back": "M15 5 L8 12 L15 19",
    "more": "M5 12 h.01 M12 12 h.01 M19 12 h.01",
    "first": "M18 6 L11 12 L18 18 M7 6 V18",
    "on": "M9 5 L16 12 L9 19",
    "last": "M6 6 L13 12 L6 18 M17 6 V18",
    "close": "M6 6 L18 18 M18 6 L6 18",
    "here": "M12 4 a8 8 0 1 0 .01 0 z M12 11.5 v1",
    "look": "M12 3 a9 9 0 1 0 0 18 z M12 3 a9 9 0 0 1 0 18",
}
VOID = frozenset({"img", "input", "br", "hr", "meta", "link"})


class Html(str):
    """Text that is HTML, and not to be escaped again."""

    __slots__ = ()


Content: TypeAlias = "str | Html | None"
Value: TypeAlias = "str | int | bool | None"
NOTHING = Html()


def escaped(content: Content) -> Html:
    """HTML as it is, anything else with all its signs taken as letters."""
    return content if type(content) is Html else Html(escape(content or ""))


def joined(parts: Iterable[Content]) -> Html:
    """Pieces side by side."""
    return Html("".join([each if type(each) is Html else escape(each or "") for each in parts]))


def el(name: str, /, *content: Content, **attributes: Value) -> Html:
    """An element; `class_` and `data_x` are written as in HTML, what is None or False is left out."""
    written = "".join(map(_attribute, attributes, attributes.values()))
    if name in VOID:
        return Html(f"<{name}{written}>")
    inner = "".join([each if type(each) is Html else escape(each or "") for each in content])
    return Html(f"<{name}{written}>{inner}</{name}>")


@cache
def icon(name: str) -> Html:
    """A sign drawn with lines, which says nothing to whoever hears the page."""
    path = el("path", d=ICONS[name])
    return el("svg", path, class_="icon", viewBox="0 0 24 24", width=22, height=22, aria_hidden="true")


# Most of them come again and again. A 1 and a True are equal, and are written in two ways.
@lru_cache(4096, typed=True)
def _attribute(key: str, value: Value) -> str:
    if value is None or value is False or (key == "class_" and value == ""):
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
