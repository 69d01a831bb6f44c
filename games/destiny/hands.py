"""The cards and their order: every card has its own place, so nothing ever ties (DE-1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from games.engine.core.house_rules import Choice
from games.engine.core.sentences import phrase

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE, LOW_RANKS = "A", "2345"
Jokers: TypeAlias = Literal["none", "above", "below"]
JOKERS: Mapping[Choice, str] = {
    # Translators: of a house rule: no jokers, no time bank, or no home throws count.
    "none": phrase("none"),
    "above": phrase("two, above all others"),
    "below": phrase("two, below all others"),
}
"""How many jokers there are, and where they rank: the second is above the first in either case."""

_CARDS = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)
JOKER_CARDS = ("*1", "*2")
_DECKS: Mapping[Jokers, tuple[str, ...]] = {
    "none": _CARDS,
    "above": (*_CARDS, *JOKER_CARDS),
    "below": (*JOKER_CARDS, *_CARDS),
}


def all_cards(jokers: Jokers) -> tuple[str, ...]:
    """All cards of the deck, lowest first: their usual order."""
    return _DECKS[jokers]


@cache
def heights(jokers: Jokers) -> Mapping[str, int]:
    """How high every card ranks, lowest first: the larger number is the higher card."""
    return {card: index for index, card in enumerate(all_cards(jokers))}
