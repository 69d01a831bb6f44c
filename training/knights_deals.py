"""Deals of Knights' Heads to learn from: what each seat's cards are worth in each round, and at the end.

Everybody stays in and exchanges as house players do. A seat's course through a deal is kept and not its
cards: hands are then tried with courses of any deals side by side, since what one seat holds says next to
nothing about the others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.engine.betting.house import sealed
from games.knights_heads.cards import DECK, Card, in_deck_order
from games.knights_heads.hands import HAND_SIZE, Key, key
from games.knights_heads.house import STRENGTHS, Yardstick, best_to_keep, promise, prospect
from games.knights_heads.rules import NINE

SEATS = 6
MEASURED = 400
"""Hands on the yardstick."""
SAMPLED = 1600
"""Hands of which these are taken."""


class Dealt(NamedTuple):
    """One seat's cards in the end, and what they were worth in each round."""

    cards: tuple[Card, ...]
    worths: tuple[float, ...]


class Course(NamedTuple):
    """How strong a seat's cards were in each round, and how they ranked in the end."""

    strengths: tuple[int, ...]
    rank: Key


def gathered(deals: int, dice: Random) -> tuple[Yardstick, list[str], list[Course]]:
    """A yardstick, the hands that are on it, and the courses of so many deals."""
    random_hands = (key(dice.sample(DECK, HAND_SIZE)) for _ in range(MEASURED))
    keys = tuple(sorted(random_hands))
    hands: list[tuple[Card, ...]] = []
    # What is kept depends on what is laid down, and that on what is kept: twice is enough.
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
    """One deal, in which everybody stays in."""
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
    """The worths that part strengths: the better, the fewer seats have one."""
    ordered = sorted(worths)
    for strength in range(1, STRENGTHS):
        below = 1 - (1 - strength / STRENGTHS) ** 2
        yield round(ordered[int(below * len(ordered))], 4)


def told(yardstick: Yardstick, hands: list[str]) -> bytes:
    """The yardstick as it lies in its file."""
    return sealed(json.dumps({"hands": hands, "edges": yardstick.edges}).encode())
