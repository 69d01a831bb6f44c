"""Dice and decks that show what a test has written down."""

from __future__ import annotations

from games.engine.provable_chance import Chance, Draw, Seal


class Dice:
    """The House's next throws, `1-4-7` each, and what lies on top of its next deck.

    Once they are used up, chance is what it always is.
    """

    def __init__(self) -> None:
        self._faces: list[int] = []
        self._top: list[str] = []
        self._given: dict[tuple[str, int], list[int]] = {}

    def load(self, *throws: str) -> None:
        """Throw these next, one after the other."""
        self._faces.extend(int(face) for throw in throws for face in throw.split("-"))

    def stack(self, cards: str) -> None:
        """Deal these first from the next deck that is shuffled."""
        self._top.extend(cards.split())

    def draw(self, seal: Seal) -> Chance:
        """Stand in for `chance.Draw`; a repeated draw, as by a house player ahead, is the same."""
        given = self._given.setdefault((seal.seed, seal.drawn), [])
        return _Loaded(self._faces, self._top, Draw(seal), given)


class _Loaded:
    def __init__(self, faces: list[int], top: list[str], fair: Draw, given: list[int]) -> None:
        self._faces = faces
        self._top = top
        self._fair = fair
        self._given = given
        self._again = iter(tuple(given))

    def below(self, bound: int) -> int:
        number = next(self._again, None)
        if number is None:
            number = self._faces.pop(0) - 1 if self._faces else self._fair.below(bound)
            self._given.append(number)
        assert number < bound
        return number

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        if not self._top:
            return self._fair.shuffled(cards)
        top = tuple(self._top)
        self._top.clear()
        assert set(top) <= set(cards)
        return (*top, *(card for card in self._fair.shuffled(cards) if card not in top))
