"""The calls of storage, and their effects with bystanders and without."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import storage
from games.engine.core.errors import UserError
from storage.db.retention import ExpiringRows
from storage.db.transaction import Transaction
from storage.errors import StorageError
from storage.people import bars, erased_people
from storage.play import postings
from storage.standing import boards
from tests.storage.bystander_calls import DEFAULTS, KINDS, LASTING, SELVES, VALUES, Late, altered
from tests.storage.bystander_given import GIVEN, NUMBERED, WITHOUT
from tests.storage.crowd import AT, Crowd, CrowdTransaction, contents, take_away

FOLDERS = ("books", "people", "play", "standing", "tournaments", "leases")
VAR = inspect.Parameter.VAR_POSITIONAL
WRITES = ("INSERT", "UPDATE", "DELETE")


@dataclass(frozen=True)
class Call:
    """A call of storage's, and what it gets beside what the names of its arguments stand for."""

    name: str
    function: Callable[..., Any]
    owner: Callable[[], Any] | None
    given: dict[str, Any]

    def arguments(self, tx: Transaction) -> dict[str, Any]:
        """Return the arguments by name."""
        found = {}
        for each in self._parameters:
            if each.name in self.given:
                value = self.given[each.name]
                found[each.name] = value.of(tx) if isinstance(value, Late) else value
            elif each.name in VALUES and (each.default is each.empty or each.name in DEFAULTS):
                found[each.name] = VALUES[each.name](str(each.annotation))
            else:
                assert each.default is not each.empty, f"{self.name}: a value for {each.name}?"
        return found

    @property
    def _parameters(self) -> list[inspect.Parameter]:
        found = list(inspect.signature(self.function).parameters.values())
        return found[1:] if self.owner is None else found[2:]

    def gather(self, crowd: Crowd) -> None:
        """Add the bystanders: by each argument that names something, and by what is given for this call."""
        for each in self.given.get("also", ()):
            if callable(each):
                each(crowd)
            elif each[0] == "*":
                crowd.add_everywhere((each[1],), each[2])
            else:
                crowd.add(*each)
        for name, value in self.arguments(crowd.tx).items():
            if name in KINDS and name not in self.given.get("not", ()) and value is not None:
                KINDS[name](crowd, value)
        if "number" in self.given and self._numbered:
            rows, _, column = self._numbered.partition(".")
            crowd.add(rows, column or "id", self.given["number"])

    @property
    def _numbered(self) -> str:
        if self.owner is None:
            return NUMBERED.get(self.name.split(" ")[0], "")
        owner = self.owner()
        rows = getattr(owner, "rows", owner)
        return rows if isinstance(rows, str) else rows.name

    def run(self, tx: CrowdTransaction, arguments: Mapping[str, Any]) -> str:
        """Return the result, or the refusal, as text."""
        named = dict(arguments)
        many = [value for each in self._parameters if each.kind is VAR for value in named.pop(each.name)]
        rest = () if self.owner is None else (self.owner(),)
        try:
            result = (
                self.function(*rest, tx, *named.values(), *many)
                if many
                else self.function(*rest, tx, **named)
            )
            result = result() if callable(result) else result
            return repr(list(result) if isinstance(result, Iterator) else result)
        except (UserError, StorageError) as refused:
            return repr(refused)


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield all that storage offers: every public function that takes a transaction first, methods too."""
    for module in pkgutil.walk_packages(storage.__path__, "storage."):
        short = module.name.removeprefix("storage.")
        if not short.startswith(FOLDERS):
            continue
        for name, thing in vars(importlib.import_module(module.name)).items():
            if name.startswith("_") or getattr(thing, "__module__", "") != module.name:
                continue
            if inspect.isfunction(thing) and _takes_transaction(thing, 0):
                yield f"{short}.{name}", thing
            elif inspect.isclass(thing):
                for each, method in inspect.getmembers(thing, inspect.isfunction):
                    if not each.startswith("_") and _takes_transaction(method, 1):
                        yield f"{short}.{name}.{each}", method


def _takes_transaction(function: Callable[..., Any], place: int) -> bool:
    parameters = list(inspect.signature(function).parameters)
    return parameters[place : place + 1] == ["tx"]


def _calls() -> Iterator[Call]:
    for name, function in functions():
        if name in WITHOUT or name.rpartition(".")[0] in WITHOUT:
            continue
        given = GIVEN.get(name, {})
        kind = name.split(".")[-2]
        owners = [None] if kind not in SELVES else range(len(SELVES[kind]()))
        cases = [
            (owner, each) for owner in owners for each in (given if isinstance(given, list) else [given])
        ]
        for number, (owner, each) in enumerate(cases, start=1):
            of = None if owner is None else (lambda kind=kind, owner=owner: SELVES[kind]()[owner])
            yield Call(name if len(cases) == 1 else f"{name} {number}", function, of, each)
    for expiring in (*postings.EXPIRING, *erased_people.EXPIRING, *bars.EXPIRING, *boards.EXPIRING):
        kept = LASTING[expiring.rows]
        for number, values in enumerate(kept if isinstance(kept, list) else [kept], start=1):
            given = {"at": 40 * AT, "also": [altered(expiring.rows, **values)]}
            yield Call(
                f"expiring.{expiring.rows} {number}", ExpiringRows.delete, partial(_same, expiring), given
            )


def _same(value: Any) -> Any:
    return value


CALLS = {each.name: each for each in _calls()}


def opened(settled: bytes) -> sqlite3.Connection:
    """Return a connection to the settled database."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(settled)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


@dataclass(frozen=True)
class Effect:
    """A call's result, the rows it removed and added, whether it writes, and the number of bystanders."""

    result: str
    removed: Counter[tuple[Any, ...]]
    added: Counter[tuple[Any, ...]]
    writes: bool
    size: int


def effect(settled: bytes, call: Call, *, is_crowded: bool, is_there: bool = True) -> Effect:
    """Return the effect of a call on the settled database, with bystanders or without.

    If it is not there, only the bystanders are.
    """
    with closing(opened(settled)) as connection:
        tx = CrowdTransaction(connection)
        call.given.get("first", lambda _tx: None)(tx)
        crowd, base = Crowd(tx), contents(tx)
        if is_crowded:
            call.gather(crowd)
        arguments = call.arguments(tx)
        if not is_there:
            take_away(tx, base)
        before = contents(tx)
        written: list[str] = []
        connection.set_trace_callback(written.append)
        result = call.run(tx, arguments)
        connection.set_trace_callback(None)
        after = contents(tx)
    writes = any(each.lstrip().startswith(WRITES) for each in written)
    return Effect(result, before - after, after - before, writes, crowd.size)
