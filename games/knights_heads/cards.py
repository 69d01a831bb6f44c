"""The deck: twelve cards of each face, but eight Kings; no two are alike."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from games.engine.core.sentences import phrase

Card: TypeAlias = str
"""A face and two digits: `N01`."""

FACE_NAMES: dict[str, str] = {
    # Translators: of Knights’ Heads; ordinary cards have entries of their own.
    "K": phrase("King"),
    # Translators: of Knights’ Heads; ordinary cards have entries of their own.
    "Q": phrase("Queen"),
    "N": phrase("Knight"),
    "A": phrase("Armorer"),
    "M": phrase("Merchant"),
    "S": phrase("Messenger"),
    "D": phrase("Dancer"),
    "J": phrase("Juggler"),
    "B": phrase("Blacksmith"),
}
FACES = "".join(FACE_NAMES)
"""From high to low."""
KINGS, OTHERS = 8, 12
"""How many cards there are of a face."""
TWINS = ("01", "02")
"""The notable cards of each face."""

DECK: tuple[Card, ...] = tuple(
    f"{face}{number:02}" for face in FACES for number in range(1, (KINGS if face == "K" else OTHERS) + 1)
)
PLACES: dict[Card, int] = {card: place for place, card in enumerate(DECK)}

_WOMEN_NUMBERS: dict[str, range] = {
    "Q": range(1, 13),
    "M": range(2, 8),
    "D": range(1, 12),
    "J": range(2, 8),
    "B": range(12, 13),
}
WOMEN: frozenset[Card] = frozenset(card for card in DECK if int(card[1:]) in _WOMEN_NUMBERS.get(card[0], ()))
"""The women among the cards; all others are men."""
NOTABLE: frozenset[Card] = frozenset(card for card in DECK if card[1:] in TWINS)


def face(card: Card) -> int:
    """The face of a card, counted from Kings down: 0 to 8."""
    return FACES.index(card[0])


def in_deck_order(cards: Collection[Card]) -> tuple[Card, ...]:
    """The same cards from Kings down, as hands are shown."""
    return tuple(sorted(cards, key=PLACES.__getitem__))
