"""A database in a file, and one in memory for what needs no file."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from storage.db import schema
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.play.tables import Tables
from storage.postgres.connection import PostgresConnection, PostgresTransaction
from tests.postgres import TEMPLATE, Cluster
from tests.storage.crowd import settle_in
from tests.storage.toy import GAMES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a test's database."""
    return tmp_path / "tavern.db"


@pytest.fixture
def new_books(path: Path, empty_books: Path) -> Path:
    """Return the same path with a new tavern's database, so that no test waits for its creation."""
    if not path.exists():
        shutil.copy(empty_books, path)
        path.chmod(0o600)
    return path


BOTH = ("sqlite", "postgres")
"""The databases that every test here runs over, unless it is about a file."""
NUMBERED = (
    "tables", "accounts", "transfers", "prizes", "forgotten", "tournaments", "news", "closings", "series",
    "seasons", "bars", "audit_lines",
)  # fmt: skip
"""The tables whose rows are numbered."""
COUNTED_ANEW = [f"setval(pg_get_serial_sequence('{name}', 'id'), 1, false)" for name in NUMBERED]


@pytest.fixture
def address(request: pytest.FixtureRequest) -> str:
    """Return the address to open: a file, unless a test asks for PostgreSQL (`over_both`)."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return str(request.getfixturevalue("new_books"))
    found: str = request.getfixturevalue("postgres_address")
    return found


over_both = pytest.mark.parametrize("address", BOTH, indirect=True)
"""Marks a test of an open database that holds for both."""


@pytest_asyncio.fixture
async def database(address: str) -> AsyncIterator[Database]:
    """Yield an open database; it does not wait long for locks."""
    async with open_database(address, patience_seconds=1.0) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres_connection(postgres_cluster: Cluster) -> Iterator[PostgresConnection]:
    """Yield a connection to an empty database."""
    with closing(PostgresConnection(postgres_cluster.make(TEMPLATE))) as connection:
        yield connection


@pytest.fixture(scope="session")
def empty_in_memory() -> bytes:
    """Return an empty database in memory, migrated once for all tests."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.migrate(connection, Path(":memory:"), schema.migrations())
        return connection.serialize()


@pytest.fixture(scope="session")
def settled(empty_in_memory: bytes) -> bytes:
    """Return a database with rows in every table, for all calls."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(empty_in_memory)
        connection.execute("PRAGMA foreign_keys = ON")
        settle_in(Transaction(connection))
        return connection.serialize()


@pytest.fixture(params=BOTH)
def tx(request: pytest.FixtureRequest, empty_in_memory: bytes) -> Iterator[Transaction]:
    """Yield a transaction on an empty database, in memory or undone in the end."""
    if request.param == "postgres":
        postgres: PostgresConnection = request.getfixturevalue("postgres_connection")
        postgres.execute("BEGIN")
        # Sequences are not undone in the end: every test counts from 1.
        postgres.execute(f"SELECT {', '.join(COUNTED_ANEW)}")
        yield PostgresTransaction(postgres)
        postgres.forgive()
        postgres.execute("ROLLBACK")
        return
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(empty_in_memory)
        connection.execute("PRAGMA foreign_keys = ON")
        yield Transaction(connection)


@pytest.fixture
def tables() -> Tables:
    """Return the tables of the toy game."""
    return Tables(GAMES)
