"""Buttons and forms that answer no offer: cogs' methods, marked with their verbs."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar

from bot.custom_ids import TablePress, Verb
from bot.discord_io.reply import Reply

MarkedMethod: TypeAlias = Callable[[Reply, TablePress], Awaitable[None]]
Kind: TypeAlias = Literal["pressed", "filled_in"]
M = TypeVar("M")


class VerbTaken(Exception):
    """Two methods are marked with the same verb: one of them would never be reached."""

    def __init__(self, verb: Verb, *methods: MarkedMethod) -> None:
        super().__init__(f"two methods for the verb {verb!r}: {' and '.join(map(_name, methods))}")


def pressed(*verbs: Verb) -> Callable[[M], M]:
    """Mark a method as the answer to buttons and selects with one of these verbs."""
    return _mark("pressed", verbs)


def filled_in(*verbs: Verb) -> Callable[[M], M]:
    """Mark a method as the answer to forms with one of these verbs."""
    return _mark("filled_in", verbs)


def methods_by_verb(kind: Kind, cogs: Iterable[Any]) -> Mapping[Verb, MarkedMethod]:
    """The marked methods of some cogs by verb; `VerbTaken` if two have the same."""
    found: dict[Verb, MarkedMethod] = {}
    for cog in cogs:
        for name, verbs in _marked(kind, cog.__class__):
            method: MarkedMethod = getattr(cog, name)
            for verb in verbs:
                if verb in found:
                    raise VerbTaken(verb, found[verb], method)
                found[verb] = method
    return found


@cache
def _marked(kind: Kind, cog: Any) -> tuple[tuple[str, tuple[Verb, ...]], ...]:
    """The names of a class's marked methods, and their verbs."""
    functions = inspect.getmembers(cog, inspect.isfunction)
    return tuple((name, vars(each)[kind]) for name, each in functions if kind in vars(each))


def _mark(kind: Kind, verbs: tuple[Verb, ...]) -> Callable[[M], M]:
    def mark(method: M) -> M:
        vars(method)[kind] = verbs
        return method

    return mark


def _name(method: MarkedMethod) -> str:
    return getattr(method, "__qualname__", repr(method))
