"""The interface of database functions, and of the drivers that run them.

A function reads and writes rows by the names of their columns (`Transaction`). The storage, a SQLite file
(`storage/db/sqlite.py`) or PostgreSQL, gives `Database` a `Driver`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

from games.engine.core.errors import UserError
from storage.errors import Unreadable

Value: TypeAlias = str | int | float | bytes | None
Fields: TypeAlias = Mapping[str, Value]
"""A row's values to write, by the names of its columns."""
Parameters: TypeAlias = Sequence[Value] | Fields

ADDED = "{rows}.{column} + excluded.{column}"
GREATER = "CASE WHEN excluded.{column} > {rows}.{column} THEN excluded.{column} ELSE {rows}.{column} END"
REPLACED = "excluded.{column}"
"""The SQL that replaces an existing row's value; `ADDED` adds to it, `GREATER` keeps the greater value."""
STAYS = " ON CONFLICT DO NOTHING"
"""For `Transaction.add`: an existing row stays as it is."""
T = TypeVar("T")


def columns_of(kind: Any) -> str:
    """Return the names of a dataclass's fields as the columns of a SELECT."""
    return ", ".join(each.name for each in fields(kind))


@cache
def insertion(rows: str, columns: tuple[str, ...], otherwise: str = "") -> str:
    """Return an INSERT with named placeholders; `otherwise` is an ON CONFLICT clause, which is appended."""
    values = ", ".join(f":{each}" for each in columns)
    return f"INSERT INTO {rows} ({', '.join(columns)}) VALUES ({values}){otherwise}"  # noqa: S608  (our own words)


def merged(rows: str, key: Sequence[str], changes: Mapping[str, str]) -> str:
    """Return the ON CONFLICT clause for `Transaction.add` that updates columns of a row with the same key."""
    sets = ", ".join(f"{column} = {sql.format(rows=rows, column=column)}" for column, sql in changes.items())
    return f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {sets}"


class StatementResult(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows affected."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """The part of a connection that a transaction needs, as in `sqlite3.Connection`."""

    def execute(self, sql: str, parameters: Any = (), /) -> StatementResult:
        """Run one statement."""

    def executemany(self, sql: str, rows: Any, /) -> Any:
        """Run one statement for each row."""


class Transaction:
    """One database transaction, passed to the one function that runs in it.

    `Database.write` and `Database.read` run the function on a database thread. It must be a plain function
    that touches nothing but `tx` and its own values: it may run more than once (PostgreSQL retries it after a
    conflict or a lost connection), and if it raises, everything it wrote is rolled back and the caller gets
    the exception. Don't keep `tx` after the function returns.

    SQL is written once, with `?` or `:name` placeholders, in the dialect that SQLite and PostgreSQL share
    (`storage/postgres/dialect.py`). Table and column names come from our code only.

    If the database fails, `tx` raises one of `faults`, and the caller of `Database.write` gets a
    `StorageError`; `storage/errors.py` says which kinds may be retried.

    Example: read the names of some notes.

        def names_of(tx: Transaction) -> list[str]:
            rows = tx.all("SELECT name FROM notes WHERE name LIKE ? ORDER BY name", ("moved%",))
            return [row["name"] for row in rows]

        names = await database.read(names_of)
    """

    faults: ClassVar[tuple[type[Exception], ...]] = (sqlite3.Error,)
    """The exceptions that the database itself raises."""
    clock: ClassVar[str] = "((julianday('now') - 2440587.5) * 86400.0)"
    """The database's own time in unix seconds, in SQL."""

    def __init__(self, connection: Connection, *, may_keep: bool = True) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.row_factory = sqlite3.Row
        self._connection = connection
        self.may_keep = may_keep
        """True if decoded values may be cached; False for long reads, which decode too many."""

    def lock_row(self, rows: str, number: int, which: str = "?") -> None:
        """Lock a row until the commit (a no-op in a file, which has one writer).

        `which` is the SQL expression for the row's id; `?` stands for `number`.
        """

    def try_lock_row(self, rows: str, number: int) -> bool:  # noqa: ARG002
        """Lock a row until the commit; return False if another transaction has locked it."""
        return True

    def lock_ledger(self, server: int) -> None:
        """Lock a server's money until the commit."""

    def home(self) -> str:
        """Return the database's location, by which a restored copy is recognised; empty if unknown."""
        return ""

    def notify(self, what: str) -> None:
        """Notify other processes after the commit (a no-op in a file, which has one process)."""

    def next_id(self, rows: str) -> int:
        """Return the id for the next row of a table."""
        return 1 + (self.scalar_int(f"SELECT max(id) FROM {rows}") or 0)  # noqa: S608  (our own words)

    def last_id(self, rows: str) -> int:
        """Return the last id given in a table, even if its row was deleted; 0 if none was given."""
        return self.scalar_int("SELECT seq FROM sqlite_sequence WHERE name = ?", (rows,)) or 0

    def count_on(self, rows: str, last: int) -> None:
        """Make a table's next ids greater than `last`."""
        self.execute("DELETE FROM sqlite_sequence WHERE name = ?", (rows,))
        self.add("sqlite_sequence", {"name": rows, "seq": last})

    def set_note(self, name: str, text: str) -> None:
        """Store a small internal text under a name, replacing the previous text."""
        self.upsert("notes", {"name": name}, {"body": text})

    def get_note(self, name: str) -> str | None:
        """Return the text under a name, or None."""
        text: str | None = self.scalar("SELECT body FROM notes WHERE name = ?", (name,))
        return text

    def delete_note(self, name: str) -> None:
        """Delete the text under a name."""
        self.execute("DELETE FROM notes WHERE name = ?", (name,))

    def stream(self, sql: str, parameters: Parameters = ()) -> Iterator[Any]:
        """Yield all rows, with only a few in memory at a time."""
        return iter(self.execute(sql, parameters))

    def insert_rows(self, rows: str, columns: Sequence[str], values: Iterable[Sequence[Value]]) -> None:
        """Insert many rows from an iterable, one by one."""
        placeholders = ", ".join("?" * len(columns))
        self.execute_each(f"INSERT INTO {rows} ({', '.join(columns)}) VALUES ({placeholders})", values)  # noqa: S608  (our own words)

    def execute(self, sql: str, parameters: Parameters = ()) -> StatementResult:
        """Run one statement."""
        return self._connection.execute(sql, parameters)

    def insert(self, rows: str, row: Fields) -> int:
        """Insert a row; return its id."""
        number: int = self.execute(insertion(rows, tuple(row), " RETURNING id"), row).fetchone()[0]
        return number

    def add(self, rows: str, row: Fields, otherwise: str = "") -> StatementResult:
        """Insert a row; `otherwise` is an ON CONFLICT clause."""
        return self.execute(insertion(rows, tuple(row), otherwise), row)

    def insert_many(self, rows: str, each_one: Sequence[Fields], otherwise: str = "") -> None:
        """Insert rows with the same columns; `otherwise` is an ON CONFLICT clause."""
        if each_one:
            self.execute_each(insertion(rows, tuple(each_one[0]), otherwise), each_one)

    def upsert(self, rows: str, key: Fields, row: Fields) -> None:
        """Insert a row under its key, or replace the existing one."""
        self.add(rows, {**key, **row}, _replaced(rows, tuple(key), tuple(row)))

    def execute_each(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Run one statement for every row."""
        self._connection.executemany(sql, rows)

    def first(self, sql: str, parameters: Parameters = ()) -> sqlite3.Row | None:
        """Return the first row, or None."""
        row: sqlite3.Row | None = self.execute(sql, parameters).fetchone()
        return row

    def one(self, sql: str, parameters: Parameters = ()) -> sqlite3.Row:
        """Return the first row. Raises `Unreadable` if there is none."""
        row = self.first(sql, parameters)
        if row is None:
            raise Unreadable("a row that is gone")
        return row

    def all(self, sql: str, parameters: Parameters = ()) -> list[sqlite3.Row]:
        """Return every row."""
        return self.execute(sql, parameters).fetchall()

    def scalar(self, sql: str, parameters: Parameters = ()) -> Any:
        """Return the one column of the first row, or None."""
        row = self.first(sql, parameters)
        return None if row is None else row[0]

    def scalar_int(self, sql: str, parameters: Parameters = ()) -> int | None:
        """Return the one column of the first row as a number, or None."""
        number: int | None = self.scalar(sql, parameters)
        return number

    def scalars(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        """Return the one column of every row."""
        return [value for (value,) in self.execute(sql, parameters)]


@cache
def _replaced(rows: str, key: tuple[str, ...], columns: tuple[str, ...]) -> str:
    return merged(rows, key, dict.fromkeys(columns, REPLACED))


Function: TypeAlias = Callable[[Transaction], Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A function's return value, or the exception that it raised."""

    value: Any = None
    error: BaseException | None = None


def failed(error: Exception) -> Outcome:
    """Return the outcome of a function that raised.

    The traceback of a user error is dropped, since its frames would keep all their values alive until a full
    garbage collection.
    """
    return Outcome(error=error.with_traceback(None) if isinstance(error, UserError) else error)


class Fence(NamedTuple):
    """The lease without which nothing may be written: its number, and the text that names its shards."""

    lease: int
    what: str
    is_heard: bool = False
    """True if other processes are notified of writes."""


class Writer(ABC):
    """A connection that writes, with its own thread."""

    batch_max: ClassVar[int]
    """The maximum number of functions that share a commit."""
    fence: Fence | None = None
    """None for a file, which has only one process."""

    @abstractmethod
    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the thread; all other methods are called there."""

    @abstractmethod
    def write(self, functions: Sequence[Function]) -> list[Outcome]:
        """Run functions and commit their writes; each succeeds or fails separately.

        Raises `Broken` if the database's state is unknown.
        """

    @abstractmethod
    def read(self, function: Function) -> Outcome:
        """Run a function on a consistent state, and roll back everything that it writes."""

    @abstractmethod
    def tend(self) -> None:
        """Do periodic work; called when no function waits."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The migration of a database on opening: the numbers of the last migration before and after."""

    before: int
    now: int
    copy: Path | None = None
    """The copy of the file from before the migration."""


class Driver(ABC):
    """An open database, with writing threads, and one thread for long reads."""

    writers: Sequence[Writer]
    upgrade: Upgrade | None = None
    """The migration made on opening, if the database was of an older version."""

    @abstractmethod
    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""

    @abstractmethod
    def read_long(self, function: Function) -> Outcome:
        """Run a function on a consistent state, in the reading thread."""

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:  # noqa: B027
        """Pass other processes' notifications to `hear`; call `begin` when some may have been missed.

        A file has no other processes.
        """

    @abstractmethod
    async def close(self) -> None:
        """Finish the threads' work, and close the database."""
