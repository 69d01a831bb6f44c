"""What can be made on one side of the cards: mortals, one immortal suit, and the other one's Deuce.

The Syncretic Rule (DV-2) keeps every hand on one side. How many cards of each value there are
decides which hands are worth looking at. Which of them is best, and whether a Deuce may be an Ace
in it, depends on which of those cards are immortal. Pure hands and Corruption need more than that,
and are not looked for here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.dividha.cards import ACE, SIX, TWO, WILD
from games.dividha.readings import (
    ACE_LOW,
    FIVE_OF_A_KIND,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    STRAIGHT,
    STRAIGHTS,
    THREE_OF_A_KIND,
    TWO_PAIR,
)

OTHER_DEUCE = 1
"""The index under which the Deuce of the other suit is counted: no card has this value."""
Group: TypeAlias = tuple[int, int]
"""A value and how many cards of it are in a hand, the wild card not counted."""
Groups: TypeAlias = tuple[Group, ...]


class Stock(NamedTuple):
    """Cards of a side with special roles, with its Deuces read in one way.

    `wild` is 1 if the wild card is there; it improves every hand of its side, and so is in each.
    `sixes` are those of the side's own suit. The Deuces in the bits of `deuces` are read as `deuces_value`.
    """

    wild: int
    sixes: int
    deuces: int
    deuces_value: int

    def deuces_as(self, value: int) -> int:
        """How many of the Deuces are read as this value."""
        return self.deuces.bit_count() if value == self.deuces_value else 0

    def held(self, counts: Sequence[int]) -> list[Group]:
        """The values present, highest first, and how many cards of each can make a group.

        `counts` hold neither the sixes nor the Deuces of this stock.
        """
        held = list(counts)
        held[self.deuces_value] += self.deuces.bit_count()
        # Sixes of one suit make no group; a wild card is of another.
        is_of_one_suit = not held[SIX] and not self.wild
        held[SIX] += min(self.sixes, 1) if is_of_one_suit else self.sixes
        return [(value, held[value]) for value in range(ACE, TWO - 1, -1) if held[value]]


class SideMade(NamedTuple):
    """A hand of a side.

    `uses` has bits for its values, the wild card and the other Deuce: each of which the side has an
    immortal card counts for the Immortal Majority, and so do `sixes`. If `needs` has any bits, an
    immortal card of one of them is required, or a Deuce would be no Ace.
    """

    number: int
    groups: Groups
    sixes: int
    uses: int
    needs: int
    deuces_as_aces: int


def made_on(counts: Sequence[int], sixes: int) -> Iterator[SideMade]:
    """Candidates for the side's best hand, whichever of its cards are immortal."""
    wild, other_deuce = counts[WILD], counts[OTHER_DEUCE] << OTHER_DEUCE
    stock = Stock(wild, sixes, other_deuce, TWO)
    number, best = next(_patterns(wild, stock.held(counts)), (HIGH_CARD, []))
    yield from (_made(stock, number, groups) for groups in best)
    if other_deuce:
        yield from _made_with_aces(Stock(wild, sixes, other_deuce, ACE), counts, number)
    if other_deuce and counts[TWO]:
        without_own = (*counts[:TWO], counts[TWO] - 1, *counts[TWO + 1 :])
        stock = Stock(wild, sixes, other_deuce | 1 << TWO, ACE)
        yield from _made_with_aces(stock, without_own, number)


def _made_with_aces(stock: Stock, counts: Sequence[int], lowest: int) -> Iterator[SideMade]:
    """Hands, no lower in DV-1 than `lowest`, in which all Deuces of the stock are Aces."""
    for number, found in _patterns(stock.wild, stock.held(counts)):
        if lowest < number or number == HIGH_CARD:
            return
        for groups in found:
            if dict(groups).get(ACE, 0) >= stock.deuces_as(ACE):
                yield _made(stock, number, groups)


def _patterns(wild: int, held: list[Group]) -> Iterator[tuple[int, list[Groups]]]:
    """The places in DV-1 that these groups allow, highest first, and the groups for each."""
    # With the wild card, so many of the others make a pair, a three, a four and a five.
    two, three, four, five = (_alike(held, size) for size in range(2 - wild, 6 - wild))
    if five:
        yield FIVE_OF_A_KIND, [((value, 5 - wild),) for value in five]
    if four:
        yield FOUR_OF_A_KIND, [((value, 4 - wild),) for value in four]
    full = _full_houses(wild, two, three)
    if full:
        yield FULL_HOUSE, full
    straights = straights_among(sum(1 << value for value, _ in held), 5 - wild)
    if straights:
        yield STRAIGHT, straights
    if three:
        yield THREE_OF_A_KIND, [((value, 3 - wild),) for value in three]
    if len(two) > 1 and not wild:
        yield TWO_PAIR, [((high, 2), (low, 2)) for high, low in combinations(two, 2)]
    if two:
        yield ONE_PAIR, [((value, 2 - wild),) for value in two]
    if held and not wild:
        yield HIGH_CARD, [((held[0][0], 1),)]


def _alike(held: list[Group], size: int) -> list[int]:
    return [value for value, count in held if count >= size]


def _full_houses(wild: int, two: list[int], three: list[int]) -> list[Groups]:
    if wild:
        return [((high, 2), (low, 2)) for high, low in combinations(three, 2)]
    return [((high, 3), (low, 2)) for high in three for low in two if low != high]


def straights_among(values: int, size: int) -> list[Groups]:
    """Ways to take `size` cards of one straight from these values (bits); with 4, a wild card is the 5th."""
    return [groups for row, groups in _ROWS[size] if values & row == row]


STRAIGHTS_OF_VALUES = [
    sorted(ACE if value == ACE_LOW else value for value in straight) for straight in STRAIGHTS
]
_ROWS = {
    size: [
        (sum(1 << value for value in row), tuple((value, 1) for value in row))
        for row in {cards for straight in STRAIGHTS_OF_VALUES for cards in combinations(straight, size)}
    ]
    for size in (4, 5)
}


@cache
def _made(stock: Stock, number: int, groups: Groups) -> SideMade:
    uses = stock.wild << WILD
    sixes = deuces_as_aces = 0
    for value, count in groups:
        deuces = stock.deuces_as(value)
        if deuces:
            uses |= stock.deuces
            deuces_as_aces = deuces if value == ACE else 0
        if value == SIX:
            is_alone = stock.wild or count == 1
            # Without a wild card one of a group has to be of another suit.
            sixes = min(stock.sixes, count if is_alone else count - 1)
        elif count > deuces:
            uses |= 1 << value
    return SideMade(number, groups, sixes, uses, _needs(stock, uses, sixes, deuces_as_aces), deuces_as_aces)


def _needs(stock: Stock, uses: int, sixes: int, deuces_as_aces: int) -> int:
    """Bits of which one must be an immortal card's, so that the Deuces stand beside the other suit."""
    match deuces_as_aces:
        case 2:
            return 1 << TWO
        case 1 if not stock.wild and not sixes:
            return uses & ~(1 << OTHER_DEUCE)
        case _:
            return 0
