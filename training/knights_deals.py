"""Deals of Knights' Heads to learn from: the strength of each seat's cards in each round, and its final rank.

All seats stay in and exchange as house players do. Of each seat only its *course* is kept: its strengths and
its rank, without the cards. Training combines courses of different deals in one hand, since a seat's cards
say next to nothing about the others' cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.engine.betting.bot_betting import compress_with_checksum
from games.knights_heads.bot_player import STRENGTHS, Yardstick, best_to_keep, promise, prospect
from games.knights_heads.cards import DECK, Card, in_deck_order
from games.knights_heads.hands import HAND_SIZE, Key, key
from games.knights_heads.rules import NINE

SEATS = 6
YARDSTICK_HANDS = 400
"""The number of hands on the yardstick."""
SAMPLED = 1600
"""The number of final hands from which the yardstick's are chosen, at equal distances."""


class DealtSeat(NamedTuple):
    """A seat's final cards, and the worth of its cards in each round."""

    cards: tuple[Card, ...]
    worths: tuple[float, ...]


class Course(NamedTuple):
    """The strength of a seat's cards in each round, and their rank at the end."""

    strengths: tuple[int, ...]
    rank: Key


def yardstick_and_courses(deals: int, dice: Random) -> tuple[Yardstick, list[str], list[Course]]:
    """Return a yardstick, the hands on it, and the courses of this many deals."""
    random_hands = (key(dice.sample(DECK, HAND_SIZE)) for _ in range(YARDSTICK_HANDS))
    keys = tuple(sorted(random_hands))
    hands: list[tuple[Card, ...]] = []
    # House players keep cards by the yardstick, and it consists of their final hands: two passes are enough.
    for _ in range(2):
        rough = Yardstick(keys)
        finals = [each.cards for _ in range(SAMPLED // SEATS) for each in dealt(rough, dice)]
        finals.sort(key=key)
        step = len(finals) / YARDSTICK_HANDS
        hands = [finals[int((index + 0.5) * step)] for index in range(YARDSTICK_HANDS)]
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


def dealt(yardstick: Yardstick, dice: Random) -> Iterator[DealtSeat]:
    """Yield the seats of one deal in which everybody stays in."""
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
        yield DealtSeat(ten, worths)


def edges(worths: tuple[float, ...]) -> Iterator[float]:
    """Yield the worths at which a higher strength begins; the higher a strength, the fewer seats have it."""
    ordered = sorted(worths)
    for strength in range(1, STRENGTHS):
        below = 1 - (1 - strength / STRENGTHS) ** 2
        yield round(ordered[int(below * len(ordered))], 4)


def yardstick_file(yardstick: Yardstick, hands: list[str]) -> bytes:
    """Return the content of the yardstick's file."""
    return compress_with_checksum(json.dumps({"hands": hands, "edges": yardstick.edges}).encode())
