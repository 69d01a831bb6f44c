"""Buttons and forms that answer no offer: cogs' methods, marked with their verbs."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Literal, TypeAlias, TypeVar

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


def methods_by_verb(kind: Kind, cogs: Iterable[object]) -> Mapping[Verb, MarkedMethod]:
    """The marked methods of some cogs by verb; `VerbTaken` if two have the same."""
    found: dict[Verb, MarkedMethod] = {}
    for cog in cogs:
        for _, method in inspect.getmembers(cog, inspect.ismethod):
            for verb in vars(method.__func__).get(kind, ()):
                if verb in found:
                    raise VerbTaken(verb, found[verb], method)
                found[verb] = method
    return found


def _mark(kind: Kind, verbs: tuple[Verb, ...]) -> Callable[[M], M]:
    def mark(method: M) -> M:
        vars(method)[kind] = verbs
        return method

    return mark


def _name(method: MarkedMethod) -> str:
    return getattr(method, "__qualname__", repr(method))
