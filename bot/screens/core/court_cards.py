"""The names of the cards with a letter for a number, wherever a game is played with such cards.

Knights' Heads has Kings and Queens of its own, so these have a context: they may have other names in another
language.
"""

from __future__ import annotations

from bot.text.translate import pgettext


def court_card(letter: str) -> str:
    """A Jack, Queen, King or Ace by its letter; empty for any other card."""
    match letter:
        case "J":
            return pgettext("playing card", "Jack")
        case "Q":
            return pgettext("playing card", "Queen")
        case "K":
            return pgettext("playing card", "King")
        case "A":
            return pgettext("playing card", "Ace")
        case _:
            return ""
