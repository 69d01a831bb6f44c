"""Text alternatives of sprites, for screen readers: a card's name, a die's number.

A sprite that only decorates text beside it has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bot.screens.catalog import FACES
from bot.text.translate import _, language
from games.engine.core.errors import N_

SIGNS = {
    "house": N_("house player"),
    "dealer": N_("dealer"),
    "coin": N_("coins"),
    "crown": N_("best"),
    "pays": N_("pays"),
}


def in_words(sprite: str) -> str:
    """Return the words for a sprite in the current language; empty if it is only an ornament."""
    if sprite in SIGNS:
        return _(SIGNS[sprite])
    if sprite.endswith("_back"):
        return _("face down")
    if sprite.startswith(("die_", "home_")):
        # Translators: a die in a picture, said to whoever hears the page.
        return _("die {number}").format(number=sprite.partition("_")[2])
    return card_in_words(sprite)


def card_in_words(sprite: str) -> str:
    """Return a card's name in the current language; empty for other sprites."""
    return _cards(language.get()).get(sprite, "")


@cache
def _cards(_language: str) -> Mapping[str, str]:
    """Return the names of the cards of all games in a language, by their sprites."""
    return {sprite: words for face in FACES.values() for sprite, words in face.card_words().items()}
