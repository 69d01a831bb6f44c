"""Views as numbers, whatever the game: what the fields of a view say about themselves is enough.

    a number, yes or no     itself, or one and zero
    a choice, a card        a one at its place among all that there are
    a seat                  the same, by how far it sits to the left of the viewer
    what may be missing     a one if it is there, and then as above
    several                 added up, one after the other: how many, and what each says
    several by name         where each first names a seat, a card or a place: added up for each of these

So whole numbers stay whole, what is unknown is zero, and seats look alike from wherever one looks. What is
added up is in no order. A sheet is as long whatever happens in the hand. It is made from a view alone, so
it says nothing that the view hides (Law 5).
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
"""Fields of a view that are the same all evening."""


class _Sign(ABC):
    """How a value of one kind is written: `size` numbers, from a place on."""

    size: int

    @abstractmethod
    def write(self, value: Any, viewer: Seat, on: Numbers, at: int) -> None:
        """Add the value to the numbers from that place on."""


class _Place(_Sign):
    """A sign that is a one in one of its places."""

    @abstractmethod
    def place(self, value: Any, viewer: Seat) -> int:
        """Which place is a value's."""

    def write(self, value: Any, viewer: Seat, on: Numbers, at: int) -> None:
        """Count it."""
        on[at + self.place(value, viewer)] += 1


class _Figure(_Sign):
    """A number, or yes and no."""

    size = 1

    def write(self, value: float, viewer: Seat, on: Numbers, at: int) -> None:  # noqa: ARG002  (nobody's)
        """Add it."""
        on[at] += value


class _Word(_Place):
    """One of some words."""

    def __init__(self, words: Iterable[object]) -> None:
        self._places = {word: place for place, word in enumerate(words)}
        self.size = len(self._places)

    def place(self, value: object, viewer: Seat) -> int:  # noqa: ARG002  (the same for all)
        """Its number among the words."""
        return self._places[value]


class _Chair(_Place):
    """A seat, as seen from the viewer's."""

    def __init__(self, seats: int) -> None:
        self.size = seats

    def place(self, value: Seat, viewer: Seat) -> int:
        """How far to the left."""
        return (value - viewer) % self.size


class _Perhaps(_Sign):
    """What may be missing."""

    def __init__(self, sign: _Sign) -> None:
        self._sign = sign
        self.size = 1 + sign.size

    def write(self, value: Any, viewer: Seat, on: Numbers, at: int) -> None:
        """Nothing at all if it is."""
        if value is not None:
            on[at] += 1
            self._sign.write(value, viewer, on, at + 1)


class _Parts(_Sign):
    """Several signs one after the other: the fields of a record by name, those of a tuple by number."""

    def __init__(self, signs: Mapping[str | int, _Sign]) -> None:
        self.places: dict[str | int, slice] = {}
        self.size = 0
        for name, sign in signs.items():
            self.places[name] = slice(self.size, self.size + sign.size)
            self.size += sign.size
        self._signs = tuple((name, signs[name], place.start) for name, place in self.places.items())

    def write(self, value: Any, viewer: Seat, on: Numbers, at: int) -> None:
        """All of them."""
        for name, sign, start in self._signs:
            part = getattr(value, name) if isinstance(name, str) else value[name]
            sign.write(part, viewer, on, at + start)


class _Several(_Sign):
    """Any number of alike things: how many, and their sum."""

    def __init__(self, sign: _Sign) -> None:
        self._sign = sign
        self.size = 1 + sign.size

    def write(self, value: tuple[Any, ...], viewer: Seat, on: Numbers, at: int) -> None:
        """Add them up."""
        on[at] += len(value)
        for each in value:
            self._sign.write(each, viewer, on, at + 1)


class _Words(_Sign):
    """Any number of words or seats: how often each is there."""

    def __init__(self, sign: _Place) -> None:
        self._sign = sign
        self.size = sign.size

    def write(self, value: tuple[Any, ...], viewer: Seat, on: Numbers, at: int) -> None:
        """Count them."""
        for each in value:
            self._sign.write(each, viewer, on, at)


class _Named(_Sign):
    """Any number of records that first name a seat or a word: a row for each name."""

    def __init__(self, first: str, name: _Place, rest: _Sign) -> None:
        self._first, self._name, self._rest = first, name, rest
        self._row = 1 + rest.size
        self.size = name.size * self._row

    def write(self, value: tuple[Any, ...], viewer: Seat, on: Numbers, at: int) -> None:
        """Add each to the row of its name."""
        for each in value:
            start = at + self._row * self._name.place(getattr(each, self._first), viewer)
            on[start] += 1
            self._rest.write(each, viewer, on, start + 1)


@dataclass(frozen=True, slots=True)
class _Alphabet:
    """What there is to name: seats, cards, and words of the game's own."""

    seats: int
    cards: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]

    def sign(self, kind: Any, name: str) -> _Sign:
        """How a field of that kind and name is written."""
        if kind is Seat:
            return _Chair(self.seats)
        if kind in (int, bool):
            return _Figure()
        if is_dataclass(kind):
            return _Parts(self.signs(kind))
        inner = get_args(kind)
        if kind is str or get_origin(kind) is Literal:
            words = inner or self.words.get(name, self.cards)
            # Without words to choose from it is what people wrote, which is left out.
            return _Word(words) if words else _Parts({})
        if NoneType in inner:
            (present,) = (each for each in inner if each is not NoneType)
            return _Perhaps(self.sign(present, name))
        return self._many(inner, name)

    def signs(self, kind: Any) -> dict[str | int, _Sign]:
        """How each field of a record is written, if it says anything."""
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


class Sheet:
    """Views of a game as numbers, at a table with so many seats."""

    def __init__(self, game: AnyGame, seats: int, cards: tuple[str, ...]) -> None:
        self._parts = _Parts(_Alphabet(seats, cards, game.words).signs(game.kinds.view))
        self.size = self._parts.size
        self.places = {str(name): place for name, place in self._parts.places.items()}
        """Where each field of a view stands."""

    def written(self, view: Any, viewer: Seat) -> Numbers:
        """A view in one row."""
        numbers = np.zeros(self.size, np.float32)
        self._parts.write(view, viewer, numbers, 0)
        return numbers

    def by_field(self, numbers: Numbers) -> dict[str, Numbers]:
        """The row cut into the fields of the view."""
        return {name: numbers[place] for name, place in self.places.items()}
