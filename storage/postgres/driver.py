"""The books in PostgreSQL: connections that write, and one that reads at length, each in a thread of its own.

Each function that writes has a transaction of its own. READ COMMITTED is enough, and with SERIALIZABLE two
connections kept undoing each other's work: whoever is about to change a table holds its row
(`Transaction.hold`), and whoever moves a server's money holds its books (`Transaction.hold_books`), both
until the commit. A change that began with an older revision of a table, since many were read at once, is
refused by its row (`Overtaken`) and run again; so is one that makes a row which another has made since it
looked, such as somebody's first wallet.

Of several processes, each has a lease: every transaction begins by holding its row (`FENCE`), which whoever
takes over has to delete. So a takeover waits for a commit under way, and nothing is committed after it.

A connection that was lost is opened anew, and the function is run again; if that was while it committed,
PostgreSQL is asked whether it did (`pg_xact_status`).

A process may have the database to itself (`alone`): the one connection by which it writes claims it, and none
writes that could not. Where others may write at the same time, connections of one process are no different
from those of another: there are several, and each function that waits has the next that is free.

A tavern can be moved from here or to here (`storage/files/move.py`). All that is carried here is one
transaction; beforehand a table is made that says so: a database into which a tavern was to come is none to
begin a new one in.

Its tables are created and migrated by the files that SQLite's come from, numbered alike.
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
from storage.db.transaction import Driver, Function, Outcome, Transaction, Writer, failed
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
"""How often a function is run again that met another connection's."""
RUNS = 3
"""How often a function is run that another is ahead of."""
AHEAD = (Overtaken, psycopg.errors.UniqueViolation)
"""What a function meets whose rows another has changed, or made, since it looked."""
AGAIN_SECONDS = 0.25
"""How long a lost connection is left alone between two attempts to open it anew."""
IDLE_SECONDS = 3
"""How long a transaction may wait for its process before the server ends it: less than a lease lasts."""
FENCE = "SELECT 1 FROM leases WHERE id = ? FOR KEY SHARE"
WRITERS = 8
"""By how many connections a process writes that is not alone."""
UNHEARD_SECONDS = 0.5
"""How long a lost connection that hears others is left alone."""
AT_WORK = (
    "{name} is in use by processes of an older version, and this one changes its tables: stop them first"
)
WITH_LEASES = 30
"""Since this migration several processes may be at work."""
VERSION = "taproom_schema"
"""The table that tells how many migrations have run."""
MOVING = "taproom_moving"
"""The table that is there while a tavern is being carried into the database."""


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

    def begin(self) -> None:
        """Connect, and create or migrate the tables."""
        try:
            self._connection = self._connect()
            migrate(self._connection, self._connection.name)
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
        """Nothing is due: PostgreSQL sees to itself."""

    async def close(self) -> None:
        """Finish what the thread is at, and let the server go."""
        await self.run(self._close)
        self._thread.shutdown(wait=False)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _connect(self) -> PostgresConnection:
        """A connection that may write; `AlreadyOpen` where another process has claimed the database."""
        connection = PostgresConnection(self._address)
        if not connection.claim(APPLICATION_ID, alone=self._is_alone):
            name = connection.name
            connection.close()
            raise AlreadyOpen(f"{name} is in use by another process")
        if not self._is_alone:
            # What a frozen process holds, others wait for.
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
                    # A standby, or what was the server before another took over: the next may lead elsewhere.
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
                # The function's, or a constraint that is checked at the commit.
                self._connection = left(self._connection)
                return Outcome(error=error)
            raise _Undone from error
        return outcome

    def _has_committed(self, begun: CommitBegun) -> bool:
        """Whether a transaction whose end was not heard of was committed; `Broken` if nobody can be asked."""
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
    """Run a function; what it sent last may fail with the commit."""
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
        ensure(VERSION in tables_in(connection), NotADatabase, connection.name, None)
        require_current(connection.name, version_of(connection))
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
    """Keep every process from writing: each holds the row of its lease then (`storage/leases.py`)."""
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


def migrate(connection: PostgresConnection, name: str) -> None:
    """Run the migrations that the database has not seen, all or none; `name` is for errors.

    `SchemaTooNew` for a newer program's database, `NotADatabase` for another program's, `AlreadyOpen` where
    an older version's processes are at work.
    """
    connection.execute("BEGIN")
    # Of several processes that start together one migrates, and the others find it done.
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
        # Whoever serves shards, or waits for some.
        sql = "SELECT 1 FROM {} WHERE until > extract(epoch FROM clock_timestamp())"
        if any(connection.execute(sql.format(each)).fetchone() for each in ("leases", "standbys")):
            raise AlreadyOpen(AT_WORK.format(name=name))
    bring_up_to_date(connection, name, steps)
    connection.execute("COMMIT")
    connection.settle()


def tables_in(connection: PostgresConnection) -> frozenset[str]:
    """The names of all tables that are there, ours or not."""
    rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return frozenset(each["tablename"] for each in rows)


def found(connection: PostgresConnection) -> None:
    """Make of an empty database one that no migration has seen yet."""
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
    """How many migrations have run."""
    row = connection.execute(f"SELECT number FROM {VERSION}").fetchone()  # noqa: S608  (our own words)
    return 0 if row is None else int(row["number"])
