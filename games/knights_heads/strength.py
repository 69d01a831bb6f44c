"""How strong a seat's cards are: how many of all hands that are really laid down they would beat.

Players keep their best six cards, so what is laid down is better than ten random cards. The *yardstick* is a
row of such hands, the weakest first, gathered when house players were taught (docs/house-players.md).

What is imagined is drawn from the cards themselves, so the same cards are always as strong.

The hands for readers: what each asks for, an example of it, and how rare it is.
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
from games.engine.core.errors import phrase
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


ASKS: dict[int, str] = {
    1: phrase("All ten of one face."),
    2: phrase("All eight Kings."),
    3: phrase("Eight of one face."),
    4: phrase("Ten men: three Knights, and one of each other face but Queen."),
    5: phrase("Nobody but Kings, Queens and Knights."),
    6: phrase("One of each face, and a second Knight."),
    7: phrase("Ten women: Queens, Merchants, Dancers, Jugglers, and the one who is a Blacksmith."),
    8: phrase("A King, a Knight, four Armorers, four Blacksmiths."),
    9: phrase("Five of one face, and five of another."),
    10: phrase("Four Armorers, four Messengers, two Merchants."),
    11: phrase("Five sets of twins."),
    12: phrase("Two Kings, two Queens, four Knights."),
    13: phrase("Four Dancers, four Jugglers, two Merchants."),
    14: phrase("Four of one face, and four of another."),
    15: phrase("Four sets of twins."),
    16: phrase("Two each of five faces."),
    17: phrase("No King, no Queen, no Knight."),
    18: phrase("A King, a Queen, two Knights."),
    19: phrase("Three sets of twins."),
    20: phrase("Five men and five women."),
    21: phrase("Three each of three faces."),
    22: phrase("Four of one face."),
    23: phrase("Two sets of twins."),
    24: phrase("Three each of two faces."),
    25: phrase("One set of twins."),
    26: phrase("Three of one face."),
    27: phrase("None of all these."),
}
"""By the hand's number in the rulebook's table; Rabble is 27."""
EXAMPLES: dict[int, str] = {
    1: "S01 S02 S03 S04 S05 S06 S07 S08 S09 S10",
    2: "K01 K02 K03 K04 K05 K06 K07 K08 N04 B02",
    3: "D01 D02 D03 D04 D05 D06 D07 D08 K04 M01",
    4: "K05 N01 N02 N03 A02 M01 S01 D12 J01 B03",
    5: "K01 K06 Q01 Q02 Q07 N02 N05 N06 N10 N11",
    6: "K01 Q03 N01 N09 A01 M02 S04 D05 J02 B07",
    7: "Q01 Q05 Q06 M02 M05 D01 D02 D07 J02 B12",
    8: "K02 N12 A01 A03 A05 A10 B01 B04 B06 B09",
    9: "N01 N04 N06 N08 N11 J02 J03 J07 J10 J12",
    10: "A02 A04 A07 A11 M02 M09 S01 S02 S03 S06",
    11: "K01 K02 N01 N02 M01 M02 D01 D02 B01 B02",
    12: "K03 K04 Q02 Q08 N02 N05 N07 N12 M03 J05",
    13: "M01 M08 D03 D06 D09 D12 J01 J02 J06 J11",
    14: "N01 N02 N03 N04 B05 B06 B07 B08 Q11 M04",
    15: "K01 K02 Q01 Q02 S01 S02 J01 J02 A07 B10",
    16: "K02 K07 N03 N05 M02 M11 D04 D10 B01 B08",
    17: "A01 A05 M03 M10 S05 S09 D08 J03 J08 B11",
    18: "K06 Q09 N07 N08 A03 A11 S07 D01 J09 B05",
    19: "N01 N02 A01 A02 D01 D02 K08 S10 J12 B03",
    20: "K05 N09 A04 S08 B02 Q10 M05 D03 D11 J04",
    21: "K01 K03 K04 S02 S05 S11 B04 B09 B10 D06",
    22: "J01 J05 J08 J11 K02 K05 A06 A09 M12 B07",
    23: "Q01 Q02 B01 B02 N06 A08 A12 S04 D09 J10",
    24: "M01 M06 M09 D02 D05 D08 K04 N03 A05 S12",
    25: "S01 S02 K07 Q04 N10 A06 A11 M07 D10 J09",
    26: "N03 N07 N12 K02 K06 A04 A09 S08 J05 B01",
    27: "K03 K08 N04 A02 A10 M08 M11 S06 D12 B05",
}
"""By the same number."""
HANDS_TOTAL = 26_100_986_351_440
"""The ways to choose ten of 104 cards."""

ODDS: dict[int, int] = {
    1: 528,
    2: 4_560,
    3: 16_738_480,
    4: 100_362_240,
    5: 64_314_932,
    6: 18_919_194_624,
    7: 49_415_751,
    8: 23_522_400,
    9: 17_202_240,
    10: 16_171_650,
    11: 126,
    12: 2_794_774_752,
    13: 16_171_650,
    14: 24_407_955_000,
    15: 573_660,
    16: 107_321_068_400,
    17: 523_959_081_084,
    18: 2_756_033_500_794,
    19: 255_234_555,
    20: 3_576_885_642_906,
    21: 34_820_589_442,
    22: 2_409_920_658_182,
    23: 24_079_956_581,
    24: 1_634_726_344_952,
    25: 929_107_393_039,
    26: 7_544_313_734_514,
    27: 6_513_136_744_398,
}
"""How many of them count as each hand, by the same number: as the highest in them (KH-1).

Counted by benchmarks/knights_odds.py; for readers they stand in docs/knights-heads-odds.md.
"""


def odds(number: int, *, triplet_counts: bool = True) -> int:
    """How many hands there are of each kind; if Triplets do not count, they are Rabble (KH-4)."""
    if triplet_counts:
        return ODDS[number]
    return {26: 0, 27: ODDS[26] + ODDS[27]}.get(number, ODDS[number])
