"""Storage in PostgreSQL: connections that write, and one for long reads, each in a thread of its own.

Each writing function has a transaction of its own. READ COMMITTED is enough, and with SERIALIZABLE two
connections kept undoing each other's work: a function that changes a table locks its row
(`Transaction.lock_row`), and one that moves a server's money locks its ledger (`Transaction.lock_ledger`),
both until the commit. A change that began with an older revision of a table, since many were read at once, is
refused by its row (`Overtaken`) and run again; so is one that inserts a row which another has inserted since
it looked, such as a user's first wallet.

Of several processes, each has a lease: every transaction begins by locking its row (`FENCE`), which a process
that takes over has to delete. So a takeover waits for a commit under way, and nothing is committed after it.

A lost connection is opened anew, and the function is run again; if it was lost during the commit, PostgreSQL
is asked for its outcome (`pg_xact_status`).

A process may have the database to itself (`alone`): its one writing connection claims the database, and none
writes that could not. If others may write at the same time, connections of one process do not differ from
those of another: there are several, and each waiting function gets the next free one.

A tavern can be moved from here or to here (`storage/files/migrate_backend.py`). The whole copy to here is one
transaction; beforehand a table is created that says so: no new tavern can begin in a database into which one
was to be moved.

Its tables are created and migrated by the same files as SQLite's, with the same numbers.
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
"""The number of runs of a function that met another connection's lock."""
RUNS = 3
"""The number of runs of a function that another was ahead of."""
AHEAD = (Overtaken, psycopg.errors.UniqueViolation)
"""The errors of a function whose rows another has changed, or inserted, since it looked."""
AGAIN_SECONDS = 0.25
"""The wait between two attempts to reopen a lost connection, in seconds."""
IDLE_SECONDS = 3
"""The seconds for which a transaction may wait for its process: less than a lease's."""
FENCE = "SELECT 1 FROM leases WHERE id = ? FOR KEY SHARE"
WRITERS = 8
"""The number of writing connections of a process that is not alone."""
UNHEARD_SECONDS = 0.5
"""The wait before a lost listening connection is reopened, in seconds."""
AT_WORK = (
    "{name} is in use by processes of an older version, and this one changes its tables: stop them first"
)
WITH_LEASES = 30
"""The first migration with which several processes may be at work."""
VERSION = "taproom_schema"
"""The table that holds the number of migrations that have run."""
MOVING = "taproom_moving"
"""The table that exists while a tavern is being moved into the database."""


class _Undone(Exception):
    """A transaction was undone by something that is not its function's fault."""


class PostgresWriter(Writer):
    """A connection that writes; if it is `alone`, it claims the database for itself."""

    batch_max: ClassVar = 1
    """PostgreSQL lets transactions that end together share an fsync."""

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
        """Connect, and create or migrate the tables; tells if they were of an older version."""
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
        """Run a function on one consistent state."""

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
        """Return a connection that may write.

        Raises `AlreadyOpen` if another process has claimed the database.
        """
        connection = PostgresConnection(self._address)
        if not connection.claim(APPLICATION_ID, alone=self._is_alone):
            name = connection.name
            connection.close()
            raise AlreadyOpen(f"{name} is in use by another process")
        if not self._is_alone:
            # Others wait for the locks of a frozen process.
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
            except _Undone as undone:
                attempt += 1
                error = undone.__cause__
                if isinstance(error, psycopg.errors.ReadOnlySqlTransaction) and self._connection is not None:
                    # It is a standby, or a server that was taken over: the next connection may lead
                    # elsewhere.
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
            held = None if fence is None else connection.execute(FENCE, (fence.lease,))
            connection.voice = str(fence.lease) if fence is not None and fence.is_heard else ""
            begun = connection.begin_commit()
            outcome = _run(connection, function)
            if fence is not None and held is not None and held.fetchone() is None:
                raise ShardsTaken(f"{fence.what} are served by another process now")
            if outcome.error is not None:
                self._connection = left(connection)
                return outcome
            committing = begun()
            connection.commit()
        except AlreadyOpen as error:
            # A server may take a while to notice that we were cut off, and hold the claim until then.
            raise _Undone from error
        except psycopg.Error as error:
            kind = kind_of_fault(error)
            if kind == "broken":
                raise Broken(str(error)) from error
            if committing is not None and self._connection is not None and self._connection.is_lost:
                if self._has_committed(committing):
                    return outcome
            elif kind == "own":
                # The error is the function's, or that of a constraint that is checked at the commit.
                self._connection = left(self._connection)
                return Outcome(error=error)
            raise _Undone from error
        return outcome

    def _has_committed(self, begun: CommitBegun) -> bool:
        """Return True if a transaction with an unknown outcome was committed.

        Raises `Broken` if nobody can tell.
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
    """Run a function; its last statements may fail with the commit."""
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
        """Run a function on one consistent state."""

        def connection() -> PostgresConnection:
            self._reader = left(self._reader) or PostgresConnection(self._address)
            return self._reader

        return read_again(connection, function, may_keep=False)

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:
        """Receive other processes' writes, on a connection of its own, until cancelled."""
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
    """Yield a database's name and a transaction that reads it; no bot can write there meanwhile."""
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
    """Yield an empty database's name and a transaction, committed in the end or not at all.

    Raises `NotEmpty` if anything is in it but the rest of an unfinished move.
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
        # Until PostgreSQL analyses by itself, it would not know the numbers of rows. The move is complete: an
        # error here must not report it as failed.
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
    """Prevent every process from writing: each holds the row of its lease then (`storage/leases.py`)."""
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
    """Run the migrations that the database has not seen, all or none; `name` is for errors.

    Raises `SchemaTooNew` for a newer program's database, `NotADatabase` for another program's,
    `AlreadyOpen` while an older version's processes are at work.
    """
    connection.execute("BEGIN")
    # If several processes start together, one migrates, and the others find it done.
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
        # These processes serve shards, or wait for some.
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
    """Run the migrations that the database has not seen, in the caller's transaction."""
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
