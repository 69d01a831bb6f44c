"""The legal choices of a seat (offers), and the check of its answer.

A player answers an offer and never sends a move. This module alone checks answers, for all games.

Further contents: `variant`, the decorator of moves, events and orders, which are stored under a `kind`;
`permute_cards` and `sample`, for `Game.sample_possible_state` (TB-11); and `canonical`, a value's text for a
hash or a seed, which does not change when a class is renamed.
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
"""The pattern of an offer's key, short enough for a button's id."""
CHECKSUMS_KEPT = 500
"""The cache size for checksums: each is computed for every viewer, and again for the answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The choice of an offer: its key, its numbers, and the checksum of the offer as the player saw it.

    `take` is the only way from an answer to a move, and the only guard: it raises `OutOfRange` (or `Odd`,
    `Indivisible`) for numbers the offer doesn't allow. `find` raises `NotOffered`, and `play.answer` raises
    `Stale` when `check` no longer fits.

    Attributes:
        key: the offer's key.
        numbers: none for `PlainOffer`; one for `NumberOffer`; the indices of the choices for `PickOffer`;
            the amount, and optionally the coins on the first side, for `SplitOffer`.
        check: `checksum(offer, question)` from the button, or None if the answer was decided on exactly this
            state (house players, timeouts, tests).

    """

    key: str
    numbers: tuple[int, ...] = ()
    check: str | None = None


@dataclass(frozen=True, slots=True)
class PlainOffer(Generic[M_co]):
    """A choice without parameters."""

    wire: ClassVar[str] = "press"
    key: str
    move: M_co


@dataclass(frozen=True, slots=True)
class NumberOffer(Generic[M_co]):
    """The choice of a whole number from `least` to `most`; `marks` are the numbers with their own buttons.

    If `is_even`, only even numbers are legal.
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
        """All legal numbers."""
        return range(self.least, self.most + 1, 1 + self.is_even)


@dataclass(frozen=True, slots=True)
class PickOffer(Generic[M_co]):
    """The choice of `count` different items by index; the items are the seat's secret."""

    wire: ClassVar[str] = "pick"
    key: str
    choices: tuple[str, ...]
    count: int
    move: Callable[[tuple[str, ...]], M_co] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class SplitOffer(Generic[M_co]):
    """The choice of an amount, and optionally of how many of its coins go to the first of two sides.

    If the answer has only an amount, the seat's default split applies. The offer does not contain that split,
    so a button with the amount reveals nothing. `laid` is the part of the amount that is already in. Amounts
    of at least `whole_from` go to one side as a whole.
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
        """Return True if this amount's coins go to one side as a whole."""
        return self.whole_from is not None and amount >= self.whole_from

    def parts(self, amount: int) -> range:
        """Return the possible numbers of coins on the first side, for this amount."""
        coins = amount - self.laid
        return range(0, coins + 1, coins if self.is_whole(amount) else 1)


Offer: TypeAlias = PlainOffer[M_co] | NumberOffer[M_co] | PickOffer[M_co] | SplitOffer[M_co]
"""A legal choice of a seat.

The same value is the list of legal actions, the button or input that a frontend draws, the input of random
players in tests, and the guard of the answer.

    offer = NumberOffer("raise", least=4, most=20, move=Raise, marks=(8, 12))
    move = take(offer, (8,))    # Raise(to=8)
    move = take(offer, (3,))    # raises OutOfRange(4, 20)
"""


@dataclass(frozen=True, slots=True)
class PlainAction:
    """The declaration that a game may offer a `PlainOffer` with this key."""

    key: str


@dataclass(frozen=True, slots=True)
class NumberAction:
    """The declaration that a game may offer a `NumberOffer` with this key."""

    key: str


@dataclass(frozen=True, slots=True)
class PickAction:
    """The declaration that a game may offer a `PickOffer` of `count` out of at most `most` with this key."""

    key: str
    count: int
    most: int


@dataclass(frozen=True, slots=True)
class SplitAction:
    """The declaration that a game may offer a `SplitOffer` with this key, of one amount or of a range."""

    key: str
    is_ranged: bool = False


Action: TypeAlias = PlainAction | NumberAction | PickAction | SplitAction
"""The declaration of an offer that a game may make, for programs that need the action space beforehand."""


def find(offers: Sequence[Offer[M_co]], key: str) -> Offer[M_co]:
    """Return the offer with this key. Raises `NotOffered`."""
    for offer in offers:
        if offer.key == key:
            return offer
    raise NotOffered


def take(offer: Offer[M_co], numbers: tuple[int, ...]) -> M_co:
    """Return the move for an answer with these numbers. Raises `OutOfRange`, `Odd` or `Indivisible`."""
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
    """Return six hex digits that change with the seat's question and with the offer.

    They are computed from the values of the offer's fields, so neither a restart nor a renamed class changes
    them.
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
"""Return a value as JSON: dataclasses as the values of their fields, without names of classes and fields.

Fields excluded from `repr` are excluded here too, such as functions, whose address changes with a restart.
"""


T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def variant(cls: type[T]) -> type[T]:
    """Make a frozen dataclass with an additional field `kind`: the class's name in snake case.

    Stored values must stay readable, so a renamed class states its `kind` explicitly.
    """
    kind = vars(cls).get("kind", re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower())
    cls.__annotations__ = {**cls.__annotations__, "kind": Literal[kind]}
    cls.kind = kind  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True)(cls)


def permute_cards(value: T, cards: Sequence[str], chance: Chance) -> T:
    """Return the value with these cards permuted at random, at any depth of its fields."""
    new_cards = dict(zip(cards, shuffled(cards, chance.below), strict=True))
    permuted: T = _replaced(value, new_cards) if new_cards else value
    return permuted


def sample(items: Sequence[T], count: int, chance: Chance) -> tuple[T, ...]:
    """Return `count` random items, in their original order."""
    chosen = sorted(shuffled(range(len(items)), chance.below)[:count])
    return tuple(items[index] for index in chosen)


def _replaced(value: Any, new_cards: Mapping[str, str]) -> Any:
    """Return the value with its cards replaced; the same object if it contains none, the usual case."""
    if isinstance(value, str):
        return new_cards.get(value, value)
    if isinstance(value, tuple):
        parts = tuple(_replaced(each, new_cards) for each in value)
        return value if all(map(is_, parts, value)) else parts
    init_fields = _init_fields(value.__class__)
    if not init_fields:
        return value
    before = {name: getattr(value, name) for name in init_fields}
    after = {name: _replaced(part, new_cards) for name, part in before.items()}
    return value if all(map(is_, after.values(), before.values())) else replace(value, **after)


@cache
def _init_fields(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.init) if is_dataclass(kind) else ()
