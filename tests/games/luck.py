"""Chance for tests: numbers that can be had again, and numbers that are written down."""

from __future__ import annotations

from random import Random


class Luck:
    """Numbers that can be had again by their name."""

    def __init__(self, name: str) -> None:
        self._random = Random(name)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        return self._random.randrange(bound)

    def shuffled(self, _cards: tuple[str, ...]) -> tuple[str, ...]:
        """No hand is dealt from it."""
        raise AssertionError


class Written(Luck):
    """These numbers, one after the other."""

    def __init__(self, *numbers: int) -> None:
        super().__init__("")
        self._numbers = list(numbers)

    def below(self, bound: int) -> int:
        """The next of them."""
        number = self._numbers.pop(0)
        assert number < bound
        return number
