"""Deals of Knights' Heads to learn from: each seat's strength in each round, and its rank at the end.

Everybody stays in and exchanges as house players do. A seat's course through a deal is kept, not its cards.
Hands are then tried with courses of any deals side by side, since one seat's cards say next to nothing about
the others'.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.engine.betting.bot_betting import sealed
from games.knights_heads.bot_player import STRENGTHS, Yardstick, best_to_keep, promise, prospect
from games.knights_heads.cards import DECK, Card, in_deck_order
from games.knights_heads.hands import HAND_SIZE, Key, key
from games.knights_heads.rules import NINE

SEATS = 6
MEASURED = 400
"""The number of hands on the yardstick."""
SAMPLED = 1600
"""The number of hands from which they are taken."""


class Dealt(NamedTuple):
    """One seat's final cards, and their worth in each round."""

    cards: tuple[Card, ...]
    worths: tuple[float, ...]


class Course(NamedTuple):
    """The strengths of a seat's cards in each round, and their rank at the end."""

    strengths: tuple[int, ...]
    rank: Key


def gathered(deals: int, dice: Random) -> tuple[Yardstick, list[str], list[Course]]:
    """Return a yardstick, the hands on it, and the courses of this many deals."""
    random_hands = (key(dice.sample(DECK, HAND_SIZE)) for _ in range(MEASURED))
    keys = tuple(sorted(random_hands))
    hands: list[tuple[Card, ...]] = []
    # The kept cards depend on the cards laid down, and those on the kept ones: two passes are enough.
    for _ in range(2):
        rough = Yardstick(keys)
        laid = [each.cards for _ in range(SAMPLED // SEATS) for each in dealt(rough, dice)]
        laid.sort(key=key)
        step = len(laid) / MEASURED
        hands = [laid[int((place + 0.5) * step)] for place in range(MEASURED)]
        keys = tuple(map(key, hands))
    fine = Yardstick(keys)
    seats = [each for _ in range(deals) for each in dealt(fine, dice)]
    by_round = list(zip(*(each.worths for each in seats), strict=True))
    yardstick = Yardstick(keys, tuple(tuple(edges(worths)) for worths in by_round))
    courses = [
        Course(
            tuple(yardstick.strength(worth, stage) for stage, worth in enumerate(each.worths)),
            key(each.cards),
        )
        for each in seats
    ]
    return yardstick, [" ".join(hand) for hand in hands], courses


def dealt(yardstick: Yardstick, dice: Random) -> Iterator[Dealt]:
    """Play one deal in which everybody stays in."""
    cards = dice.sample(DECK, SEATS * HAND_SIZE)
    hands = [in_deck_order(cards[NINE * seat : NINE * (seat + 1)]) for seat in range(SEATS)]
    kept = [best_to_keep(hand, yardstick) for hand in hands]
    given = [tuple(card for card in hand if card not in kept[seat]) for seat, hand in enumerate(hands)]
    for seat in range(SEATS):
        nine = in_deck_order((*kept[seat], *given[seat - 1]))
        ten = (*nine, cards[NINE * SEATS + seat])
        worths = (
            promise(kept[seat], hands[seat], yardstick),
            prospect(nine, given[seat], yardstick),
            yardstick.worth(ten),
        )
        yield Dealt(ten, worths)


def edges(worths: tuple[float, ...]) -> Iterator[float]:
    """Yield the worths that separate strengths: the better a strength, the fewer seats have it."""
    ordered = sorted(worths)
    for strength in range(1, STRENGTHS):
        below = 1 - (1 - strength / STRENGTHS) ** 2
        yield round(ordered[int(below * len(ordered))], 4)


def told(yardstick: Yardstick, hands: list[str]) -> bytes:
    """Return the yardstick as it is written to its file."""
    return sealed(json.dumps({"hands": hands, "edges": yardstick.edges}).encode())
