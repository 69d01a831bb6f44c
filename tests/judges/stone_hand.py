"""Helpers that several tests about stone hand share."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

PAY, RETHROWS = 8, 3


BEST_FIRST = ("triple", "run", "pair", "junk", "empty")


EXAMPLES = {2: "1-2-4", 3: "1-3-5", 4: "1-4-5", 5: "1-5-7", 6: "1-6-8", 7: "1-7-8"}


"""Junk by its score."""


@dataclass(frozen=True, slots=True, order=True)
class Thrown:
    """A hand as the rulebook ranks it: by its kind, and by its score; the smaller the better."""

    place: int
    score: int

    @property
    def is_junk(self) -> bool:
        """True if it may be thrown again (SH-4)."""
        return BEST_FIRST[self.place] == "junk"


def read(numbers: tuple[int, int, int]) -> Thrown | None:
    """Return the hand of three dice; None for a show-up (SH-5)."""
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


FIRST_HANDS = {
    hand: "-".join(map(str, (one, two, three)))
    for one, two, three in product(range(1, 9), repeat=3)
    if one <= two <= three and (hand := read((one, two, three))) is not None
}


"""Dice for each hand."""


def paid(pay: int, hand: Thrown) -> int:
    """Return the pay once a hand stands (SH-2); an empty hand leaves it."""
    return min(pay, hand.score or pay)
