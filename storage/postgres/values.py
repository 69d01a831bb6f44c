"""Values on their way to PostgreSQL and back, as texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

import psycopg
from psycopg import pq

Given: TypeAlias = tuple[int, bytes | None, int]
"""A parameter: its type, or 0 where PostgreSQL is to see for itself; its value; 1 if that is no text."""

_WHOLE, _REAL, _BYTES = 20, 701, 17
_BOOLEAN = 16
_WHOLE_NUMBERS = (20, 21, 23, 26, 1700)
"""int8, int2, int4, oid, and the decimals that sums of int8 are."""


def _without_nul(text: str) -> bytes:
    """A text; libpq would end it silently at a NUL."""
    if "\0" in text:
        raise psycopg.DataError("PostgreSQL keeps no text with a NUL in it")
    return text.encode()


_GIVEN: Mapping[type, Callable[[Any], Given]] = {
    int: lambda value: (_WHOLE, b"%d" % value, 0),
    # Kept as whole numbers in both databases.
    bool: lambda value: (_WHOLE, b"%d" % value, 0),
    str: lambda value: (0, _without_nul(value), 0),
    float: lambda value: (_REAL, repr(value).encode(), 0),
    bytes: lambda value: (_BYTES, value, 1),
    type(None): lambda value: (0, value, 0),
}


class NamedRow(tuple[Any, ...]):
    """A row whose values have names and places, as sqlite3's have."""

    __slots__ = ()
    columns: Mapping[str, int] = {}

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(self.columns[key] if isinstance(key, str) else key)

    def keys(self) -> list[str]:
        """The columns' names."""
        return list(self.columns)


def given(value: Any) -> Given:
    """A parameter; `str` and `int` may be derived from."""
    known = _GIVEN.get(type(value))
    if known is None:
        known = next((each for kind, each in _GIVEN.items() if isinstance(value, kind)), None)
    if known is None:
        raise psycopg.ProgrammingError(f"a {type(value).__name__} cannot be kept")
    return known(value)


def rows(result: pq.abc.PGresult) -> list[NamedRow]:
    """All rows of an answer."""
    count = result.ntuples
    if not count:
        return []
    places = range(result.nfields)
    named = _rows_of(tuple(result.fname(place) or b"" for place in places))
    readers = [_READ.get(result.ftype(place), _text) for place in places]
    get = result.get_value
    return [
        named(
            None if (value := get(row, place)) is None else read(value) for place, read in enumerate(readers)
        )
        for row in range(count)
    ]


@cache
def _rows_of(names: Sequence[bytes]) -> type[NamedRow]:
    columns = {name.decode(): place for place, name in enumerate(names)}
    return type("NamedRow", (NamedRow,), {"__slots__": (), "columns": columns})


def _text(value: bytes) -> str:
    return value.decode()


_READ: Mapping[int, Callable[[bytes], Any]] = {
    **dict.fromkeys(_WHOLE_NUMBERS, int),
    _REAL: float,
    _BYTES: lambda value: bytes.fromhex(value[2:].decode()),
    _BOOLEAN: lambda value: value == b"t",
}
