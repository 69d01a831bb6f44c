"""PostgreSQL as where a tavern is moved from, or to (`storage/files/move.py`).

All that is carried there is one transaction. Beforehand a table is made that says so: a database into which a
tavern was to come is none to begin a new one in.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

import psycopg

from games.engine.core.errors import ensure
from storage.cluster import leases
from storage.db.schema import APPLICATION_ID, migrations, require_current
from storage.db.transaction import Transaction
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase, NotEmpty
from storage.postgres import schema
from storage.postgres.connection import PostgresConnection
from storage.postgres.schema import MOVING, VERSION
from storage.postgres.transaction import PostgresTransaction


@contextmanager
def leaving(address: str) -> Iterator[tuple[str, Transaction]]:
    """The name of a database and what is in it, to be read; no bot can write there meanwhile."""
    with _connected(address) as connection:
        ensure(VERSION in schema.tables_in(connection), NotADatabase, connection.name, None)
        require_current(connection.name, schema.version_of(connection))
        connection.settle()
        _claim(connection)
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        _require_unserved(connection)
        yield connection.name, PostgresTransaction(connection, writes=False)


@contextmanager
def arriving(address: str) -> Iterator[tuple[str, Transaction]]:
    """The name of an empty database and a transaction, committed in the end or not at all.

    `NotEmpty` where anything is in it but what a move left that was not done.
    """
    with _connected(address) as connection:
        name = connection.name
        if schema.tables_in(connection) - {MOVING}:
            raise NotEmpty(name)
        _claim(connection)
        connection.execute(f"CREATE TABLE IF NOT EXISTS {MOVING} (nothing BIGINT)")
        connection.settle()
        connection.execute("BEGIN")
        schema.found(connection)
        schema.bring_up_to_date(connection, name, migrations())
        yield name, PostgresTransaction(connection)
        connection.execute(f"DROP TABLE {MOVING}")
        connection.settle()
        try:
            connection.execute("COMMIT")
            connection.settle()
        except psycopg.OperationalError as error:
            raise NotAccepted(
                f"{name} was lost at the very end: begin again, and if a tavern is there then, it is whole"
            ) from error
        # Until PostgreSQL does so by itself, it would not know how many rows there are. All has been moved:
        # that must not be said to have failed.
        with suppress(psycopg.Error):
            connection.execute("ANALYZE")
            connection.settle()


@contextmanager
def _connected(address: str) -> Iterator[PostgresConnection]:
    try:
        with closing(PostgresConnection(address)) as connection:
            yield connection
    except psycopg.Error as error:
        raise NotAccepted(str(error)) from error


def _require_unserved(connection: PostgresConnection) -> None:
    """Keep every process from writing: each holds the row of its lease then (`storage/cluster/leases.py`)."""
    try:
        connection.execute("LOCK TABLE leases IN EXCLUSIVE MODE NOWAIT")
        connection.settle()
    except psycopg.errors.LockNotAvailable as error:
        raise _in_use(connection) from error
    if leases.are_live(PostgresTransaction(connection, writes=False)):
        raise _in_use(connection)


def _in_use(connection: PostgresConnection) -> AlreadyOpen:
    return AlreadyOpen(f"{connection.name} is in use by another process")


def _claim(connection: PostgresConnection) -> None:
    if not connection.claim(APPLICATION_ID):
        raise _in_use(connection)
