"""A database in a file, and one in memory for what needs no file."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from storage import schema
from storage.database import Database, open_database
from storage.tables import Tables
from storage.transaction import Transaction
from tests.storage.toy import GAMES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test's database lies."""
    return tmp_path / "tavern.db"


@pytest_asyncio.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """An open database; it does not wait long for locks."""
    async with open_database(path, patience_seconds=1.0) as opened:
        yield opened


@pytest.fixture
def tx() -> Iterator[Transaction]:
    """A transaction on a database in memory."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        schema.migrate(connection, Path(":memory:"), schema.migrations())
        yield Transaction(connection)


@pytest.fixture
def tables() -> Tables:
    """The tables of the toy game."""
    return Tables(GAMES)
