"""The shapes that hands have.

A pattern says how many of the cards that it asks for are missing: with none missing the hand is made. So
what a hand is and how near it is are one definition. A pattern that asks for all ten cards leaves no room
for others, and is exact by itself.

Faces are counted from Kings down, 0 to 8.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from games.knights_heads.cards import FACES, KINGS, NOTABLE, TWINS, WOMEN, Card, face

HAND_SIZE = 10
HALF = 5
ALL_FACES = tuple(range(len(FACES)))
LADIES = tuple(FACES.index(each) for each in "QMDJB")

Counts = tuple[int, ...]
"""One number a face."""


@dataclass(frozen=True, slots=True)
class FaceCounts:
    """Cards, counted by face: all, the men, the women, the notable ones."""

    faces: Counts
    men: Counts
    women: Counts
    notable: Counts


def count(cards: Collection[Card]) -> FaceCounts:
    """Count cards."""
    men, women, notable = ([0] * len(FACES) for _ in range(3))
    for card in cards:
        at = face(card)
        if card in WOMEN:
            women[at] += 1
        else:
            men[at] += 1
        notable[at] += card in NOTABLE
    faces = tuple(map(sum, zip(men, women, strict=True)))
    return FaceCounts(faces, tuple(men), tuple(women), tuple(notable))


class Pattern(ABC):
    """What a hand asks for."""

    __slots__ = ()

    @abstractmethod
    def missing(self, held: FaceCounts) -> int:
        """How many cards it asks for beside those that are held."""

    @abstractmethod
    def made_of(self, held: FaceCounts) -> Counts:
        """The faces that make it, once it is held (KH-3)."""

    def compared(self, held: FaceCounts) -> Counts:
        """The faces that decide between two such hands, highest first (KH-2)."""
        return self.made_of(held)


@dataclass(frozen=True, slots=True)
class Sets(Pattern):
    """A number of sets of one face each; Kings have no part in it if there are too few of them."""

    sets: int
    of: int

    def missing(self, held: FaceCounts) -> int:
        """What the fullest sets lack."""
        of = self.of
        faces = held.faces if of <= KINGS else held.faces[1:]
        return sum([of - min(each, of) for each in sorted(faces)[-self.sets :]])

    def made_of(self, held: FaceCounts) -> Counts:
        """The faces of the sets."""
        return tuple(at for at in ALL_FACES if held.faces[at] >= self.of)


@dataclass(frozen=True, slots=True)
class Twins(Pattern):
    """A number of sets of both notable cards of a face."""

    sets: int

    def missing(self, held: FaceCounts) -> int:
        """What the faces that have most notable cards lack."""
        return len(TWINS) * self.sets - sum(sorted(held.notable)[-self.sets :])

    def made_of(self, held: FaceCounts) -> Counts:
        """The faces of the twins."""
        return tuple(at for at in ALL_FACES if held.notable[at] == len(TWINS))


@dataclass(frozen=True, slots=True)
class Named(Pattern):
    """Cards of faces that are named, one letter a card; with `men_only`, men alone."""

    cards: str
    men_only: bool = False

    def missing(self, held: FaceCounts) -> int:
        """What each face lacks of the cards named."""
        found = held.men if self.men_only else held.faces
        return len(self.cards) - sum(map(min, found, _by_face(self.cards)))

    def made_of(self, _held: FaceCounts) -> Counts:
        """The faces named, and all cards of them."""
        return tuple(at for at in ALL_FACES if FACES[at] in self.cards)

    def compared(self, _held: FaceCounts) -> Counts:
        """Nothing: the faces are fixed."""
        return ()


@cache
def _by_face(letters: str) -> Counts:
    return tuple(letters.count(each) for each in FACES)


@dataclass(frozen=True, slots=True)
class _AllTen(Pattern):
    """A hand that speaks of all ten cards."""

    def made_of(self, _held: FaceCounts) -> Counts:
        """All."""
        return ALL_FACES

    def compared(self, held: FaceCounts) -> Counts:
        """The ten faces."""
        return tuple(at for at in ALL_FACES for _ in range(held.faces[at]))


@dataclass(frozen=True, slots=True)
class Only(_AllTen):
    """Nothing but these faces."""

    faces: str

    def missing(self, held: FaceCounts) -> int:
        """As many as are not of these faces."""
        return HAND_SIZE - sum(held.faces[at] for at in ALL_FACES if FACES[at] in self.faces)


@dataclass(frozen=True, slots=True)
class LadiesInWaiting(_AllTen):
    """Ten women, and each of the five faces that have women is among them."""

    def missing(self, held: FaceCounts) -> int:
        """As many as are no women, and at least one for each face that is missing."""
        faces_missing = sum([not held.women[at] for at in LADIES])
        return max(HAND_SIZE - sum(held.women), faces_missing)


@dataclass(frozen=True, slots=True)
class Family(_AllTen):
    """Five men and five women."""

    def missing(self, held: FaceCounts) -> int:
        """What each five lack."""
        return HAND_SIZE - min(sum(held.men), HALF) - min(sum(held.women), HALF)
