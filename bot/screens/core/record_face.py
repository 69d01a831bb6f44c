"""What a game says of many hands: an evening's, or those of somebody's record."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.screens.core.picture import Lane
from games.engine.core.errors import phrase
from games.engine.core.titles import BestHand


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of hand in somebody's record: how many there were, and how many chance would make of all.

    `deeds` are the words by which it is counted. Of some kinds chance says nothing.
    """

    name: str
    deeds: tuple[str, ...]
    count: int
    usual: float | None


def kinds_of(
    chances: Iterable[tuple[str, tuple[str, ...], float | None]], counts: Mapping[str, int]
) -> tuple[Kind, ...]:
    """Kinds with their names, words and chances, in a record where these are counted."""
    listed = [(*each, sum(counts.get(deed, 0) for deed in each[1])) for each in chances]
    whole = sum(count for *_, count in listed)
    return tuple(
        Kind(name, deeds, count, None if chance is None else whole * chance)
        for name, deeds, chance, count in listed
    )


@dataclass(frozen=True, slots=True)
class Lasting:
    """What is said of a game's points that last: over those who have most, and where nobody has any."""

    title: str
    nobody: str
    has_prizes: bool = False


class RecordFace(Protocol):
    """Hands, kinds of hands and deeds, as they are counted."""

    by_chance: str
    """What stands beside the hands in somebody's record, and why luck is told of it or not."""
    most: str = phrase("Biggest pot: {who}")
    """What an evening says of the most that anybody won by a hand."""
    lasting: Lasting | None = None
    """What is said of its points, if they last from game to game."""

    @abstractmethod
    def best(self, hand: BestHand) -> str:
        """A hand in somebody's record: its cards, and what it is."""

    @abstractmethod
    def laid_out(self, hand: BestHand) -> tuple[Lane, str]:
        """The same for a picture: its tiles and what they are, and the cards in words."""

    @abstractmethod
    def kinds(self, counts: Mapping[str, int]) -> tuple[Kind, ...]:
        """The kinds of hands that a record counts, best first, each beside what chance would give."""

    @abstractmethod
    def deeds(self, counts: Mapping[str, int]) -> str:
        """What the game turns on, as often as somebody's record says; empty if nothing of it happened."""
