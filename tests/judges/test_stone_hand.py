"""Stone Hand's house player beside the exact plan of a round between two, worked out backwards by itself.

The pay that a show-up lifts is left aside: it comes once in 43 throws.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from games.engine.chance.seals import Draw, Seal
from games.engine.core.game import Seat
from games.stone_hand.game import STONE_HAND
from tests.games.stone_hand.scripted import Round, dice

PAY, RETHROWS = 8, 3
BEST_FIRST = ("triple", "run", "pair", "junk", "empty")
EXAMPLES = {2: "1-2-4", 3: "1-3-5", 4: "1-4-5", 5: "1-5-7", 6: "1-6-8", 7: "1-7-8"}
"""Junk by its score."""
CHOICES_DIFFER_MAX = Fraction(4, 100)
LOSS_MAX = Fraction(2, 100)
"""In units, a round: a thousandth of the usual wager of twenty."""


@dataclass(frozen=True, slots=True, order=True)
class Thrown:
    """A hand as the rulebook ranks it: by its kind, and by its score; the smaller the better."""

    place: int
    score: int

    @property
    def is_junk(self) -> bool:
        """Whether it may be thrown again (SH-4)."""
        return BEST_FIRST[self.place] == "junk"


def read(numbers: tuple[int, int, int]) -> Thrown | None:
    """What three dice are; None for a show-up (SH-5)."""
    low, middle, high = sorted(numbers)
    if (low, middle, high) in ((2, 4, 6), (4, 6, 8)):
        return None
    if (low, middle, high) in ((1, 4, 7), (2, 5, 8)):
        return Thrown(4, 0)
    if low == high:
        return Thrown(0, low)
    if middle in (low, high):
        return Thrown(2, high if middle == low else low)
    return Thrown(1 if high - low == 2 else 3, middle)


def _throws() -> Counter[Thrown]:
    found = (read((one, two, three)) for one, two, three in product(range(1, 9), repeat=3))
    return Counter(each for each in found if each is not None)


THROWS = _throws()
EVERY = THROWS.total()
JUNK = sum(count for hand, count in THROWS.items() if hand.is_junk)
FIRST_HANDS = {
    hand: "-".join(map(str, (one, two, three)))
    for one, two, three in product(range(1, 9), repeat=3)
    if one <= two <= three and (hand := read((one, two, three))) is not None
}
"""Some dice for each hand."""


def paid(pay: int, hand: Thrown) -> int:
    """The pay once a hand stands (SH-2); an empty leaves it."""
    return min(pay, hand.score or pay)


@cache
def second(first: Thrown, throws: int) -> Fraction:
    """What so many throws are worth to the second player against a hand that stands."""
    return (
        sum((count * second_at(first, hand, throws - 1) for hand, count in THROWS.items()), Fraction(0))
        / EVERY
    )


@cache
def second_at(first: Thrown, hand: Thrown, rethrows: int) -> Fraction:
    """What a hand is worth to the second player, who keeps or rethrows it as is best."""
    kept = second_kept(first, hand)
    return max(kept, second(first, rethrows)) if hand.is_junk and rethrows else kept


def second_kept(first: Thrown, hand: Thrown) -> Fraction:
    """What comes of keeping (SH-6): of two empties nothing."""
    pay = paid(paid(PAY, first), hand)
    return Fraction(pay * ((hand < first) - (hand > first)))


@cache
def first(throws: int) -> Fraction:
    """What so many throws are worth to the first player."""
    worth = (count * first_at(hand, throws - 1) for hand, count in THROWS.items())
    return sum(worth, Fraction(0)) / EVERY


def first_at(hand: Thrown, rethrows: int) -> Fraction:
    """What a hand is worth to the first player: what one wins the other loses."""
    kept = -second(hand, 1 + RETHROWS)
    return max(kept, first(rethrows)) if hand.is_junk and rethrows else kept


def decided(played: Round) -> str:
    """What a house player presses."""
    seat = Seat(played.turn)
    view = STONE_HAND.view(played.state, seat)
    return STONE_HAND.decide(view, STONE_HAND.offers(played.state, seat), Draw(Seal("00"))).key


def turned(before: Round, text: str, rethrows: int) -> Round:
    """Whoever's turn it is has junk, with so many rethrows left."""
    return before.throws(text).rethrows(*[text] * (RETHROWS - rethrows))


def test_all_throws_are_there() -> None:
    """512 throws without 12 show-ups, in the five kinds of the rulebook's table."""
    kinds = Counter[str]()
    for hand, count in THROWS.items():
        kinds[BEST_FIRST[hand.place]] += count

    assert kinds == {"triple": 8, "run": 36, "pair": 168, "junk": 276, "empty": 12}


def test_the_first_player_loses_next_to_nothing() -> None:
    """TB-12: of the choices of a first player few differ from the plan's, and they cost little."""
    differ, lost, asked, reached = Fraction(0), Fraction(0), Fraction(0), Fraction(1, EVERY)
    for rethrows in (3, 2, 1):
        for score, text in EXAMPLES.items():
            hand = Thrown(3, score)
            kept, thrown = -second(hand, 1 + RETHROWS), first(rethrows)
            is_thrown = decided(turned(Round(20, 20), text, rethrows)) == "rethrow"
            likely = reached * THROWS[hand]
            asked += likely
            differ += likely * (is_thrown != (thrown > kept))
            lost += likely * (max(kept, thrown) - (thrown if is_thrown else kept))
        reached *= Fraction(JUNK, EVERY)

    assert 0 < differ / asked <= CHOICES_DIFFER_MAX
    assert lost <= LOSS_MAX


@pytest.mark.parametrize("before", FIRST_HANDS.values(), ids=str)
def test_the_second_player_follows_the_plan(before: str) -> None:
    """TB-12: whoever throws last knows what there is to beat, and makes no mistake."""
    standing = read(dice(before))
    assert standing is not None
    for rethrows in (3, 2, 1):
        for score, text in EXAMPLES.items():
            kept, thrown = second_kept(standing, Thrown(3, score)), second(standing, rethrows)
            played = turned(Round(20, 20).takes(before), text, rethrows)
            assert decided(played) == ("rethrow" if thrown > kept else "keep")
