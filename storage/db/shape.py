"""The tables that both databases have, in the order in which rows can be carried from one to the other."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from storage.db.schema import migrate, migrations


@dataclass(frozen=True, slots=True)
class Shape:
    """One table: its columns, and which of them hold anything at all (`ANY`, text in PostgreSQL)."""

    name: str
    columns: tuple[str, ...]
    loose: frozenset[int]
    """The places of columns whose numbers PostgreSQL keeps as texts."""
    is_numbered: bool
    """Whether its rows are counted, and no id is given twice."""

    @property
    def select(self) -> str:
        """Every row."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"  # noqa: S608  (our own words)


@cache
def shapes() -> tuple[Shape, ...]:
    """Every table, behind those that its rows refer to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, Path(":memory:"), migrations())
        return shapes_of(connection)


def shapes_of(connection: sqlite3.Connection) -> tuple[Shape, ...]:
    """The same, of an open file."""
    counted = {
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'")
    }
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        )
    ]
    ahead = {
        name: {
            row[0] for row in connection.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (name,))
        }
        for name in names
    }
    return tuple(
        _shape(connection, name, is_numbered=name in counted)
        for name in TopologicalSorter(ahead).static_order()
    )


def _shape(connection: sqlite3.Connection, name: str, *, is_numbered: bool) -> Shape:
    rows = connection.execute("SELECT name, type FROM pragma_table_info(?)", (name,)).fetchall()
    loose = frozenset(place for place, (_, kind) in enumerate(rows) if kind == "ANY")
    return Shape(name, tuple(column for column, _ in rows), loose, is_numbered)
