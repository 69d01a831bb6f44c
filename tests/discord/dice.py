"""Dice and decks that show what a test has written down."""

from __future__ import annotations

from games.engine.fairness.chance import Chance, Draw, Seal


class Dice:
    """The House's next throws, `1-4-7` each, and what lies on top of its next deck.

    Once they are used up, chance is what it always is.
    """

    def __init__(self) -> None:
        self._faces: list[int] = []
        self._top: list[str] = []

    def load(self, *throws: str) -> None:
        """Throw these next, one after the other."""
        self._faces.extend(int(face) for throw in throws for face in throw.split("-"))

    def stack(self, cards: str) -> None:
        """Deal these first from the next deck that is shuffled."""
        self._top.extend(cards.split())

    def draw(self, seal: Seal) -> Chance:
        """In place of `chance.Draw`."""
        return _Loaded(self._faces, self._top, Draw(seal))


class _Loaded:
    def __init__(self, faces: list[int], top: list[str], fair: Draw) -> None:
        self._faces = faces
        self._top = top
        self._fair = fair

    def below(self, bound: int) -> int:
        if not self._faces:
            return self._fair.below(bound)
        assert self._faces[0] <= bound
        return self._faces.pop(0) - 1

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        if not self._top:
            return self._fair.shuffled(cards)
        top = tuple(self._top)
        self._top.clear()
        assert set(top) <= set(cards)
        return (*top, *(card for card in self._fair.shuffled(cards) if card not in top))
