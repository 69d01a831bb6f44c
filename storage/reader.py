"""Long reads, on a read-only connection in a thread of its own.

Each sees one consistent state of the file, and no press waits for it. There is one writing
connection, and nothing here writes or checkpoints: a read-only connection cannot (SQLite before
3.51.3 can spoil a log into which two connections write or checkpoint).
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import quote

import aiosqlite

from storage import write_batches
from storage.errors import DatabaseClosed
from storage.transaction import Transaction
from storage.write_batches import Function, Outcome

T = TypeVar("T")

SWITCH_SECONDS = 0.0002
"""Seconds one thread may run while another waits; a press waits some thirty times."""


def hop(connection: aiosqlite.Connection, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
    """Run a whole function in the connection's thread, on its `sqlite3.Connection`.

    aiosqlite offers no public way to do so, while a hop for every statement costs more than the
    statements do. So its version is pinned, and this is the one place that reaches behind its back.
    """
    # A future, not a task: nothing of ours waits while nothing happens.
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    connection._tx.put_nowait((future, partial(function, connection._conn, *arguments)))  # noqa: SLF001
    return future


class Reader:
    """An open database's connection for long reads; made by `open`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._is_closed = False

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file once more, to read only."""
        sys.setswitchinterval(SWITCH_SECONDS)
        address = f"file:{quote(str(path))}?mode=ro"
        connection = await aiosqlite.connect(address, uri=True, isolation_level=None)
        await connection.execute("PRAGMA query_only = ON")
        return cls(connection)

    async def read(self, function: Callable[[Transaction], T]) -> T:
        """Run a function on one consistent state of the file; one function at a time."""
        outcome = await hop(self._connection, self._read, function)
        if outcome.error is not None:
            raise outcome.error
        value: T = outcome.value
        return value

    async def close(self) -> None:
        """Interrupt the running read, and close the connection."""
        if self._is_closed:
            return
        self._is_closed = True
        await self._connection.interrupt()
        await self._connection.close()

    def _read(self, connection: sqlite3.Connection, function: Function) -> Outcome:
        if self._is_closed:
            return Outcome(error=DatabaseClosed())
        return write_batches.read(connection, function, may_keep=False)
