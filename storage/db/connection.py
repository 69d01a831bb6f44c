"""The one door behind aiosqlite's public interface.

In public it offers a trip to its thread for every statement, and a trip costs more than most statements
do: a press would make some thirty of them. It also gives each caller a moment between two statements at
which it may be cancelled, with the transaction left open (F-18). So a whole function is run in its
thread in one trip. What that takes is not public: the queue that the thread serves, and its connection.
Therefore its version is pinned in `pyproject.toml`, nobody else reaches for either, and
`tests/storage/test_connection.py` fails with a version that has closed this door.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import aiosqlite

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
