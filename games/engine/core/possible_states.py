"""Other states that look the same to a viewer (TB-11).

`Game.possible_state` is put together from these. Comparing a state with what it returns shows what a view
tells; drawing many shows everything that the viewer has to reckon with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import is_
from typing import Any, TypeVar

from games.engine.chance.seals import Chance
from games.engine.chance.stream import shuffled

T = TypeVar("T")


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
    before = {name: getattr(value, name) for name in _given(value.__class__)}
    after = {name: _renamed(part, names) for name, part in before.items()}
    return value if all(map(is_, after.values(), before.values())) else replace(value, **after)


@cache
def _given(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.init) if is_dataclass(kind) else ()
