"""Knights' Heads' deal of the day: which three of nine cards to give away (KH-7).

What comes for them, and the luck card, is dealt many thousand times: three from a neighbour who gives the
lowest of nine, as whoever lets the time run out does (TB-8). The ten cards are laid beside hands that were
really laid down (`strength.py`). All answers meet the same deals, which follow from the nine cards alone.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import TypeAlias

from games.engine.chance import stream
from games.engine.core.daily import Grading
from games.knights_heads.cards import DECK, Card, in_deck_order
from games.knights_heads.dealing import NINE
from games.knights_heads.exchange import RABBLE_SIZE, height
from games.knights_heads.strength import Yardstick, yardstick

IN = 100
"""Worths are told as so many in 100."""
DEALS = 10_000
PIECE = 100
"""Deals that are looked at without a pause."""

Nine: TypeAlias = tuple[Card, ...]


class KnightsDaily:
    """Which three to give away."""

    def deal(self, below: Callable[[int], int]) -> Nine:
        """Nine cards."""
        return in_deck_order(stream.shuffled(DECK, below)[:NINE])

    def told(self, deal: Nine) -> str:
        """The cards."""
        return " ".join(deal)

    def answers(self, deal: Nine) -> tuple[str, ...]:
        """Every three of the nine."""
        return tuple(map(" ".join, combinations(deal, RABBLE_SIZE)))

    def grading(self, deal: Nine) -> Grading:
        """How many in 100 hands that are laid down each answer beats on average."""
        kept = [tuple(card for card in deal if card not in gone) for gone in combinations(deal, RABBLE_SIZE)]
        measure, unknown = yardstick(triplet_counts=True), [card for card in DECK if card not in deal]
        dice = Random(" ".join(deal))  # noqa: S311 -- it only imagines cards
        beaten = [0.0] * len(kept)
        for count in range(1, DEALS + 1):
            _lay(beaten, kept, _coming(dice, unknown), measure)
            if not count % PIECE:
                yield None
        yield tuple(round(IN * each / DEALS) for each in beaten)


def _coming(dice: Random, unknown: list[Card]) -> tuple[Card, ...]:
    """The neighbour's three lowest cards, and a luck card."""
    *nine, luck = dice.sample(unknown, NINE + 1)
    return (*sorted(nine, key=height)[:RABBLE_SIZE], luck)


def _lay(beaten: list[float], kept: list[Nine], coming: Nine, measure: Yardstick) -> None:
    for at, six in enumerate(kept):
        beaten[at] += measure.worth((*six, *coming))


DAILY = KnightsDaily()
