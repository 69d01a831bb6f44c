"""Storage in a SQLite file: a connection that writes and one for long reads, each in its own thread.

aiosqlite's public interface sends every statement to its thread separately, which costs more than most
statements do: a press needs about thirty. It also lets a caller be cancelled between two statements, with the
transaction left open (F-18). So a whole function is sent to the thread at once. That needs two private
attributes of aiosqlite: the thread's queue, and its connection. Therefore its version is pinned in
`pyproject.toml`, only `run_in_thread` and `bare` use the attributes, and `tests/storage/test_connection.py`
fails with a version that no longer has them.

All waiting functions run in one transaction, so that they share one fsync, each in its own savepoint, so that
one can fail alone. An error of the whole file (full, locked, failing) rolls back the whole transaction.

The reading connection neither writes nor checkpoints: SQLite before 3.51.3 can corrupt a log into which two
connections write or checkpoint.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Self, TypeVar
from urllib.parse import quote

import aiosqlite

from games.engine.core.errors import ensure
from storage.db import schema
from storage.db.transaction import Driver, Function, Outcome, Transaction, Upgrade, Writer, failed
from storage.errors import Broken, NotAccepted, StorageError, WroteWhileReading
from storage.files import database_files

T = TypeVar("T")

ATTEMPTS = 20
"""The number of attempts of a transaction that meets a lock, each for the connection's busy timeout."""
STATEMENTS_KEPT = 256
FOLD_SECONDS = 300.0
"""The seconds between two checkpoints of the write-ahead log."""
SWITCH_SECONDS = 0.0002
"""The interpreter's switch interval; a press waits for another thread about thirty times."""

BUSY = 5
READONLY = 8
FULL = 13
FATAL = frozenset({7, READONLY, 10, 11, 14, 15, 26})
"""NOMEM, READONLY, IOERR, CORRUPT, CANTOPEN, PROTOCOL, NOTADB: the file's state is unknown."""

log = logging.getLogger(__name__)


class SqliteDriver(Driver):
    """An open file; `opened` is the stack of everything that has to be closed."""

    def __init__(self, writer: SqliteWriter, reader: aiosqlite.Connection, opened: AsyncExitStack) -> None:
        self.writers = (writer,)
        self._reader = reader
        self._opened = opened

    @classmethod
    async def open(cls, place: Path | str, patience_seconds: float) -> Self:
        """Open a file, creating or migrating it if needed. Raises if another process has it."""
        async with AsyncExitStack() as opened:
            path = opened.enter_context(database_files.locked(Path(place)))
            # The file is checked before its mode is changed, since it may not be ours.
            schema.open_file(path)
            database_files.tighten(path)
            writer = await aiosqlite.connect(path, isolation_level=None, cached_statements=STATEMENTS_KEPT)
            opened.push_async_callback(writer.close)
            reader, upgrade = await _prepare(path, writer, int(patience_seconds * 1000 / ATTEMPTS))
            # The writing connection closes last, since only it may checkpoint the log.
            opened.push_async_callback(reader.close)
            opened.push_async_callback(reader.interrupt)
            driver = cls(SqliteWriter(path, writer), reader, opened.pop_all())
            driver.upgrade = upgrade
            return driver

    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""
        return run_in_thread(self._reader, lambda _: function(*arguments))

    def read_long(self, function: Function) -> Outcome:
        """Run a function that only reads, on a consistent state."""
        return read_state(bare(self._reader), function, may_keep=False)

    async def close(self) -> None:
        """Close the connections and free the file."""
        try:
            await self._opened.aclose()
        except sqlite3.Error as error:
            raise StorageError(str(error)) from error


async def _prepare(
    path: Path, writer: aiosqlite.Connection, busy_ms: int
) -> tuple[aiosqlite.Connection, Upgrade | None]:
    """Migrate and inspect the file; return a connection for long reads, and the migration made."""
    try:
        upgrade = await run_in_thread(writer, schema.prepare, path, busy_ms)
        await run_in_thread(writer, schema.inspect, path)
        database_files.note_commit(path, await run_in_thread(writer, database_files.counted_commits))
        return await _open_reader(path), upgrade
    except sqlite3.OperationalError as error:
        raise NotAccepted(str(error)) from error
    except schema.DAMAGED as error:
        # The error for damage names the newest undamaged copy.
        raise schema.damaged(path) from error


async def _open_reader(path: Path) -> aiosqlite.Connection:
    # This applies to the whole process. With Python's default of 5 ms, the threads of a press would wait for
    # each other.
    sys.setswitchinterval(SWITCH_SECONDS)
    connection = await aiosqlite.connect(f"file:{quote(str(path))}?mode=ro", uri=True, isolation_level=None)
    await connection.execute("PRAGMA query_only = ON")
    return connection


class SqliteWriter(Writer):
    """The only connection that writes; all waiting functions share a commit, and so an fsync."""

    batch_max: ClassVar = 64
    """The maximum batch, so that no function waits long for the others."""

    def __init__(self, path: Path, connection: aiosqlite.Connection) -> None:
        self._path = path
        # `write` compares the path with this file, since the path may lead to another file later.
        self._file = path.stat()
        self._connection = connection
        self._bare = bare(connection)
        self._folded_at = monotonic()

    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the writing thread."""
        return run_in_thread(self._connection, lambda _: function(*arguments))

    def write(self, functions: Sequence[Function]) -> list[Outcome]:
        """Run functions in one transaction and commit it."""
        # SQLite would go on writing to a deleted or moved file, and the changes would be lost.
        try:
            is_same = os.path.samestat(self._path.stat(), self._file)
        except OSError:
            is_same = False
        if not is_same:
            raise Broken(f"{self._path} is no longer the file that was opened")
        return write_batch(self._bare, functions, self._path)

    def read(self, function: Function) -> Outcome:
        """Run a function on a consistent state, and roll back everything that it writes."""
        return read_state(self._bare, function)

    def tend(self) -> None:
        """Checkpoint the write-ahead log from time to time."""
        if monotonic() - self._folded_at >= FOLD_SECONDS:
            self._folded_at = monotonic()
            fold_log(self._bare)


def write_batch(connection: sqlite3.Connection, functions: Sequence[Function], path: Path) -> list[Outcome]:
    """Run functions in one transaction and commit it. Raises `Broken` if the file's state is unknown."""
    for _ in range(ATTEMPTS):
        try:
            return _write_once(connection, functions, path)
        except sqlite3.Error as error:
            _rollback(connection)
            code = _code(error)
            if code in FATAL:
                raise Broken(str(error)) from error
            # On a full disk no single function is at fault, so all of them may be retried.
            if code == FULL:
                return [Outcome(error=NotAccepted.because(error))] * len(functions)
            if code != BUSY:
                return [Outcome(error=error)] * len(functions)
            busy = error
    return [Outcome(error=NotAccepted.because(busy))] * len(functions)


def read_state(connection: sqlite3.Connection, function: Function, *, may_keep: bool = True) -> Outcome:
    """Run a function on a consistent state of the file, and roll back everything that it writes."""
    try:
        connection.execute("BEGIN")
        before = connection.total_changes
        value = function(Transaction(connection, may_keep=may_keep))
        ensure(connection.total_changes == before, WroteWhileReading)
    except Exception as error:
        # READONLY means that the function tried to write, and nothing about the file.
        if _code(error) in FATAL - {READONLY}:
            raise Broken(str(error)) from error
        return failed(NotAccepted.because(error) if _code(error) == BUSY else error)
    else:
        return Outcome(value)
    finally:
        _rollback(connection)


def fold_log(connection: sqlite3.Connection) -> None:
    """Checkpoint the write-ahead log, as far as no reader needs it."""
    try:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    except sqlite3.Error as error:
        if _code(error) not in (BUSY, FULL):
            raise Broken(str(error)) from error
        log.warning("the write-ahead log could not be checkpointed: %s", error)


def _write_once(connection: sqlite3.Connection, functions: Sequence[Function], path: Path) -> list[Outcome]:
    # The lock is taken before anything is read; taken later, it could fail halfway.
    connection.execute("BEGIN IMMEDIATE")
    before = connection.total_changes
    outcomes = [_run_apart(connection, function) for function in functions]
    if connection.total_changes == before or all(each.error is not None for each in outcomes):
        # Nothing was written, so no fsync is needed.
        _rollback(connection)
        return outcomes
    (number,) = connection.execute(database_files.COUNT_COMMIT).fetchone()
    connection.execute("COMMIT")
    # The mark follows the commit, so that it never counts a commit that the file lacks (F-57).
    database_files.note_commit(path, number)
    return outcomes


def _run_apart(connection: sqlite3.Connection, function: Function) -> Outcome:
    """Run one function; raise errors of the whole file, and return all others as its outcome."""
    connection.execute("SAVEPOINT apart")
    try:
        outcome = Outcome(function(Transaction(connection)))
    except Exception as error:
        if _code(error) in FATAL | {BUSY, FULL}:
            raise
        outcome = failed(error)
        connection.execute("ROLLBACK TO apart")
    connection.execute("RELEASE apart")
    return outcome


def _rollback(connection: sqlite3.Connection) -> None:
    # SQLite may have rolled back by itself, and a second rollback would be an error.
    if not connection.in_transaction:
        return
    try:
        connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise Broken(str(error)) from error


def _code(error: BaseException) -> int:
    """Return SQLite's primary error code, or 0."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def run_in_thread(
    connection: aiosqlite.Connection, function: Callable[..., T], *arguments: Any
) -> asyncio.Future[T]:
    """Run a whole function in the connection's thread, on its `sqlite3.Connection` and these arguments."""
    # A bare future is enough, without a task.
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    connection._tx.put_nowait((future, partial(function, connection._conn, *arguments)))  # noqa: SLF001
    return future


def bare(connection: aiosqlite.Connection) -> sqlite3.Connection:
    """Return the underlying connection, for functions that run in its thread."""
    return connection._conn  # noqa: SLF001
