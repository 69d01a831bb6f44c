"""Views as numbers for any game: the types of a view's fields decide how they are encoded.

    number, Boolean         itself, or one and zero
    choice, card            a one at its position in the list of all choices or cards
    seat                    a one at its distance to the left of the viewer
    optional value          a one if there is a value, followed by its encoding
    tuple                   the number of items, followed by the sum of their encodings
    tuple of named records  if the first field is a seat, a card or a place: a sum for each of these

So whole numbers stay whole, unknown values are zero, and seats look alike from every viewer's seat. Sums have
no order. A sheet has the same length at every moment of a hand. It is made from a view alone, so it reveals
nothing that the view redacts (Law 5).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import NoneType
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from games.engine.core.game import AnyGame, Seat

Numbers: TypeAlias = NDArray[np.float32]
LEFT_OUT = frozenset({"viewer", "rules"})
"""The fields of a view that are the same all evening."""


class _Sign(ABC):
    """The encoding of values of one type: `size` numbers, from a position on."""

    size: int

    @abstractmethod
    def write(self, value: Any, viewer: Seat, on: Numbers, index: int) -> None:
        """Add the value to the numbers from that position on."""


class _Place(_Sign):
    """An encoding with a one in one of its positions."""

    @abstractmethod
    def place(self, value: Any, viewer: Seat) -> int:
        """Return the position of a value."""

    def write(self, value: Any, viewer: Seat, on: Numbers, index: int) -> None:
        """Count the value at its position."""
        on[index + self.place(value, viewer)] += 1


class _Figure(_Sign):
    """A number, or a Boolean."""

    size = 1

    def write(self, value: float, viewer: Seat, on: Numbers, index: int) -> None:  # noqa: ARG002  (nobody's)
        """Add the number."""
        on[index] += value


class _Word(_Place):
    """A word out of a fixed list."""

    def __init__(self, words: Iterable[object]) -> None:
        self._places = {word: place for place, word in enumerate(words)}
        self.size = len(self._places)

    def place(self, value: object, viewer: Seat) -> int:  # noqa: ARG002  (the same for all)
        """Return the word's index."""
        return self._places[value]


class _Chair(_Place):
    """A seat, relative to the viewer's."""

    def __init__(self, seats: int) -> None:
        self.size = seats

    def place(self, value: Seat, viewer: Seat) -> int:
        """Return the distance to the left of the viewer."""
        return (value - viewer) % self.size


class _Perhaps(_Sign):
    """An optional value."""

    def __init__(self, sign: _Sign) -> None:
        self._sign = sign
        self.size = 1 + sign.size

    def write(self, value: Any, viewer: Seat, on: Numbers, index: int) -> None:
        """Add the value if there is one."""
        if value is not None:
            on[index] += 1
            self._sign.write(value, viewer, on, index + 1)


class _Parts(_Sign):
    """Several encodings one after the other: a record's fields by name, a tuple's items by number."""

    def __init__(self, signs: Mapping[str | int, _Sign]) -> None:
        self.places: dict[str | int, slice] = {}
        self.size = 0
        for name, sign in signs.items():
            self.places[name] = slice(self.size, self.size + sign.size)
            self.size += sign.size
        self._signs = tuple((name, signs[name], place.start) for name, place in self.places.items())

    def write(self, value: Any, viewer: Seat, on: Numbers, index: int) -> None:
        """Add all parts."""
        for name, sign, start in self._signs:
            part = getattr(value, name) if isinstance(name, str) else value[name]
            sign.write(part, viewer, on, index + start)


class _Several(_Sign):
    """Any number of similar values: their count and their sum."""

    def __init__(self, sign: _Sign) -> None:
        self._sign = sign
        self.size = 1 + sign.size

    def write(self, value: tuple[Any, ...], viewer: Seat, on: Numbers, index: int) -> None:
        """Add them up."""
        on[index] += len(value)
        for each in value:
            self._sign.write(each, viewer, on, index + 1)


class _Words(_Sign):
    """Any number of words or seats: a count for each."""

    def __init__(self, sign: _Place) -> None:
        self._sign = sign
        self.size = sign.size

    def write(self, value: tuple[Any, ...], viewer: Seat, on: Numbers, index: int) -> None:
        """Count them."""
        for each in value:
            self._sign.write(each, viewer, on, index)


class _Named(_Sign):
    """Any number of records whose first field is a seat or a word: a row for each of these names."""

    def __init__(self, first: str, name: _Place, rest: _Sign) -> None:
        self._first, self._name, self._rest = first, name, rest
        self._row = 1 + rest.size
        self.size = name.size * self._row

    def write(self, value: tuple[Any, ...], viewer: Seat, on: Numbers, index: int) -> None:
        """Add each record to the row of its name."""
        for each in value:
            start = index + self._row * self._name.place(getattr(each, self._first), viewer)
            on[start] += 1
            self._rest.write(each, viewer, on, start + 1)


@dataclass(frozen=True, slots=True)
class _Alphabet:
    """The names that a view can contain: seats, cards, and words of the game's own."""

    seats: int
    cards: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]

    def sign(self, kind: Any, name: str) -> _Sign:
        """Return the encoding of a field of that type and name."""
        if kind is Seat:
            return _Chair(self.seats)
        if kind in (int, bool):
            return _Figure()
        if is_dataclass(kind):
            return _Parts(self.signs(kind))
        inner = get_args(kind)
        if kind is str or get_origin(kind) is Literal:
            words = inner or self.words.get(name, self.cards)
            # Without a list of words the field is people's own text, which is left out.
            return _Word(words) if words else _Parts({})
        if NoneType in inner:
            (present,) = (each for each in inner if each is not NoneType)
            return _Perhaps(self.sign(present, name))
        return self._many(inner, name)

    def signs(self, kind: Any) -> dict[str | int, _Sign]:
        """Return the encodings of a record's fields, without empty ones."""
        kinds = get_type_hints(kind)
        names = (each.name for each in fields(kind) if each.name not in LEFT_OUT)
        signs = {name: self.sign(kinds[name], name) for name in names}
        return {name: sign for name, sign in signs.items() if sign.size}

    def _many(self, kinds: tuple[Any, ...], name: str) -> _Sign:
        if kinds[-1] is not Ellipsis:
            return _Parts({at: self.sign(kind, name) for at, kind in enumerate(kinds)})
        sign = self.sign(kinds[0], name)
        if isinstance(sign, _Place):
            return _Words(sign)
        if is_dataclass(kinds[0]):
            (first, named), *rest = self.signs(kinds[0]).items()
            if isinstance(named, _Place):
                return _Named(str(first), named, _Parts(dict(rest)))
        return _Several(sign)


class ObservationEncoder:
    """Views of a game as numbers, at a table with this many seats."""

    def __init__(self, game: AnyGame, seats: int, cards: tuple[str, ...]) -> None:
        self._parts = _Parts(_Alphabet(seats, cards, game.words).signs(game.types.view))
        self.size = self._parts.size
        self.places = {str(name): place for name, place in self._parts.places.items()}
        """The position of each field of a view."""

    def written(self, view: Any, viewer: Seat) -> Numbers:
        """Return a view in one row."""
        numbers = np.zeros(self.size, np.float32)
        self._parts.write(view, viewer, numbers, 0)
        return numbers

    def by_field(self, numbers: Numbers) -> dict[str, Numbers]:
        """Return the row split by the fields of the view."""
        return {name: numbers[place] for name, place in self.places.items()}
