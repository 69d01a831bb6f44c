"""Dice and cards as emojis where there are such, and in words where there are not.

Which there are is a context variable, set while a screen is drawn: each game writes its cards in one
function, which asks here first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from types import MappingProxyType

from bot.screens.core.screen import Screen, faults

NO_EMOJIS: Mapping[str, str] = MappingProxyType({})

_shown: ContextVar[Mapping[str, str]] = ContextVar("emojis", default=NO_EMOJIS)


def with_emojis(emojis: Mapping[str, str], draw: Callable[[], Screen]) -> Screen:
    """The screen that `draw` makes, with these emojis; in words where there is no room for them."""
    if emojis:
        before = _shown.set(emojis)
        try:
            screen = draw()
        finally:
            _shown.reset(before)
        if not faults(screen):
            return screen
    return draw()


def marked(sprite: str, words: str) -> str:
    """The emoji of a sprite; these words where there is none."""
    return _shown.get().get(sprite, words)


def emojis_of(sprites: Iterable[str]) -> str:
    """The emojis of these sprites side by side; empty where one of them is missing."""
    there = _shown.get()
    found = [there.get(each, "") for each in sprites] if there else []
    return "".join(found) if all(found) else ""
