"""The books in PostgreSQL: connections that write and one that reads at length, each in a thread of its own.

A process may have the database to itself (`alone`): the one connection by which it writes claims it, and none
writes that could not. Where others may write at the same time, connections of one process are no different
from those of another: there are several, and each function that waits has the next that is free.

A tavern can be moved from here or to here (`storage/files/move.py`). All that is carried here is one
transaction; beforehand a table is made that says so: a database into which a tavern was to come is none to
begin a new one in.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any, Self, TypeVar

import psycopg

from games.engine.core.errors import ensure
from storage.cluster import leases
from storage.db.driver import Driver, Function, Outcome
from storage.db.schema import APPLICATION_ID, migrations, require_current
from storage.db.transaction import Transaction
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase, NotEmpty
from storage.postgres import schema
from storage.postgres.connection import CONNECT_SECONDS, PostgresConnection, completed, left
from storage.postgres.schema import MOVING, VERSION
from storage.postgres.transaction import CHANNEL, PostgresTransaction, read_again
from storage.postgres.writer import PostgresWriter

T = TypeVar("T")

WRITERS = 8
"""By how many connections a process writes that is not alone."""
UNHEARD_SECONDS = 0.5
"""How long a lost connection that hears others is left alone."""

log = logging.getLogger(__name__)


class PostgresDriver(Driver):
    """An open database; made by `open`."""

    writers: tuple[PostgresWriter, ...]

    def __init__(self, address: str, patience_seconds: float, *, alone: bool) -> None:
        self.writers = tuple(
            PostgresWriter(address, patience_seconds, alone=alone) for _ in range(1 if alone else WRITERS)
        )
        self._address = address
        self._reading = ThreadPoolExecutor(1, "books-read")
        self._reader: PostgresConnection | None = None

    @classmethod
    async def open(cls, address: str, patience_seconds: float, *, alone: bool) -> Self:
        """Connect, and create or migrate the tables.

        `NotAccepted` where the server cannot be reached, `AlreadyOpen` where another process is alone there.
        """
        driver = cls(address, patience_seconds, alone=alone)
        first = driver.writers[0]
        try:
            await first.run(first.begin)
        except BaseException:
            await driver.close()
            raise
        return driver

    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""
        return asyncio.get_running_loop().run_in_executor(self._reading, function, *arguments)

    def read_long(self, function: Function) -> Outcome:
        """Run a function on one consistent state."""

        def connection() -> PostgresConnection:
            self._reader = left(self._reader) or PostgresConnection(self._address)
            return self._reader

        return read_again(connection, function, may_keep=False)

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:
        """Hear what other processes write, on a connection of its own, until cancelled."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    completed(self._address), autocommit=True, connect_timeout=CONNECT_SECONDS
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    begin()
                    async for told in connection.notifies():
                        hear(told.payload)
            except psycopg.Error as lost:
                log.warning("other processes cannot be heard: %s", lost)
            await asyncio.sleep(UNHEARD_SECONDS)

    async def close(self) -> None:
        """Finish what the threads are at, and let the server go."""
        for each in self.writers:
            await each.close()
        await self.run_apart(self._close_reader)
        self._reading.shutdown(wait=False)

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()


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
