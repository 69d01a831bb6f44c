"""HTML as a value: whatever is put into it is escaped, unless it is HTML already.

Nothing else in this room writes a tag, so nobody's name or words can become one.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

VOID = frozenset({"img", "input", "br", "hr", "meta", "link"})


class Html(str):
    """Text that is HTML, and not to be escaped again."""

    __slots__ = ()


Content: TypeAlias = "str | Html | None"
Value: TypeAlias = "str | int | bool | None"
NOTHING = Html()


def escaped(content: Content) -> Html:
    """HTML as it is, anything else with all its signs taken as letters."""
    return content if isinstance(content, Html) else Html(escape(content or ""))


def joined(parts: Iterable[Content]) -> Html:
    """Pieces side by side."""
    return Html("".join(map(escaped, parts)))


def el(name: str, /, *content: Content, **attributes: Value) -> Html:
    """An element; `class_` and `data_x` are written as in HTML, what is None or False is left out."""
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{joined(content)}</{name}>")


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False or (key == "class_" and value == ""):
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
