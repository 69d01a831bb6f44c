"""What a function that runs in the database may do there, and what runs it.

A function reads and writes rows by the names of their columns (`Transaction`). What keeps the books, a SQLite
file (`storage/db/sqlite.py`) or PostgreSQL, gives `Database` a `Driver`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

from games.engine.core.errors import Slip
from storage.errors import Unreadable

Value: TypeAlias = str | int | float | bytes | None
Fields: TypeAlias = Mapping[str, Value]
"""What is written of a row, by the names of its columns."""
Parameters: TypeAlias = Sequence[Value] | Fields

ADDED = "{rows}.{column} + excluded.{column}"
GREATER = "CASE WHEN excluded.{column} > {rows}.{column} THEN excluded.{column} ELSE {rows}.{column} END"
REPLACED = "excluded.{column}"
"""What a column becomes of a row that is there already, in SQL."""
STAYS = " ON CONFLICT DO NOTHING"
"""For `Transaction.add`: a row that is there stays as it is."""
T = TypeVar("T")


def columns_of(kind: Any) -> str:
    """The columns of rows that are read as a dataclass, named like its fields, for a SELECT."""
    return ", ".join(each.name for each in fields(kind))


@cache
def insertion(rows: str, columns: tuple[str, ...], otherwise: str = "") -> str:
    """The SQL that inserts a row by the names of its columns; `otherwise`, where it is there already."""
    places = ", ".join(f":{each}" for each in columns)
    return f"INSERT INTO {rows} ({', '.join(columns)}) VALUES ({places}){otherwise}"  # noqa: S608  (our own words)


def merged(rows: str, key: Sequence[str], changes: Mapping[str, str]) -> str:
    """For `Transaction.add`: what becomes of the columns of a row whose key is there already."""
    sets = ", ".join(f"{column} = {how.format(rows=rows, column=column)}" for column, how in changes.items())
    return f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {sets}"


class StatementAnswer(Protocol):
    """What comes of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows it concerned."""

    def fetchone(self) -> Any:
        """The next row, or None."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """What a transaction asks of a connection: sqlite3's, or one that looks like it."""

    def execute(self, sql: str, parameters: Any = (), /) -> StatementAnswer:
        """Run one statement."""

    def executemany(self, sql: str, rows: Any, /) -> Any:
        """Run one statement for every row."""


class Transaction:
    """One transaction, for the one function that it was made for."""

    faults: ClassVar[tuple[type[Exception], ...]] = (sqlite3.Error,)
    """What the database itself raises."""
    clock: ClassVar[str] = "((julianday('now') - 2440587.5) * 86400.0)"
    """The database's own time in unix seconds, in SQL."""

    def __init__(self, connection: Connection, *, may_keep: bool = True) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.row_factory = sqlite3.Row
        self._connection = connection
        self.may_keep = may_keep
        """Whether decoded values may be cached: long reads are of too many."""

    def hold(self, rows: str, number: int, which: str = "?") -> None:
        """Lock a row until the commit; nothing to do in a file, which has one writer.

        `which` says in SQL how its id is found by the number.
        """

    def is_free(self, rows: str, number: int) -> bool:  # noqa: ARG002
        """Lock a row until the commit, unless somebody holds it: then False."""
        return True

    def hold_books(self, server: int) -> None:
        """Lock a server's money until the commit."""

    def home(self) -> str:
        """Where the database lies, by which a restored copy is noticed; empty where nothing tells."""
        return ""

    def tell(self, what: str) -> None:
        """Let other processes hear of something once it is committed: a file has only one."""

    def next_id(self, rows: str) -> int:
        """The id for the next row there."""
        return 1 + (self.number(f"SELECT max(id) FROM {rows}") or 0)  # noqa: S608  (our own words)

    def last_id(self, rows: str) -> int:
        """The last id that was given there, also if its row is gone; 0 if none was."""
        return self.number("SELECT seq FROM sqlite_sequence WHERE name = ?", (rows,)) or 0

    def count_on(self, rows: str, last: int) -> None:
        """Have ids there go on after this one."""
        self.execute("DELETE FROM sqlite_sequence WHERE name = ?", (rows,))
        self.add("sqlite_sequence", {"name": rows, "seq": last})

    def note(self, name: str, text: str) -> None:
        """Store a small text that the program keeps for itself, under a name, replacing the old one."""
        self.put("notes", {"name": name}, {"body": text})

    def noted(self, name: str) -> str | None:
        """The text under a name, or None."""
        text: str | None = self.value("SELECT body FROM notes WHERE name = ?", (name,))
        return text

    def drop_note(self, name: str) -> None:
        """Delete the text under a name."""
        self.execute("DELETE FROM notes WHERE name = ?", (name,))

    def stream(self, sql: str, parameters: Parameters = ()) -> Iterator[Any]:
        """Every row, few of which are in memory at a time."""
        return iter(self.execute(sql, parameters))

    def insert_rows(self, rows: str, columns: Sequence[str], values: Iterable[Sequence[Value]]) -> None:
        """Insert many rows, as they come."""
        places = ", ".join("?" * len(columns))
        self.execute_each(f"INSERT INTO {rows} ({', '.join(columns)}) VALUES ({places})", values)  # noqa: S608  (our own words)

    def execute(self, sql: str, parameters: Parameters = ()) -> StatementAnswer:
        """Run one statement."""
        return self._connection.execute(sql, parameters)

    def insert(self, rows: str, row: Fields) -> int:
        """Insert a row; returns its id."""
        number: int = self.execute(insertion(rows, tuple(row), " RETURNING id"), row).fetchone()[0]
        return number

    def add(self, rows: str, row: Fields, otherwise: str = "") -> StatementAnswer:
        """Insert a row; `otherwise`, where it is there already."""
        return self.execute(insertion(rows, tuple(row), otherwise), row)

    def add_each(self, rows: str, each_one: Sequence[Fields], otherwise: str = "") -> None:
        """Insert rows with the same columns; `otherwise`, where one is there already."""
        if each_one:
            self.execute_each(insertion(rows, tuple(each_one[0]), otherwise), each_one)

    def put(self, rows: str, key: Fields, row: Fields) -> None:
        """Insert a row under its key, or replace what is there."""
        self.add(rows, {**key, **row}, _replaced(rows, tuple(key), tuple(row)))

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


@cache
def _replaced(rows: str, key: tuple[str, ...], columns: tuple[str, ...]) -> str:
    return merged(rows, key, dict.fromkeys(columns, REPLACED))


Function: TypeAlias = Callable[[Transaction], Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a function returned, or what it raised."""

    value: Any = None
    error: BaseException | None = None


def failed(error: Exception) -> Outcome:
    """What comes of a function that raised.

    Of a person's slip nobody asks where it was raised, and the frames that it went through would keep all
    that they saw, and themselves, until the garbage collector looks at everything.
    """
    return Outcome(error=error.with_traceback(None) if isinstance(error, Slip) else error)


class Fence(NamedTuple):
    """The number of a lease, without which nothing may be written, and what it is for."""

    lease: int
    what: str
    is_heard: bool = False
    """Whether other processes are told of what is written."""


class Writer(ABC):
    """A connection that writes, in a thread of its own."""

    batch_max: ClassVar[int]
    """How many functions share a commit at most."""
    fence: Fence | None = None
    """A file has one process, which needs none."""

    @abstractmethod
    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the thread; all else here is called there."""

    @abstractmethod
    def write(self, functions: Sequence[Function]) -> list[Outcome]:
        """Run functions and commit what they wrote; each succeeds or fails on its own.

        `Broken` if nobody can know any more what is in the books.
        """

    @abstractmethod
    def read(self, function: Function) -> Outcome:
        """Run a function on one consistent state; anything it writes is undone."""

    @abstractmethod
    def tend(self) -> None:
        """Do what is due now and then, while nobody waits."""


class Driver(ABC):
    """Open books, with threads that write them and one that reads them at length."""

    writers: Sequence[Writer]

    @abstractmethod
    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""

    @abstractmethod
    def read_long(self, function: Function) -> Outcome:
        """Run a function on one consistent state, in the reading thread."""

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:  # noqa: B027
        """Hear what other processes write; `begin` is called when something may have been missed before.

        Nobody else writes in a file.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish what the threads are at, and close the books."""
