"""Views as numbers for any game: the types of a view's fields decide how they are encoded.

    number, Boolean         the number itself; 1 or 0
    choice, card            a 1 at its position in the list of all choices or cards
    seat                    a 1 at its distance to the left of the viewer
    optional value          a 1 if there is a value, followed by its encoding
    tuple                   the number of items, followed by the sum of their encodings
    tuple of named records  if the first field is a seat, a card or a choice: such a sum for each name

So unknown values are 0, and the same situation looks the same from every seat. The order of a tuple's items
is lost. An encoded view always has the same length. It is made from the view alone, so it reveals nothing
that the view redacts (Law 5).
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


class _Encoder(ABC):
    """The encoding of values of one type, `size` numbers long."""

    size: int

    @abstractmethod
    def write(self, value: Any, viewer: Seat, on: Numbers, index: int) -> None:
        """Add the value's encoding to the numbers from that index on."""


class _OneHot(_Encoder):
    """An encoding of 0s and a single 1, at the value's index."""

    @abstractmethod
    def index(self, value: Any, viewer: Seat) -> int:
        """Return the index of a value."""

    def write(self, value: Any, viewer: Seat, on: Numbers, index: int) -> None:
        """Add 1 at the value's index."""
        on[index + self.index(value, viewer)] += 1


class _Number(_Encoder):
    """A number, or a Boolean."""

    size = 1

    def write(self, value: float, viewer: Seat, on: Numbers, index: int) -> None:  # noqa: ARG002  (for all alike)
        """Add the number."""
        on[index] += value


class _Choice(_OneHot):
    """A word out of a fixed list."""

    def __init__(self, words: Iterable[object]) -> None:
        self._indexes = {word: index for index, word in enumerate(words)}
        self.size = len(self._indexes)

    def index(self, value: object, viewer: Seat) -> int:  # noqa: ARG002  (for all alike)
        """Return the word's index."""
        return self._indexes[value]


class _RelativeSeat(_OneHot):
    """A seat, relative to the viewer's."""

    def __init__(self, seats: int) -> None:
        self.size = seats

    def index(self, value: Seat, viewer: Seat) -> int:
        """Return the distance to the left of the viewer."""
        return (value - viewer) % self.size


class _Optional(_Encoder):
    """An optional value."""

    def __init__(self, encoder: _Encoder) -> None:
        self._encoder = encoder
        self.size = 1 + encoder.size

    def write(self, value: Any, viewer: Seat, on: Numbers, index: int) -> None:
        """Add the value if there is one."""
        if value is not None:
            on[index] += 1
            self._encoder.write(value, viewer, on, index + 1)


class _Sequence(_Encoder):
    """Several encodings one after the other: those of a record's fields, or of a tuple's items."""

    def __init__(self, encoders: Mapping[str | int, _Encoder]) -> None:
        self.places: dict[str | int, slice] = {}
        self.size = 0
        for name, encoder in encoders.items():
            self.places[name] = slice(self.size, self.size + encoder.size)
            self.size += encoder.size
        self._encoders = tuple((name, encoders[name], part.start) for name, part in self.places.items())

    def write(self, value: Any, viewer: Seat, on: Numbers, index: int) -> None:
        """Add all parts."""
        for name, encoder, start in self._encoders:
            part = getattr(value, name) if isinstance(name, str) else value[name]
            encoder.write(part, viewer, on, index + start)


class _Sum(_Encoder):
    """Any number of similar values: their count, followed by the sum of their encodings."""

    def __init__(self, encoder: _Encoder) -> None:
        self._encoder = encoder
        self.size = 1 + encoder.size

    def write(self, value: tuple[Any, ...], viewer: Seat, on: Numbers, index: int) -> None:
        """Add the count and all encodings."""
        on[index] += len(value)
        for each in value:
            self._encoder.write(each, viewer, on, index + 1)


class _Counts(_Encoder):
    """Any number of words or seats: the count of each."""

    def __init__(self, encoder: _OneHot) -> None:
        self._encoder = encoder
        self.size = encoder.size

    def write(self, value: tuple[Any, ...], viewer: Seat, on: Numbers, index: int) -> None:
        """Add 1 for each at its index."""
        for each in value:
            self._encoder.write(each, viewer, on, index)


class _Rows(_Encoder):
    """Any number of records whose first field, the name, is a seat or a word: a row for each name."""

    def __init__(self, first: str, name: _OneHot, rest: _Encoder) -> None:
        self._first, self._name, self._rest = first, name, rest
        self._row = 1 + rest.size
        self.size = name.size * self._row

    def write(self, value: tuple[Any, ...], viewer: Seat, on: Numbers, index: int) -> None:
        """Add each record to the row of its name."""
        for each in value:
            start = index + self._row * self._name.index(getattr(each, self._first), viewer)
            on[start] += 1
            self._rest.write(each, viewer, on, start + 1)


@dataclass(frozen=True, slots=True)
class _Names:
    """Everything that a view can name: seats, cards, and the game's own words."""

    seats: int
    cards: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]

    def encoder(self, kind: Any, name: str) -> _Encoder:
        """Return the encoding of a field of that type and name."""
        if kind is Seat:
            return _RelativeSeat(self.seats)
        if kind in (int, bool):
            return _Number()
        if is_dataclass(kind):
            return _Sequence(self.encoders(kind))
        inner = get_args(kind)
        if kind is str or get_origin(kind) is Literal:
            words = inner or self.words.get(name, self.cards)
            # A field without a list of words contains text that players wrote, which is left out.
            return _Choice(words) if words else _Sequence({})
        if NoneType in inner:
            (present,) = (each for each in inner if each is not NoneType)
            return _Optional(self.encoder(present, name))
        return self._many(inner, name)

    def encoders(self, kind: Any) -> dict[str | int, _Encoder]:
        """Return the encodings of a record's fields, without empty ones."""
        kinds = get_type_hints(kind)
        names = (each.name for each in fields(kind) if each.name not in LEFT_OUT)
        encoders = {name: self.encoder(kinds[name], name) for name in names}
        return {name: encoder for name, encoder in encoders.items() if encoder.size}

    def _many(self, kinds: tuple[Any, ...], name: str) -> _Encoder:
        if kinds[-1] is not Ellipsis:
            return _Sequence({at: self.encoder(kind, name) for at, kind in enumerate(kinds)})
        encoder = self.encoder(kinds[0], name)
        if isinstance(encoder, _OneHot):
            return _Counts(encoder)
        if is_dataclass(kinds[0]):
            (first, named), *rest = self.encoders(kinds[0]).items()
            if isinstance(named, _OneHot):
                return _Rows(str(first), named, _Sequence(dict(rest)))
        return _Sum(encoder)


class ObservationEncoder:
    """Encodes views of a game as numbers, at a table with this many seats."""

    def __init__(self, game: AnyGame, seats: int, cards: tuple[str, ...]) -> None:
        self._parts = _Sequence(_Names(seats, cards, game.words).encoders(game.types.view))
        self.size = self._parts.size
        self.places = {str(name): part for name, part in self._parts.places.items()}
        """The part of the row for each field of a view."""

    def written(self, view: Any, viewer: Seat) -> Numbers:
        """Return a view encoded in one row."""
        numbers = np.zeros(self.size, np.float32)
        self._parts.write(view, viewer, numbers, 0)
        return numbers

    def by_field(self, numbers: Numbers) -> dict[str, Numbers]:
        """Return the row split by the fields of the view."""
        return {name: numbers[part] for name, part in self.places.items()}
