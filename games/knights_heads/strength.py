"""How strong somebody's cards are: how many of all hands that are really laid down they would beat.

Players keep their best six cards, so what is laid down is better than ten random cards. The *yardstick* is a
row of such hands, the weakest first, gathered when house players were taught (docs/house-players.md). What is
imagined is drawn from the cards themselves, so the same cards are always as strong.
"""

from __future__ import annotations

import json
from bisect import bisect, bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

from games.engine.betting.house import contents
from games.engine.core.names import Skill
from games.knights_heads.cards import DECK, Card
from games.knights_heads.hands import HAND_SIZE, Key, key
from games.knights_heads.rules import NINE, RABBLE_SIZE

KEPT = NINE - RABBLE_SIZE
FUTURES: Mapping[Skill, int] = {"apprentice": 1, "regular": 5, "master": 20}
"""Imagined ways to fill up a hand when judging which cards to keep."""
PROSPECTS = 60
"""Imagined ways to fill up the cards that are kept, when judging how strong they are."""


@dataclass(frozen=True, slots=True)
class Yardstick:
    """Hands that were laid down, the weakest first, and where strengths end."""

    keys: tuple[Key, ...]
    edges: tuple[tuple[float, ...], ...] = ()
    """For each round the worths at which a strength ends and the next begins."""
    triplet_counts: bool = True

    def worth(self, cards: Sequence[Card]) -> float:
        """The share of all hands that these ten cards beat; those that are alike count half."""
        found = key(cards, triplet_counts=self.triplet_counts)
        keys = self.keys
        below = bisect_left(keys, found)
        return (below + bisect(keys, found, below)) / (2 * len(keys))

    def strength(self, worth: float, stage: int) -> int:
        """How strong cards of that worth are in that round, from 0 to `STRENGTHS` - 1."""
        return bisect(self.edges[stage], worth)


def best_to_keep(cards: Sequence[Card], yardstick: Yardstick, skill: Skill = "master") -> tuple[Card, ...]:
    """The six of nine cards that promise most, found by dropping the worst one three times."""
    unknown, dice = _unknown(cards), _dice(cards)
    futures = [dice.sample(unknown, HAND_SIZE - KEPT) for _ in range(FUTURES[skill])]
    kept = tuple(cards)
    while len(kept) > KEPT:
        missing = HAND_SIZE - len(kept) + 1
        kept = max(
            combinations(kept, len(kept) - 1),
            key=lambda held: _mean(yardstick.worth((*held, *coming[:missing])) for coming in futures),
        )
    return kept


def promise(kept: Sequence[Card], cards: Sequence[Card], yardstick: Yardstick) -> float:
    """What these six of nine cards are worth on average, with four that come."""
    unknown, dice = _unknown(cards), _dice(kept)
    comings = (dice.sample(unknown, HAND_SIZE - KEPT) for _ in range(PROSPECTS))
    return _mean(yardstick.worth((*kept, *coming)) for coming in comings)


def prospect(cards: Sequence[Card], gave: Sequence[Card], yardstick: Yardstick) -> float:
    """What nine cards are worth on average over all luck cards, of which none is among those given away."""
    lucks = _unknown((*cards, *gave))
    return _mean(yardstick.worth((*cards, luck)) for luck in lucks)


@cache
def yardstick(*, triplet_counts: bool) -> Yardstick:
    """The yardstick by which house players were taught, read when it is first needed."""
    told = json.loads(contents("games.knights_heads", "yardstick.table"))
    keys = sorted(key(hand.split(), triplet_counts=triplet_counts) for hand in told["hands"])
    return Yardstick(tuple(keys), tuple(map(tuple, told["edges"])), triplet_counts)


def _mean(worths: Iterable[float]) -> float:
    total = count = 0.0
    for each in worths:
        total += each
        count += 1
    return total / count


def _unknown(cards: Sequence[Card]) -> list[Card]:
    told = set(cards)
    return [card for card in DECK if card not in told]


def _dice(cards: Sequence[Card]) -> Random:
    """Chance that is the same for the same cards; no card is dealt from it."""
    return Random(" ".join(cards))  # noqa: S311 -- it only imagines cards
