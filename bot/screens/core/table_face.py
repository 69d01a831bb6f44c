"""A game at any table of its own: what it is called, and how it speaks there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from bot.text.translate import _, ngettext, number
from games.engine.core.errors import phrase
from games.engine.table.views import TableView


class TableFace(Protocol):
    """What a game's tables have in common, whatever lies on them."""

    command: str
    """The group of slash commands that open its tables."""
    rules_page: str
    """The name of its page of rules, as `bot/screens/learn/rules.py` finds it."""
    emoji: str
    sign: str
    """The sprite that stands for it where not every machine has such an emoji."""
    accent: int
    credit: str
    """The game's author and year, as its own text names them, as a message id."""
    intro: str
    """What this game is, in two sentences."""
    own_button: str = phrase("My cards")
    """The button that opens the panel."""
    own_title: str = phrase("Your cards")
    """The panel's title."""
    is_private: bool = True
    """Whether what is asked is answered on the panel, beside the viewer's own cards."""
    newcomer: str = phrase("You are dealt in from the next hand.")
    """What the panel says to players who are not in the hand."""
    own_words: Mapping[str, str] = {}
    """What this game says instead of texts that all games share."""

    def says(self, text: str) -> str:
        """A text that all games share, in this game's words."""
        return _(self.own_words.get(text, text))

    def hands(self, count: int) -> str:
        """So many hands, as this game calls them."""
        return ngettext("{count} hand", "{count} hands", count).format(count=number(count))

    def hands_won(self, count: int) -> str:
        """So many of them won."""
        return ngettext("{count} hand won", "{count} hands won", count).format(count=number(count))

    def at_stake(self, view: TableView[Any], stake: Callable[[int], str]) -> str:  # noqa: ARG002
        """What a challenge can cost its loser; `stake` puts an amount into words."""
        return ""

    def lasts(self, view: TableView[Any]) -> str:  # noqa: ARG002
        """How long a game of those who sit there will be; empty if that is up to them."""
        return ""
