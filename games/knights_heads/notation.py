"""Hands as text: ten cards such as `N01`, separated by spaces."""

from __future__ import annotations

from games.engine.core.notation import Ranker, Ranking, UnreadableHand
from games.knights_heads.cards import PLACES, Card
from games.knights_heads.hands import RABBLE, key, made
from games.knights_heads.model import KnightsRules
from games.knights_heads.patterns import HAND_SIZE

# The words of the notation, and not `str.upper`, which makes an S of letters that are none.
_WORDS: dict[str, Card] = {word: card for card in PLACES for word in (card, card.lower())}


def read(text: str) -> Card:
    """A card, or `UnreadableHand`."""
    if text not in _WORDS:
        raise UnreadableHand(f"{text[:40]!r} is no card such as N01")
    return _WORDS[text]


def rank(line: str, rules: KnightsRules) -> Ranking:
    """Read ten cards and say what they are."""
    words = line.split()
    if len(words) != HAND_SIZE:
        raise UnreadableHand(f"{len(words)} cards; a hand has {HAND_SIZE}")
    cards = [read(word) for word in words]
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise UnreadableHand(f"{card} twice")
    found = made(cards, triplet_counts=rules.triplet_counts)
    return Ranking(
        hand=found.hand.name,
        number=None if found.hand is RABBLE else found.hand.number,
        key=key(cards, triplet_counts=rules.triplet_counts),
        cards=found.cards,
    )


RANKER = Ranker(KnightsRules, rank)
