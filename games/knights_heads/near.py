"""How near nine or ten cards are to better hands, to help choose what to pass on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games.knights_heads.cards import NOTABLE, PLACES, Card
from games.knights_heads.hands import HANDS, TRIPLET, KnightsHand, made
from games.knights_heads.patterns import count


@dataclass(frozen=True, slots=True)
class NearHand:
    """A hand, and how many cards it still needs."""

    hand: KnightsHand
    missing: int


def near(cards: Collection[Card], *, triplet_counts: bool = True) -> tuple[NearHand, ...]:
    """The hands above what the cards make, nearest first, and of equally near ones the highest first."""
    held = count(cards)
    now = made(cards, triplet_counts=triplet_counts).hand
    above = [hand for hand in HANDS[: now.number - 1] if triplet_counts or hand is not TRIPLET]
    found = [NearHand(hand, hand.pattern.size - hand.pattern.kept(held)) for hand in above]
    return tuple(sorted(found, key=lambda each: each.missing))


def kept(cards: Collection[Card], hand: KnightsHand) -> tuple[Card, ...]:
    """Those of the cards that belong to a hand, in the deck's order; all others are rabble for it.

    Where there is a choice, notable cards and high faces are kept.
    """
    pattern = hand.pattern
    wanted = pattern.kept(count(cards))
    keeping = set(cards)
    for card in sorted(cards, key=_worth):
        if pattern.kept(count(keeping - {card})) == wanted:
            keeping.remove(card)
    return tuple(sorted(keeping, key=PLACES.__getitem__))


def _worth(card: Card) -> tuple[bool, int]:
    return card in NOTABLE, -PLACES[card]
