"""Storage in PostgreSQL: writing connections, and a connection for long reads, each with its own thread.

Each writing function has its own transaction. READ COMMITTED is enough: a function that changes a table locks
its row (`Transaction.lock_row`), and a function that moves a server's money locks its ledger
(`Transaction.lock_ledger`), both until the commit. With SERIALIZABLE, connections kept rolling back each
other's work. A change based on an older revision of a table is refused (`Overtaken`) and run again. So is a
function that inserts a row which another transaction has inserted meanwhile, such as a user's first wallet.

If there are several processes, each has a lease. Every transaction begins by locking the lease's row
(`FENCE`), which a process that takes over has to delete. So a takeover waits for a commit under way, and
afterwards the old process commits nothing more.

A lost connection is reopened, and the function is run again. If the connection was lost during the commit,
PostgreSQL is asked for the outcome (`pg_xact_status`).

A process may have the database to itself (`alone`): then its only writing connection claims the database. A
process that shares the database has several writing connections.

A database can be moved from PostgreSQL or to it (`storage/files/migrate_backend.py`). The copy to PostgreSQL
is one transaction. The table `MOVING`, created before it, keeps the bot from starting with the unfinished
copy. The tables are created and migrated by the same files as SQLite's, with the same numbers.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any, ClassVar, Self, TypeVar

import psycopg

from games.engine.core.errors import ensure
from storage import leases
from storage.db.schema import APPLICATION_ID, migrations, refuse_newer, require_current
from storage.db.transaction import Driver, Function, Outcome, Transaction, Upgrade, Writer, failed
from storage.errors import AlreadyOpen, Broken, NotAccepted, NotADatabase, NotEmpty, Overtaken, ShardsTaken
from storage.postgres import dialect
from storage.postgres.connection import (
    CHANNEL,
    CONNECT_SECONDS,
    CommitBegun,
    PostgresConnection,
    PostgresTransaction,
    completed,
    kind_of_fault,
    left,
    read_again,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

ATTEMPTS = 20
"""The maximum number of runs of a function after lock conflicts or lost connections."""
RUNS = 3
"""The maximum number of runs of a function after errors in `AHEAD`."""
AHEAD = (Overtaken, psycopg.errors.UniqueViolation)
"""The errors of a function whose rows another transaction has changed or inserted meanwhile."""
AGAIN_SECONDS = 0.25
"""The wait between two attempts to reopen a lost connection, in seconds."""
IDLE_SECONDS = 3
"""The seconds for which a transaction may wait for its process: less than `LEASE_SECONDS`."""
FENCE = "SELECT 1 FROM leases WHERE id = ? FOR KEY SHARE"
WRITERS = 8
"""The number of writing connections of a process that is not alone."""
UNHEARD_SECONDS = 0.5
"""The wait before a lost listening connection is reopened, in seconds."""
AT_WORK = (
    "{name} is in use by processes of an older version, and this one changes its tables: stop them first"
)
WITH_LEASES = 30
"""The first migration with which several processes may run."""
VERSION = "taproom_schema"
"""The table that holds the number of migrations that have run."""
MOVING = "taproom_moving"
"""The table that exists while another database is being moved into this one."""


class _RolledBack(Exception):
    """A transaction was rolled back, not because of an error of its function."""


class PostgresWriter(Writer):
    """A connection that writes; if it is `alone`, it claims the database for itself."""

    batch_max: ClassVar = 1
    """One, since PostgreSQL itself lets concurrent commits share an fsync."""

    def __init__(self, address: str, patience_seconds: float, *, alone: bool) -> None:
        self._address = address
        self._is_alone = alone
        self._patience_seconds = patience_seconds
        self._thread = ThreadPoolExecutor(1, "books-written")
        self._connection: PostgresConnection | None = None

    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the thread."""
        return asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    def begin(self) -> Upgrade | None:
        """Connect, and create or migrate the tables; return the migration made, if there was one."""
        try:
            self._connection = self._connect()
            return migrate(self._connection, self._connection.name)
        except psycopg.OperationalError as error:
            raise NotAccepted.because(error) from error
        except psycopg.errors.ReadOnlySqlTransaction as error:
            name = self._connection and self._connection.name
            raise NotAccepted(f"{name} only lets read: is it a standby?") from error

    def write(self, functions: Sequence[Function]) -> list[Outcome]:
        """Run functions, each in a transaction, and commit them."""
        return [self._write(each) for each in functions]

    def read(self, function: Function) -> Outcome:
        """Run a function that only reads, on a consistent state."""

        def connection() -> PostgresConnection:
            self._connection = left(self._connection) or self._connect()
            return self._connection

        return read_again(connection, function, may_keep=True)

    def tend(self) -> None:
        """Do nothing: PostgreSQL maintains itself."""

    async def close(self) -> None:
        """Finish the thread's work, and disconnect."""
        await self.run(self._close)
        self._thread.shutdown(wait=False)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _connect(self) -> PostgresConnection:
        """Return a new connection that may write.

        Raises `AlreadyOpen` if another process has claimed the database.
        """
        connection = PostgresConnection(self._address)
        if not connection.claim(APPLICATION_ID, alone=self._is_alone):
            name = connection.name
            connection.close()
            raise AlreadyOpen(f"{name} is in use by another process")
        if not self._is_alone:
            # Other processes must not wait too long for the locks of a frozen process.
            connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'")
            connection.settle()
        return connection

    def _write(self, function: Function) -> Outcome:
        until = time.monotonic() + self._patience_seconds
        attempt = runs = 0
        while True:
            try:
                outcome = self._write_once(function)
                runs += 1
                if runs >= RUNS or not isinstance(outcome.error, AHEAD):
                    return outcome
            except _RolledBack as rolled_back:
                attempt += 1
                error = rolled_back.__cause__
                if isinstance(error, psycopg.errors.ReadOnlySqlTransaction) and self._connection is not None:
                    # The server has become a standby; a new connection may lead to the new primary server.
                    self._connection.close()
                self._connection = left(self._connection)
                if attempt >= ATTEMPTS or time.monotonic() >= until:
                    return Outcome(error=NotAccepted.because(error))
                if self._connection is None:
                    time.sleep(AGAIN_SECONDS)

    def _write_once(self, function: Function) -> Outcome:
        committing: CommitBegun | None = None
        outcome = Outcome()
        try:
            connection = self._connection = self._connection or self._connect()
            connection.execute("BEGIN")
            fence = self.fence
            lease = None if fence is None else connection.execute(FENCE, (fence.lease,))
            connection.voice = str(fence.lease) if fence is not None and fence.is_heard else ""
            begun = connection.begin_commit()
            outcome = _run(connection, function)
            if fence is not None and lease is not None and lease.fetchone() is None:
                raise ShardsTaken(f"{fence.what} are served by another process now")
            if outcome.error is not None:
                self._connection = left(connection)
                return outcome
            committing = begun()
            connection.commit()
        except AlreadyOpen as error:
            # The server may still hold the claim of this process's lost connection.
            raise _RolledBack from error
        except psycopg.Error as error:
            kind = kind_of_fault(error)
            if kind == "broken":
                raise Broken(str(error)) from error
            if committing is not None and self._connection is not None and self._connection.is_lost:
                if self._has_committed(committing):
                    return outcome
            elif kind == "own":
                # It is an error of the function, or of a constraint checked at the commit.
                self._connection = left(self._connection)
                return Outcome(error=error)
            raise _RolledBack from error
        return outcome

    def _has_committed(self, begun: CommitBegun) -> bool:
        """Return True if a transaction with an unknown outcome was committed.

        Raises `Broken` if that cannot be found out.
        """
        until = time.monotonic() + self._patience_seconds
        while True:
            try:
                self._connection = left(self._connection) or self._connect()
                has_committed = self._connection.has_committed(begun)
                if has_committed is not None:
                    return has_committed
            except (psycopg.Error, AlreadyOpen) as error:
                if time.monotonic() >= until:
                    raise Broken("a commit's end was not heard of, and nobody can be asked") from error
            if time.monotonic() >= until:
                raise Broken("a commit's end was not heard of, and it does not end")
            time.sleep(AGAIN_SECONDS)


def _run(connection: PostgresConnection, function: Function) -> Outcome:
    """Run a function; errors of its last statements may come only with the commit."""
    try:
        return Outcome(function(PostgresTransaction(connection)))
    except Exception as error:
        if isinstance(error, psycopg.Error) and kind_of_fault(error) != "own":
            raise
        return failed(error)


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

        Raises `NotAccepted` if the server cannot be reached, `AlreadyOpen` if another process is
        alone there.
        """
        driver = cls(address, patience_seconds, alone=alone)
        first = driver.writers[0]
        try:
            driver.upgrade = await first.run(first.begin)
        except BaseException:
            await driver.close()
            raise
        return driver

    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""
        return asyncio.get_running_loop().run_in_executor(self._reading, function, *arguments)

    def read_long(self, function: Function) -> Outcome:
        """Run a function that only reads, on a consistent state."""

        def connection() -> PostgresConnection:
            self._reader = left(self._reader) or PostgresConnection(self._address)
            return self._reader

        return read_again(connection, function, may_keep=False)

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:
        """Pass other processes' notifications to `hear`, on a separate connection, until cancelled."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    completed(self._address), autocommit=True, connect_timeout=CONNECT_SECONDS
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    begin()
                    async for notification in connection.notifies():
                        hear(notification.payload)
            except psycopg.Error as lost:
                log.warning("other processes cannot be heard: %s", lost)
            await asyncio.sleep(UNHEARD_SECONDS)

    async def close(self) -> None:
        """Finish the threads' work, and disconnect."""
        for each in self.writers:
            await each.close()
        await self.run_apart(self._close_reader)
        self._reading.shutdown(wait=False)

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()


@contextmanager
def leaving(address: str) -> Iterator[tuple[str, Transaction]]:
    """Yield the name of a source database, and a transaction that reads it; no bot can write meanwhile."""
    with _connected(address) as connection:
        ensure(VERSION in tables_in(connection), NotADatabase, connection.name, None)
        require_current(connection.name, version_of(connection))
        connection.settle()
        _claim(connection)
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        _require_unserved(connection)
        yield connection.name, PostgresTransaction(connection, writes=False)


@contextmanager
def arriving(address: str) -> Iterator[tuple[str, Transaction]]:
    """Yield the name of an empty target database, and a transaction that is committed at the end.

    Raises `NotEmpty` if it has any table, except the table `MOVING` of an unfinished move.
    """
    with _connected(address) as connection:
        name = connection.name
        if tables_in(connection) - {MOVING}:
            raise NotEmpty(name)
        _claim(connection)
        connection.execute(f"CREATE TABLE IF NOT EXISTS {MOVING} (nothing BIGINT)")
        connection.settle()
        connection.execute("BEGIN")
        found(connection)
        bring_up_to_date(connection, name, migrations())
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
        # The query planner needs statistics about the new rows. The move is complete, so errors are ignored.
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
    """Raise `AlreadyOpen` if a process serves shards, and prevent writes: each write locks a lease's row."""
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


def migrate(connection: PostgresConnection, name: str) -> Upgrade | None:
    """Run the migrations that the database needs, all or none; `name` is for errors.

    Raises `SchemaTooNew` for a newer program's database, `NotADatabase` for another program's,
    `AlreadyOpen` while processes of an older version run.
    """
    connection.execute("BEGIN")
    # If several processes start together, one of them migrates, while the others wait.
    connection.execute(f"SELECT pg_advisory_xact_lock({APPLICATION_ID})")
    present = tables_in(connection)
    if MOVING in present:
        raise NotAccepted(
            f"{name} was not moved to the end: run taproom move once more, or drop its table {MOVING} to"
            " begin without it"
        )
    ensure(VERSION in present or not present, NotADatabase, name, None)
    if not present:
        found(connection)
    steps, version = migrations(), version_of(connection)
    if WITH_LEASES <= version < len(steps):
        # Processes with a lease serve shards; standbys wait for shards.
        sql = "SELECT 1 FROM {} WHERE until > extract(epoch FROM clock_timestamp())"
        if any(connection.execute(sql.format(each)).fetchone() for each in ("leases", "standbys")):
            raise AlreadyOpen(AT_WORK.format(name=name))
    bring_up_to_date(connection, name, steps)
    connection.execute("COMMIT")
    connection.settle()
    return Upgrade(version, len(steps)) if 0 < version < len(steps) else None


def tables_in(connection: PostgresConnection) -> frozenset[str]:
    """Return the names of all tables in the database, ours or not."""
    rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return frozenset(each["tablename"] for each in rows)


def found(connection: PostgresConnection) -> None:
    """Create the version table and the functions of an empty database; no migration has run yet."""
    connection.execute(f"CREATE TABLE {VERSION} (number BIGINT NOT NULL)")
    connection.execute(f"INSERT INTO {VERSION} VALUES (0)")  # noqa: S608  (our own words)
    for function in dialect.FUNCTIONS:
        connection.execute(function)


def bring_up_to_date(connection: PostgresConnection, name: str, steps: Sequence[str]) -> None:
    """Run the migrations that the database needs, in the caller's transaction."""
    version = version_of(connection)
    refuse_newer(name, version)
    for step in steps[version:]:
        for statement in dialect.migration(step, is_fresh=version == 0):
            connection.execute(statement)
    connection.execute(f"UPDATE {VERSION} SET number = ?", (len(steps),))  # noqa: S608  (our own words)


def version_of(connection: PostgresConnection) -> int:
    """Return the number of migrations that have run."""
    row = connection.execute(f"SELECT number FROM {VERSION}").fetchone()  # noqa: S608  (our own words)
    return 0 if row is None else int(row["number"])
