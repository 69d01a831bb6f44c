"""The parts behind aiosqlite's public interface are still there, and its version is pinned (F-18)."""

from __future__ import annotations

import sqlite3
import threading
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import aiosqlite
import pytest
import pytest_asyncio

from storage.db.sqlite import run_in_thread

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest_asyncio.fixture
async def connection() -> AsyncIterator[aiosqlite.Connection]:
    """Yield a connection as aiosqlite makes it."""
    async with aiosqlite.connect(":memory:", isolation_level=None) as opened:
        yield opened


async def test_a_function_runs_in_the_thread_that_statements_run_in(connection: aiosqlite.Connection) -> None:
    """F-18: it runs whole, on the connection itself, and in the one thread that may use it."""

    def count(bare: sqlite3.Connection, most: int) -> tuple[int, int]:
        bare.execute("CREATE TABLE numbers (number)")
        bare.executemany("INSERT INTO numbers VALUES (?)", [(each,) for each in range(most)])
        return bare.execute("SELECT count(*) FROM numbers").fetchone()[0], threading.get_ident()

    await connection.create_function("thread", 0, threading.get_ident)
    found, thread = await run_in_thread(connection, count, 3)

    assert found == 3
    async with connection.execute("SELECT thread(), count(*) FROM numbers") as cursor:
        assert await cursor.fetchone() == (thread, 3)
    assert thread != threading.get_ident()


async def test_what_a_function_raises_is_raised_here(connection: aiosqlite.Connection) -> None:
    """F-20: an exception in the thread reaches the function's caller."""

    def fail(_: sqlite3.Connection) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await run_in_thread(connection, fail)


def test_the_version_is_pinned() -> None:
    """A non-public interface may be gone in the next version, so the version is pinned."""
    required = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    (pinned,) = [each for each in required if each.startswith("aiosqlite")]

    assert "<" in pinned
