"""The cards and their order: every card has its own place, so nothing ever ties (DE-1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias, assert_never

from games.engine.core.house_rules import Choice
from games.engine.core.sentences import phrase

RANKS = "23456789TJQKA"
SUITS = "cdhs"
Jokers: TypeAlias = Literal["none", "above", "below"]
JOKERS: Mapping[Choice, str] = {
    "none": phrase("none"),
    "above": phrase("two, above all others"),
    "below": phrase("two, below all others"),
}
"""How many jokers there are, and where they rank: the second is above the first in either case."""

_CARDS = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)
_JOKER_CARDS = ("*1", "*2")


def all_cards(jokers: Jokers) -> tuple[str, ...]:
    """All cards of the deck, lowest first: their usual order."""
    match jokers:
        case "none":
            return _CARDS
        case "above":
            return (*_CARDS, *_JOKER_CARDS)
        case "below":
            return (*_JOKER_CARDS, *_CARDS)
        case _:
            assert_never(jokers)


def height(card: str, jokers: Jokers) -> int:
    """How high a card ranks: the larger number is the higher card."""
    return heights(jokers)[card]


@cache
def heights(jokers: Jokers) -> Mapping[str, int]:
    """The height of every card, lowest first."""
    return {card: index for index, card in enumerate(all_cards(jokers))}
