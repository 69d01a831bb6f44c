"""Dice that show what a test has written down."""

from __future__ import annotations

from games.engine.chance import Chance, Draw, Seal


class Dice:
    """The House's next throws, `1-4-7` each; once they are used up, chance is what it always is."""

    def __init__(self) -> None:
        self._faces: list[int] = []

    def load(self, *throws: str) -> None:
        """Throw these next, one after the other."""
        self._faces.extend(int(face) for throw in throws for face in throw.split("-"))

    def draw(self, seal: Seal) -> Chance:
        """In place of `chance.Draw`."""
        return _Throw(self._faces) if self._faces else Draw(seal)


class _Throw:
    def __init__(self, faces: list[int]) -> None:
        self._faces = faces

    def below(self, bound: int) -> int:
        assert self._faces[0] <= bound
        return self._faces.pop(0) - 1
