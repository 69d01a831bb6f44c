"""The one door behind aiosqlite's public interface.

In public it offers a trip to its thread for every statement, and a trip costs more than most statements
do: a press would make some thirty of them. It also gives each caller a moment between two statements at
which it may be cancelled, with the transaction left open (F-18). So a whole function is run in its
thread in one trip. What that takes is not public: the queue that the thread serves, and its connection.
Therefore its version is pinned in `pyproject.toml`, nobody else reaches for either, and
`tests/storage/test_connection.py` fails with a version that has closed this door.

The books in a SQLite file: two connections, each in a thread of its own.

The reading connection neither writes nor checkpoints (SQLite before 3.51.3 can spoil a log into which two
connections write or checkpoint).
"""

from __future__ import annotations

import asyncio
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

from storage.db import batches, schema
from storage.db.batches import ATTEMPTS, Function, Outcome
from storage.db.driver import Driver, Writer
from storage.errors import Broken, NotAccepted, StorageError
from storage.files import files, last_commit

T = TypeVar("T")


def run_in_thread(
    connection: aiosqlite.Connection, function: Callable[..., T], *arguments: Any
) -> asyncio.Future[T]:
    """Run a whole function in the connection's thread, on its `sqlite3.Connection` and these arguments."""
    # A future, and no task: nothing of ours waits while nothing happens.
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    connection._tx.put_nowait((future, partial(function, connection._conn, *arguments)))  # noqa: SLF001
    return future


def bare(connection: aiosqlite.Connection) -> sqlite3.Connection:
    """The connection itself, for functions that run in its thread."""
    return connection._conn  # noqa: SLF001


STATEMENTS_KEPT = 256
FOLD_SECONDS = 300.0
"""Seconds after which the log is folded into the file."""
SWITCH_SECONDS = 0.0002
"""Seconds one thread may run while another waits; a press waits some thirty times."""


class SqliteWriter(Writer):
    """The only connection that writes: all functions that wait share a commit, and so an fsync."""

    batch_max: ClassVar = 64
    """So many that none waits long for the others."""

    def __init__(self, path: Path, connection: aiosqlite.Connection) -> None:
        self._path = path
        # What `_require_file` compares with: the path may come to lead to another file.
        self._file = path.stat()
        self._connection = connection
        self._folded_at = monotonic()

    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the writing thread."""
        return run_in_thread(self._connection, lambda _: function(*arguments))

    def write(self, functions: Sequence[Function]) -> list[Outcome]:
        """Run functions in one transaction and commit it."""
        self._require_file()
        return batches.write(bare(self._connection), functions, self._path)

    def read(self, function: Function) -> Outcome:
        """Run a function on one consistent state; anything it writes is undone."""
        return batches.read(bare(self._connection), function)

    def tend(self) -> None:
        """Now and then fold the log into the file."""
        if monotonic() - self._folded_at >= FOLD_SECONDS:
            self._folded_at = monotonic()
            batches.fold(bare(self._connection))

    def _require_file(self) -> None:
        # SQLite goes on writing to a file that was deleted or moved, where nobody would find it.
        try:
            is_there = os.path.samestat(self._path.stat(), self._file)
        except OSError:
            is_there = False
        if not is_there:
            raise Broken(f"{self._path} is no longer the file that was opened")


class SqliteDriver(Driver):
    """An open file; made by `open`, which hands over what has to be closed in the end as `opened`."""

    def __init__(self, writer: SqliteWriter, reader: aiosqlite.Connection, opened: AsyncExitStack) -> None:
        self.writers = (writer,)
        self._reader = reader
        self._opened = opened

    @classmethod
    async def open(cls, place: Path | str, patience_seconds: float) -> Self:
        """Open a file, creating or migrating it if needed; refused while another process has it."""
        async with AsyncExitStack() as opened:
            path = opened.enter_context(files.locked(Path(place)))
            # Looked at first: a file that is not ours keeps its mode.
            schema.open_file(path)
            files.tighten(path)
            writer = await aiosqlite.connect(path, isolation_level=None, cached_statements=STATEMENTS_KEPT)
            opened.push_async_callback(writer.close)
            reader = await _prepare(path, writer, int(patience_seconds * 1000 / ATTEMPTS))
            # The writing connection closes last: only it may fold the log in.
            opened.push_async_callback(reader.close)
            opened.push_async_callback(reader.interrupt)
            return cls(SqliteWriter(path, writer), reader, opened.pop_all())

    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""
        return run_in_thread(self._reader, lambda _: function(*arguments))

    def read_long(self, function: Function) -> Outcome:
        """Run a function on one consistent state."""
        return batches.read(bare(self._reader), function, may_keep=False)

    async def close(self) -> None:
        """Close the connections and free the file."""
        try:
            await self._opened.aclose()
        except sqlite3.Error as error:
            raise StorageError(str(error)) from error


async def _prepare(path: Path, writer: aiosqlite.Connection, busy_ms: int) -> aiosqlite.Connection:
    """Make the file ready; returns a connection for long reads."""
    try:
        await run_in_thread(writer, schema.prepare, path, busy_ms)
        await run_in_thread(writer, schema.inspect, path)
        last_commit.note(path, await run_in_thread(writer, last_commit.counted))
        return await _open_reader(path)
    except sqlite3.OperationalError as error:
        raise NotAccepted(str(error)) from error
    except schema.DAMAGED as error:
        # Damage names the newest good copy; a lock or a full disk only asks to be tried again.
        raise schema.damaged(path) from error


async def _open_reader(path: Path) -> aiosqlite.Connection:
    # For the whole process: with Python's usual 5 ms the two threads of a press would wait for each other.
    sys.setswitchinterval(SWITCH_SECONDS)
    connection = await aiosqlite.connect(f"file:{quote(str(path))}?mode=ro", uri=True, isolation_level=None)
    await connection.execute("PRAGMA query_only = ON")
    return connection
