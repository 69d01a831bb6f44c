"""Histories in which one field of one event, or of one answer, is another (Law 9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from games.engine.history import History, plain

Place: TypeAlias = tuple[str | int, ...]
Part: TypeAlias = Literal["events", "answers"]


def forgeries(told: History, part: Part) -> Iterator[tuple[Place, object]]:
    """Every field of every event, or of every answer, with values that it does not have, and might have."""
    known: dict[str, list[Any]] = {}
    fields = [
        ((index, *place), value)
        for index, each in enumerate(plain(getattr(told, part)))
        for place, value in leaves(each)
    ]
    for place, value in fields:
        known.setdefault(name_of(place), []).append(value)
    for place, value in fields:
        others = dict.fromkeys(
            each for each in known[name_of(place)] if each != value or type(each) is not type(value)
        )
        yield from ((place, each) for each in (*beside(value), *others))


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value in an event that holds no others, and where it stands."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*place, key))
    else:
        yield place, value


def name_of(place: Place) -> str:
    """The name of the field that it is, or stands in."""
    return next(each for each in reversed(place) if isinstance(each, str))


def beside(value: object) -> Iterator[object]:
    """Values near one."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
            yield value - 1
        case None:
            yield 1
        case _:
            pass


def forged(told: History, part: Part, place: Place, value: object) -> History:
    """The history with another value there."""
    return replace(told, **{part: changed(plain(getattr(told, part)), place, value)})


def changed(node: Any, place: Place, value: object) -> Any:
    """Return a copy with another value in one place."""
    if not place:
        return value
    copied = node.copy()
    copied[place[0]] = changed(node[place[0]], place[1:], value)
    return copied
