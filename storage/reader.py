"""Long reads, on a read-only connection in a thread of its own.

Each sees one consistent state of the file, and no press waits for it. There is one writing
connection, and nothing here writes or checkpoints: a read-only connection cannot (SQLite before
3.51.3 can spoil a log into which two connections write or checkpoint).
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Self, TypeVar
from urllib.parse import quote

import aiosqlite

from storage import write_batches
from storage.connection import run_in_thread
from storage.errors import DatabaseClosed
from storage.transaction import Transaction
from storage.write_batches import Function, Outcome

T = TypeVar("T")

SWITCH_SECONDS = 0.0002
"""Seconds one thread may run while another waits; a press waits some thirty times."""


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
        outcome = await run_in_thread(self._connection, self._read, function)
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
