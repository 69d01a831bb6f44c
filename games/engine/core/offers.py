"""What a seat may do, and how its answer is checked.

A player answers an offer and never sends a move. Offers are at once the list of what
is legal, the interface, the input of a random player in tests, and the guard: every
answer of every game is checked here and nowhere else.

Below stand the mark of moves, events and orders, which name themselves where they are stored (`variant`),
and what `Game.sample_possible_state` is put together from: other states that look the same to a viewer
(TB-11). Comparing a state with what it returns shows what a view tells; drawing many shows everything that
the viewer has to reckon with.

`canonical` is the text of a value for a hash or a seed: what it makes outlives another name of a class.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache, lru_cache
from operator import attrgetter, is_
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, assert_never, dataclass_transform

from games.engine.core.errors import Indivisible, NotOffered, Odd, OutOfRange
from games.engine.provable_chance import Chance, shuffled

M_co = TypeVar("M_co", covariant=True)

KEY = "[a-z0-9_]{1,20}"
"""What the key of an offer looks like, so that a button can carry it."""
CHECKSUMS_KEPT = 500
"""Offers whose checksums are kept: each is looked at by everybody who sees it, and when it is answered."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An offer taken up: its key, the numbers that it asks for, and its checksum as the player saw it.

    An answer without a checksum was decided on exactly this state of the table.
    """

    key: str
    numbers: tuple[int, ...] = ()
    check: str | None = None


@dataclass(frozen=True, slots=True)
class PlainOffer(Generic[M_co]):
    """A choice that asks for nothing more."""

    wire: ClassVar[str] = "press"
    key: str
    move: M_co


@dataclass(frozen=True, slots=True)
class NumberOffer(Generic[M_co]):
    """Choose a whole number from `least` to `most`; `marks` are those worth a button of their own.

    If it `is_even`, only even numbers may be chosen.
    """

    wire: ClassVar[str] = "number"
    key: str
    least: int
    most: int
    move: Callable[[int], M_co] = field(repr=False, compare=False)
    marks: tuple[int, ...] = ()
    is_even: bool = False

    @property
    def numbers(self) -> range:
        """All that may be chosen."""
        return range(self.least, self.most + 1, 1 + self.is_even)


@dataclass(frozen=True, slots=True)
class PickOffer(Generic[M_co]):
    """Choose `count` different choices by their index; the choices are the seat's secret."""

    wire: ClassVar[str] = "pick"
    key: str
    choices: tuple[str, ...]
    count: int
    move: Callable[[tuple[str, ...]], M_co] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class SplitOffer(Generic[M_co]):
    """Choose an amount, and perhaps how many of its coins go to the first of two sides.

    With the amount alone, the coins are split as the seat has settled before. The offer does not
    know how, so a button with the amount tells nobody. `laid` is the part of the amount that is
    in already. Amounts from `whole_from` on go to one side as a whole.
    """

    wire: ClassVar[str] = "split"
    key: str
    least: int
    most: int
    move: Callable[[int, int | None], M_co] = field(repr=False, compare=False)
    marks: tuple[int, ...] = ()
    laid: int = 0
    whole_from: int | None = None

    def is_whole(self, amount: int) -> bool:
        """Whether this amount's coins go to one side as a whole."""
        return self.whole_from is not None and amount >= self.whole_from

    def parts(self, amount: int) -> range:
        """How many of this amount's coins may go to the first side."""
        coins = amount - self.laid
        return range(0, coins + 1, coins if self.is_whole(amount) else 1)


Offer: TypeAlias = PlainOffer[M_co] | NumberOffer[M_co] | PickOffer[M_co] | SplitOffer[M_co]


@dataclass(frozen=True, slots=True)
class PlainAction:
    """A game's declaration that a `PlainOffer` may be offered by this key."""

    key: str


@dataclass(frozen=True, slots=True)
class NumberAction:
    """That a `NumberOffer` may be offered by this key."""

    key: str


@dataclass(frozen=True, slots=True)
class PickAction:
    """That a `PickOffer` of `count` may be offered by this key, out of `most` choices at most."""

    key: str
    count: int
    most: int


@dataclass(frozen=True, slots=True)
class SplitAction:
    """That a `SplitOffer` may be offered by this key, of one amount or of any in a range."""

    key: str
    is_ranged: bool = False


Action: TypeAlias = PlainAction | NumberAction | PickAction | SplitAction
"""What a game may ever offer, in turn: for programs, which have to know all of it beforehand."""


def find(offers: Sequence[Offer[M_co]], key: str) -> Offer[M_co]:
    """The offer with that key; raises `NotOffered`."""
    for offer in offers:
        if offer.key == key:
            return offer
    raise NotOffered


def take(offer: Offer[M_co], numbers: tuple[int, ...]) -> M_co:
    """The move that an offer and these numbers make; raises `OutOfRange`."""
    match offer:
        case PlainOffer(move=move):
            if numbers:
                raise OutOfRange(0, 0)
            return move
        case NumberOffer(least=least, most=most):
            if len(numbers) != 1 or numbers[0] not in offer.numbers:
                raise (Odd if offer.is_even else OutOfRange)(least, most)
            return offer.move(numbers[0])
        case PickOffer(choices=choices, count=count):
            chosen = set(numbers) & set(range(len(choices)))
            if not len(numbers) == len(chosen) == count:
                raise OutOfRange(count, count)
            return offer.move(tuple(choices[index] for index in sorted(chosen)))
        case SplitOffer():
            return _take_split(offer, numbers)
        case _:
            assert_never(offer)


def _take_split(offer: SplitOffer[M_co], numbers: tuple[int, ...]) -> M_co:
    match numbers:
        case (amount,) if offer.least <= amount <= offer.most:
            return offer.move(amount, None)
        case (amount, part, *more) if offer.least <= amount <= offer.most:
            parts = offer.parts(amount)
            if part in parts and not more:
                return offer.move(amount, part)
            raise (OutOfRange if parts.step == 1 else Indivisible)(0, parts[-1], at=1)
        case _:
            raise OutOfRange(offer.least, offer.most)


@lru_cache(maxsize=CHECKSUMS_KEPT)
def checksum(offer: Offer[object], question: int) -> str:
    """Six hex digits that change with the seat's question and with what is offered.

    They are made from the values of the offer's fields, so neither a restart nor another name of a class
    changes them.
    """
    kind: Any = offer.__class__
    values = canonical(_getter(kind)(offer))
    return hashlib.sha256(f"{question}:{offer.wire}:{values}".encode()).hexdigest()[:6]


def _values(value: Any) -> Any:
    return _getter(value.__class__)(value)


@cache
def _getter(kind: Any) -> attrgetter[Any]:
    return attrgetter(*(each.name for each in fields(kind) if each.repr))


canonical: Callable[[object], str] = json.JSONEncoder(default=_values, separators=(",", ":")).encode
"""Return a value as JSON: dataclasses by the values of their fields, without the names of classes and fields.

A field that `repr` leaves out is left out, too: a function's address, say, changes with a restart.
"""


T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def variant(cls: type[T]) -> type[T]:
    """A frozen dataclass with one field more, `kind`: its name in snake case.

    What is stored must still be read, so a class that gets another name says its `kind` itself.
    """
    kind = vars(cls).get("kind", re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower())
    cls.__annotations__ = {**cls.__annotations__, "kind": Literal[kind]}
    cls.kind = kind  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True)(cls)


def exchanged(value: T, cards: Sequence[str], chance: Chance) -> T:
    """The value with these cards swapped among themselves at random, at any depth."""
    names = dict(zip(cards, shuffled(cards, chance.below), strict=True))
    found: T = _renamed(value, names) if names else value
    return found


def some(items: Sequence[T], count: int, chance: Chance) -> tuple[T, ...]:
    """`count` random items, in their original order."""
    chosen = sorted(shuffled(range(len(items)), chance.below)[:count])
    return tuple(items[index] for index in chosen)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The value with its cards renamed; the very same object if it holds none, as most of a state does."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        parts = tuple(_renamed(each, names) for each in value)
        return value if all(map(is_, parts, value)) else parts
    given = _given(value.__class__)
    if not given:
        return value
    before = {name: getattr(value, name) for name in given}
    after = {name: _renamed(part, names) for name, part in before.items()}
    return value if all(map(is_, after.values(), before.values())) else replace(value, **after)


@cache
def _given(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.init) if is_dataclass(kind) else ()
