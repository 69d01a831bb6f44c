"""Lists and their lines: all games, to choose one, and such as are cut short where there is no more room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.screens.core.screen import Choice, Select
from bot.text.translate import _, ngettext
from games.engine.core.game import AnyGame

T = TypeVar("T")


def game_select(action: str, chosen: AnyGame, games: Sequence[AnyGame]) -> Select:
    """All these games, of which one is chosen now."""
    asked = _("Game")
    titles = (
        Choice(f"{asked}: {_(each.title)}", str(index), is_chosen=each.key == chosen.key)
        for index, each in enumerate(games)
    )
    return Select(action, asked, tuple(titles))


def item(name: str, words: str) -> str:
    """A line of a list: a name, and what there is to say of it."""
    # Translators: a line of a list: a name, and what there is to say of it. Write the dash as you do.
    return _("{name} — {words}").format(name=name, words=words)


def begun(words: str) -> str:
    """Words as a line or a sentence begins."""
    return words[:1].upper() + words[1:]


def first_of(entries: Sequence[T], most: int, put: Callable[[T], str]) -> list[str]:
    """The first entries, as `put` words them, and how many more there are."""
    told = [put(each) for each in entries[:most]]
    more = len(entries) - most
    if more > 0:
        told.append(ngettext("and {more} more", "and {more} more", more).format(more=more))
    return told
