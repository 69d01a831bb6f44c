"""TB-11, TN-22: the data given to screens holds no secret, whatever they draw of it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

import bot.screens
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.tournament_tables import TournamentView
from games.engine.provable_chance import Seal
from games.engine.table.table import Table
from storage.play.tables import StoredTable
from storage.tournaments.tournaments import StoredTournament

SECRET = {Seal, Table, StoredTable, StoredTournament}


hints_of = cache(get_type_hints)


def reachable(hint: Any, seen: set[Any]) -> set[Any]:
    """The classes that a hint names, and those of the fields of its dataclasses, at any depth."""
    kind = getattr(hint, "__origin__", hint)
    if hint in seen:
        return seen
    seen |= {hint, kind}
    for argument in get_args(hint):
        for each in argument if isinstance(argument, list) else [argument]:
            reachable(each, seen)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = hints_of(kind)
        for field in fields(kind):
            reachable(hints[field.name], seen)
    return seen


def parameters() -> Iterator[tuple[str, Any]]:
    """Every parameter of every function and method of the screens, and every field of their classes."""
    for found in pkgutil.walk_packages(bot.screens.__path__, "bot.screens."):
        module = importlib.import_module(found.name)
        own = [each for each in vars(module).values() if getattr(each, "__module__", "") == module.__name__]
        classes = [each for each in own if isinstance(each, type)]
        inside = [each for kind in classes for each in vars(kind).values()]
        for function in filter(inspect.isfunction, [*own, *inside]):
            for name, hint in get_type_hints(function).items():
                yield f"{module.__name__}.{function.__qualname__}({name})", hint
        yield from ((f"{module.__name__}.{kind.__name__}", kind) for kind in classes)


def test_no_screen_reaches_a_stored_tournament_or_a_seal() -> None:
    """Screens are given views: no parameter leads to a seal, a table's state or a stored tournament."""
    found = {hint: where for where, hint in parameters()}

    assert [where for hint, where in found.items() if reachable(hint, set()) & SECRET] == []
    assert any(TournamentView in reachable(hint, set()) for hint in found)


def test_a_secret_is_found_at_any_depth() -> None:
    """A guard that looks no deeper than the first class guards nothing."""
    assert SECRET <= reachable(tuple[TableState, ...], set())
