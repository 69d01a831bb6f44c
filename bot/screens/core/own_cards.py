"""Cards in a server's own words, while a screen is drawn (KH-13).

Which there are is a context variable, as emojis are: a game asks here what a card is called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import TypeVar

from storage.play.own_cards import OwnCard

T = TypeVar("T")

NO_OWN_CARDS: Mapping[str, OwnCard] = MappingProxyType({})

_said: ContextVar[Mapping[str, OwnCard]] = ContextVar("own_cards", default=NO_OWN_CARDS)


def in_own_words(cards: Mapping[str, OwnCard], draw: Callable[[], T]) -> T:
    """What `draw` makes, with these cards in the server's words."""
    if not cards:
        return draw()
    before = _said.set(cards)
    try:
        return draw()
    finally:
        _said.reset(before)


def own_name(card: str) -> str:
    """What the server calls a card, as it was typed; empty where it says nothing."""
    said = _said.get().get(card)
    return "" if said is None else said.name


def own_line(card: str) -> str:
    """The server's line about a card, as it was typed; empty where it says nothing."""
    said = _said.get().get(card)
    return "" if said is None else said.line
