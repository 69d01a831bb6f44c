"""The shapes that hands have.

A pattern asks for `size` cards and says how many of those `kept` are held: with all of them the hand
is made, with one fewer one card is missing. So what a hand is and how near it is are one definition. A
pattern that asks for all ten cards leaves no room for others, and is exact by itself.

Faces are counted from Kings down, 0 to 8.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from operator import mul

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

    @property
    @abstractmethod
    def size(self) -> int:
        """How many cards it asks for."""

    @abstractmethod
    def kept(self, held: FaceCounts) -> int:
        """How many of them are held."""

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

    @property
    def size(self) -> int:
        """Every card of every set."""
        return self.sets * self.of

    def kept(self, held: FaceCounts) -> int:
        """The cards of the fullest sets."""
        of = self.of
        faces = held.faces if of <= KINGS else held.faces[1:]
        return sum([min(each, of) for each in sorted(faces)[-self.sets :]])

    def made_of(self, held: FaceCounts) -> Counts:
        """The faces of the sets."""
        return tuple(at for at in ALL_FACES if held.faces[at] >= self.of)


@dataclass(frozen=True, slots=True)
class Twins(Pattern):
    """A number of sets of both notable cards of a face."""

    sets: int

    @property
    def size(self) -> int:
        """Two cards a set."""
        return len(TWINS) * self.sets

    def kept(self, held: FaceCounts) -> int:
        """The notable cards of the faces that have most of them."""
        return sum(sorted(held.notable)[-self.sets :])

    def made_of(self, held: FaceCounts) -> Counts:
        """The faces of the twins."""
        return tuple(at for at in ALL_FACES if held.notable[at] == len(TWINS))


@dataclass(frozen=True, slots=True)
class Named(Pattern):
    """Cards of faces that are named, one letter a card; with `men_only`, men alone."""

    cards: str
    men_only: bool = False

    @property
    def size(self) -> int:
        """As many as are named."""
        return len(self.cards)

    def kept(self, held: FaceCounts) -> int:
        """The cards of each face, as many as are named."""
        found = held.men if self.men_only else held.faces
        return sum(map(min, found, _by_face(self.cards)))

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

    @property
    def size(self) -> int:
        """All."""
        return HAND_SIZE

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

    def kept(self, held: FaceCounts) -> int:
        """The cards of these faces."""
        return sum(map(mul, held.faces, _by_face(self.faces)))


@dataclass(frozen=True, slots=True)
class LadiesInWaiting(_AllTen):
    """Ten women, and each of the five faces that have women is among them."""

    def kept(self, held: FaceCounts) -> int:
        """The women, but for each face that is missing a place is kept free."""
        faces_missing = sum([not held.women[at] for at in LADIES])
        return min(sum(held.women), HAND_SIZE - faces_missing)


@dataclass(frozen=True, slots=True)
class Family(_AllTen):
    """Five men and five women."""

    def kept(self, held: FaceCounts) -> int:
        """Five of each at most."""
        return min(sum(held.men), HALF) + min(sum(held.women), HALF)
