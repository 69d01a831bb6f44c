"""What a function that runs in the database may do there. Rows are read by the names of their columns."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from storage.errors import Unreadable

Value: TypeAlias = str | int | float | bytes | None
Parameters: TypeAlias = Sequence[Value] | Mapping[str, Value]


class Transaction:
    """One transaction, for the one function that it was made for."""

    def __init__(self, connection: sqlite3.Connection, *, may_keep: bool = True) -> None:
        connection.row_factory = sqlite3.Row
        self._connection = connection
        self.may_keep = may_keep
        """Whether decoded values may be cached: only one thread's may."""

    def execute(self, sql: str, parameters: Parameters = ()) -> sqlite3.Cursor:
        """Run one statement; the cursor tells `rowcount` and `lastrowid`."""
        return self._connection.execute(sql, parameters)

    def insert(self, sql: str, parameters: Parameters = ()) -> int:
        """Insert one row; returns its id."""
        number = self.execute(sql, parameters).lastrowid
        assert number is not None
        return number

    def execute_each(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Run one statement for every row."""
        self._connection.executemany(sql, rows)

    def one(self, sql: str, parameters: Parameters = ()) -> sqlite3.Row | None:
        """The first row, or None."""
        row: sqlite3.Row | None = self.execute(sql, parameters).fetchone()
        return row

    def only(self, sql: str, parameters: Parameters = ()) -> sqlite3.Row:
        """The first row, which there has to be; `Unreadable` where there is none."""
        row = self.one(sql, parameters)
        if row is None:
            raise Unreadable("a row that is gone")
        return row

    def all(self, sql: str, parameters: Parameters = ()) -> list[sqlite3.Row]:
        """Every row."""
        return self.execute(sql, parameters).fetchall()

    def value(self, sql: str, parameters: Parameters = ()) -> Any:
        """The one column of the first row, or None."""
        row = self.one(sql, parameters)
        return None if row is None else row[0]

    def number(self, sql: str, parameters: Parameters = ()) -> int | None:
        """The one number of the first row, or None."""
        found: int | None = self.value(sql, parameters)
        return found

    def column(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """The one column of every row."""
        return [value for (value,) in self.execute(sql, parameters)]
