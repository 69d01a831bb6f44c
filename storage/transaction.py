"""What a function that runs in the database may do there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

Value: TypeAlias = str | int | float | bytes | None
Parameters: TypeAlias = Sequence[Value] | Mapping[str, Value]


class Transaction:
    """One transaction, for the one function that it was made for."""

    def __init__(self, connection: sqlite3.Connection, *, may_keep: bool = True) -> None:
        self._connection = connection
        self.may_keep = may_keep
        """Whether decoded values may be cached: only one thread's may."""

    def execute(self, sql: str, parameters: Parameters = ()) -> sqlite3.Cursor:
        """Run one statement; the cursor tells `rowcount` and `lastrowid`."""
        return self._connection.execute(sql, parameters)

    def insert(self, sql: str, parameters: Parameters = ()) -> int:
        """Insert one row; returns its id."""
        number = self._connection.execute(sql, parameters).lastrowid
        assert number is not None
        return number

    def execute_each(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Run one statement for every row."""
        self._connection.executemany(sql, rows)

    def one(self, sql: str, parameters: Parameters = ()) -> tuple[Any, ...] | None:
        """The first row, or None."""
        row: tuple[Any, ...] | None = self._connection.execute(sql, parameters).fetchone()
        return row

    def all(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        """Every row."""
        return self._connection.execute(sql, parameters).fetchall()

    def value(self, sql: str, parameters: Parameters = ()) -> Any:
        """The first column of the first row, or None."""
        row = self._connection.execute(sql, parameters).fetchone()
        return None if row is None else row[0]
