"""The cases of a law: every game, or those that an importing module names as its `RECORDS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import pytest

from games.engine.record import GameRecord
from tests.laws.walk import ALL_RECORDS, enter

Law = TypeVar("Law", bound=Callable[..., None])
Found: TypeAlias = Callable[[tuple[str, ...]], Iterable[Any]]
"""A function that returns the cases of a law for the games with these keys."""


def of_every(names: str, found: Found, ids: Callable[[Any], str] | None = None) -> Callable[[Law], Law]:
    """Ask a law of all that is found, as soon as it is known for which games."""

    def asked(law: Law) -> Law:
        law.of_every = names, found, ids  # type: ignore[attr-defined]
        return law

    return asked


EVERY_GAME = of_every("key", lambda keys: keys)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask the laws of a module."""
    if hasattr(metafunc.function, "of_every"):
        names, found, ids = metafunc.function.of_every
        records: Iterable[GameRecord] = getattr(metafunc.module, "RECORDS", ALL_RECORDS.values())
        metafunc.parametrize(names, list(found(tuple(map(enter, records)))), ids=ids)
