"""How things might lie as well, for all that a viewer has seen (TB-11).

`Game.possible_state` is put together from these. Whoever compares a state with what it gives finds out
what a view tells; whoever draws many has all that a viewer has to reckon with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import is_
from typing import Any, TypeVar

from games.engine.fairness.chance import Chance

T = TypeVar("T")


def exchanged(value: T, cards: Sequence[str], chance: Chance) -> T:
    """A value with these cards in each other's places, wherever in it they stand."""
    names = dict(zip(cards, mixed(cards, chance), strict=True))
    found: T = _renamed(value, names) if names else value
    return found


def mixed(items: Sequence[T], chance: Chance) -> tuple[T, ...]:
    """The items in one of all their orders, each as likely as any other."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = chance.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def some(items: Sequence[T], count: int, chance: Chance) -> tuple[T, ...]:
    """So many of the items, in the order in which they stand there."""
    chosen = sorted(mixed(range(len(items)), chance)[:count])
    return tuple(items[index] for index in chosen)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The value itself where nothing in it has another name: most of a state holds no card."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        parts = tuple(_renamed(each, names) for each in value)
        return value if all(map(is_, parts, value)) else parts
    if not is_dataclass(value) or isinstance(value, type):
        return value
    before = {name: getattr(value, name) for name in _given(type(value))}
    after = {name: _renamed(part, names) for name, part in before.items()}
    return value if all(map(is_, after.values(), before.values())) else replace(value, **after)


@cache
def _given(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.init)
