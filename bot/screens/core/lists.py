"""Lists cut short where there is no more room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.text.translate import ngettext

T = TypeVar("T")


def first_of(entries: Sequence[T], most: int, put: Callable[[T], str]) -> list[str]:
    """The first entries, as `put` words them, and how many more there are."""
    told = [put(each) for each in entries[:most]]
    more = len(entries) - most
    if more > 0:
        told.append(ngettext("and {more} more", "and {more} more", more).format(more=more))
    return told
