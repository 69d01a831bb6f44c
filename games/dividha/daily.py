"""Dividha's deal of the day: which of six cards to leave out, and whether to go for Win or Lose (DV-7, DV-8).

The five others are laid beside every five that the rest of the deck can make: more than two million, each as
likely as any other. On Win counts how many of them are lower, on Lose how many are higher; equal ones share
(DV-20).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, islice
from math import comb
from typing import TypeAlias

from games.dividha.cards import DECK, in_deck_order
from games.dividha.interpretations import FACE_UP, HELD
from games.dividha.strength import strength
from games.engine.chance import stream
from games.engine.core.daily import Grading

IN = 100
"""Worths are told as so many in 100."""
COLUMNS = ("win", "lose")
PIECE = 20_000
"""Hands of the others that are looked at without a pause."""

Six: TypeAlias = tuple[str, ...]


class DividhaDaily:
    """Which one to leave out, and where the coins go."""

    def deal(self, below: Callable[[int], int]) -> Six:
        """Six cards."""
        return in_deck_order(stream.shuffled(DECK, below)[:HELD])

    def told(self, deal: Six) -> str:
        """The cards."""
        return " ".join(deal)

    def answers(self, deal: Six) -> tuple[str, ...]:
        """Each card on each column."""
        return tuple(f"{card} {column}" for column in COLUMNS for card in deal)

    def grading(self, deal: Six) -> Grading:
        """How many in 100 hands of the other cards each answer beats, out of all there are."""
        return beside(deal, [card for card in DECK if card not in deal])


def beside(six: Six, others: Sequence[str]) -> Grading:
    """How many in 100 of the fives of these other cards each answer beats."""
    own = [strength(tuple(card for card in six if card != left_out)) for left_out in six]
    edges = sorted({*own})
    # Hands below the first edge, on it, between it and the second, on that, and so on.
    counts = [0] * (2 * len(edges) + 1)
    fives = combinations(others, FACE_UP)
    while piece := list(islice(fives, PIECE)):
        _count(counts, edges, map(strength, piece))
        yield None
    every = comb(len(others), FACE_UP)
    places = [2 * edges.index(each) + 1 for each in own]
    # In halves of a hand, since equal ones share.
    lower = [2 * sum(counts[:place]) + counts[place] for place in places]
    on_win = [_in_100(each, 2 * every) for each in lower]
    on_lose = [_in_100(2 * every - each, 2 * every) for each in lower]
    yield (*on_win, *on_lose)


def _count(counts: list[int], edges: Sequence[int], strengths: Iterable[int]) -> None:
    last = len(edges)
    for each in strengths:
        at = bisect_left(edges, each)
        counts[2 * at + (at < last and edges[at] == each)] += 1


def _in_100(part: int, whole: int) -> int:
    """A share as so many in 100, rounded half up."""
    return (2 * IN * part + whole) // (2 * whole)


DAILY = DividhaDaily()
