"""What can be made on one side of the cards: mortals, one immortal suit, and the other one's Deuce.

The Syncretic Rule (DV-2) keeps every hand on one side. Which hands are worth looking at
there follows from how often each value is there; which of them is best, and whether a Deuce
may be an Ace in it, from which of these cards are immortal. Pure hands and Corruption are
not looked for: they hang on more than that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import itemgetter
from typing import TypeAlias

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
"""Where the Deuce of the other suit is counted: no card has this value."""
Group: TypeAlias = tuple[int, int]
"""A value and how many cards of it are in a hand, the wild card not counted."""
Pattern: TypeAlias = tuple[int, tuple[Group, ...]]
"""A place in DV-1 and the groups that fill it."""


@dataclass(frozen=True, slots=True)
class Stock:
    """How many cards of each value a side has, its Deuces read in one way.

    `counts` hold neither immortal sixes nor the Deuces whose bits are `deuces`; those are
    all read as `deuces_value`.
    """

    counts: tuple[int, ...]
    sixes: int
    deuces: int
    deuces_value: int

    @property
    def wild(self) -> int:
        """1 where the wild card is there: it betters every hand of its side, and so is in each."""
        return self.counts[WILD]

    def deuces_as(self, value: int) -> int:
        """How many of the Deuces are read so."""
        return self.deuces.bit_count() if value == self.deuces_value else 0

    def held(self) -> list[Group]:
        """The values that are there, highest first, and how many cards of each can make a group."""
        counts = list(self.counts)
        counts[self.deuces_value] += self.deuces.bit_count()
        # Sixes of one suit make no group; a wild card is of another.
        is_of_one_suit = not counts[SIX] and not self.wild
        counts[SIX] += min(self.sixes, 1) if is_of_one_suit else self.sixes
        return [(value, counts[value]) for value in range(ACE, TWO - 1, -1) if counts[value]]


@dataclass(frozen=True, slots=True)
class Made:
    """A hand of a side.

    `uses` are the bits of its values, of the wild card and of the other Deuce: each of which
    the side has an immortal card counts for the Immortal Majority, as do `sixes`. Of `needs`,
    where there are any, it must have one, or a Deuce would be no Ace.
    """

    number: int
    groups: tuple[Group, ...]
    sixes: int
    uses: int
    needs: int
    deuces_as_aces: int


def made_on(counts: tuple[int, ...], sixes: int) -> Iterator[Made]:
    """The hands of which one is the side's best, whichever of its cards are immortal."""
    other_deuce = counts[OTHER_DEUCE] << OTHER_DEUCE
    stock = Stock(counts, sixes, other_deuce, TWO)
    best_first = groupby(_patterns(stock), key=itemgetter(0))
    number, patterns = next(best_first, (HIGH_CARD, iter(())))
    yield from (_made(stock, pattern) for pattern in patterns)
    if other_deuce:
        yield from _made_with_aces(Stock(counts, sixes, other_deuce, ACE), number)
    if other_deuce and counts[TWO]:
        without_own = (*counts[:TWO], counts[TWO] - 1, *counts[TWO + 1 :])
        yield from _made_with_aces(Stock(without_own, sixes, other_deuce | 1 << TWO, ACE), number)


def _made_with_aces(stock: Stock, lowest: int) -> Iterator[Made]:
    """The hands down to a place in DV-1 in which all Deuces of the stock are Aces."""
    for number, groups in _patterns(stock):
        aces = dict(groups).get(ACE, 0)
        if number <= lowest and number != HIGH_CARD and aces >= stock.deuces_as(ACE):
            yield _made(stock, (number, groups))


def _patterns(stock: Stock) -> Iterator[Pattern]:
    """All that the counts allow, highest place first."""
    wild, held = stock.wild, stock.held()
    there = [value for value, _ in held]
    # With the wild card, so many of the others make a pair, a three, a four and a five.
    two, three, four, five = (
        [value for value, count in held if count >= size] for size in range(2 - wild, 6 - wild)
    )
    yield from ((FIVE_OF_A_KIND, ((value, 5 - wild),)) for value in five)
    yield from ((FOUR_OF_A_KIND, ((value, 4 - wild),)) for value in four)
    yield from ((FULL_HOUSE, groups) for groups in _full_houses(stock.wild, two, three))
    yield from ((STRAIGHT, tuple((value, 1) for value in row)) for row in _straights(there, 5 - wild))
    yield from ((THREE_OF_A_KIND, ((value, 3 - wild),)) for value in three)
    if not wild:
        yield from ((TWO_PAIR, ((high, 2), (low, 2))) for high, low in combinations(two, 2))
    yield from ((ONE_PAIR, ((value, 2 - wild),)) for value in two)
    if not wild:
        yield from ((HIGH_CARD, ((value, 1),)) for value in there[:1])


def _full_houses(wild: int, two: list[int], three: list[int]) -> Iterator[tuple[Group, ...]]:
    if wild:
        yield from (((high, 2), (low, 2)) for high, low in combinations(three, 2))
    else:
        yield from (((high, 3), (low, 2)) for high in three for low in two if low != high)


def _straights(there: list[int], size: int) -> list[tuple[int, ...]]:
    """So many cards of one straight, a wild card in the place of the fifth."""
    if len(there) < size:
        return []
    rows = ([value for value in there if value in straight] for straight in _STRAIGHTS)
    return sorted({cards for row in rows for cards in combinations(row, size)}, reverse=True)


_STRAIGHTS = [{ACE if value == ACE_LOW else value for value in straight} for straight in STRAIGHTS]


def _made(stock: Stock, pattern: Pattern) -> Made:
    number, groups = pattern
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
    return Made(number, groups, sixes, uses, _needs(stock, uses, sixes, deuces_as_aces), deuces_as_aces)


def _needs(stock: Stock, uses: int, sixes: int, deuces_as_aces: int) -> int:
    """The bits of which one must be an immortal card's, so that the Deuces stand beside the other suit."""
    match deuces_as_aces:
        case 2:
            return 1 << TWO
        case 1 if not stock.wild and not sixes:
            return uses & ~(1 << OTHER_DEUCE)
        case _:
            return 0
