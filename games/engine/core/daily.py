"""What a game asks in the deal of the day: one deal, a few answers, and what each of them is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeAlias, TypeVar

D = TypeVar("D")

Worths: TypeAlias = tuple[int, ...]
"""What each answer is worth, in the order of the answers; in units of the game, rounded to whole ones.

Answers that are worth the same are equally good: what rounding hides matters to nobody.
"""
Grading: TypeAlias = Iterator[Worths | None]
"""Work in short pieces: None after each of them, and the worths at the end."""

BEST = 5
"""As many stars as the best answer has."""
STARS = ((0, BEST), (10, 4), (25, 3), (50, 2))
"""Hundredths of the way down from the best answer to the worst that are lost at most, and the stars."""
LAST = 1


class DailyGame(Protocol[D]):
    """A game's deal of the day; it has no other rules than those of the game."""

    def deal(self, below: Callable[[int], int]) -> D:
        """A deal; `below` draws a number from 0 to its bound - 1."""
        ...

    def told(self, deal: D) -> str:
        """The deal in a line of plain letters."""
        ...

    def answers(self, deal: D) -> tuple[str, ...]:
        """All that may be answered, in an order that tells nothing."""
        ...

    def grading(self, deal: D) -> Grading:
        """Find out what each answer is worth; the same deal always gives the same."""
        ...


def graded(grading: Grading) -> Worths:
    """The worths at the end of the work, done without a pause."""
    return next(worths for worths in grading if worths is not None)


def stars(worths: Worths, answer: int) -> int:
    """How good an answer is, from `LAST` to `BEST`."""
    best, worst = max(worths), min(worths)
    lost = 100 * (best - worths[answer])
    return next((count for share, count in STARS if lost <= share * (best - worst)), LAST)
