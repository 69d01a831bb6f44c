"""The books in PostgreSQL: a connection that writes and one that reads, each in a thread of its own.

As in SQLite's file, all functions that wait run in one transaction, each in a savepoint, and share a commit.
Other processes may write at the same time. READ COMMITTED is enough, and with SERIALIZABLE two processes
kept undoing each other's work: whoever is about to change a table holds its row (`Transaction.hold`), and
whoever moves a server's money holds its books (`Transaction.hold_books`), both until the commit. A change
that began with an older revision of a table, since many were read at once, is refused by its row
(`Overtaken`) and run again.

A process may have the database to itself (`alone`): its writing connection claims it, and none writes that
could not. Of several, each has a lease: every transaction begins by holding its row (`FENCE`), which whoever
takes over has to delete. So a takeover waits for a commit under way, and nothing is committed after it.

A connection that was lost is opened anew, and the batch is run again; if that was while it committed,
PostgreSQL is asked whether it did (`pg_xact_status`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar

import psycopg

from storage.driver import Driver
from storage.errors import AlreadyOpen, Broken, NotAccepted, Overtaken, WroteWhileReading
from storage.postgres import faults, listening, schema
from storage.postgres.connection import CommitBegun, PostgresConnection
from storage.postgres.transaction import PostgresTransaction
from storage.schema import APPLICATION_ID
from storage.write_batches import Function, Outcome

T = TypeVar("T")

ATTEMPTS = 20
"""How often a batch is run again that met another process."""
RUNS = 3
"""How often a function is run that another process is ahead of."""
AGAIN_SECONDS = 0.25
"""How long a lost connection is left alone between two attempts to open it anew."""
IDLE_SECONDS = 3
"""How long a transaction may wait for its process before the server ends it: less than a lease lasts."""
FENCE = "SELECT 1 FROM leases WHERE id = ? FOR KEY SHARE"

log = logging.getLogger(__name__)


class _Undone(Exception):
    """The batch was undone by something that is no function's fault."""


class PostgresDriver(Driver):
    """An open database; made by `open`."""

    def __init__(self, address: str, patience_seconds: float, *, alone: bool) -> None:
        self._address = address
        self._is_alone = alone
        self._patience_seconds = patience_seconds
        self._writing, self._reading = (
            ThreadPoolExecutor(1, f"books-{each}") for each in ("written", "read")
        )
        self._writer: PostgresConnection | None = None
        self._reader: PostgresConnection | None = None

    @classmethod
    async def open(cls, address: str, patience_seconds: float, *, alone: bool) -> Self:
        """Connect, and create or migrate the tables.

        `NotAccepted` where the server cannot be reached, `AlreadyOpen` where another process is alone there.
        """
        driver = cls(address, patience_seconds, alone=alone)
        try:
            await driver.run(driver._begin)
        except BaseException:
            await driver.close()
            raise
        return driver

    def run(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the writing thread."""
        return asyncio.get_running_loop().run_in_executor(self._writing, function, *arguments)

    def run_apart(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Run a function in the reading thread."""
        return asyncio.get_running_loop().run_in_executor(self._reading, function, *arguments)

    def write(self, functions: Sequence[Function]) -> list[Outcome]:
        """Run functions in one transaction and commit it."""
        until = time.monotonic() + self._patience_seconds
        attempt = 0
        while True:
            attempt += 1
            try:
                outcomes = self._write_once(functions)
                if attempt >= RUNS or not (len(outcomes) == 1 and isinstance(outcomes[0].error, Overtaken)):
                    return outcomes
            except _Undone as undone:
                error = undone.__cause__
                if isinstance(error, psycopg.errors.ReadOnlySqlTransaction) and self._writer is not None:
                    # A standby, or what was the server before another took over: the next may lead elsewhere.
                    self._writer.close()
                self._writer = _left(self._writer)
                if attempt >= ATTEMPTS or time.monotonic() >= until:
                    return [Outcome(error=_not_accepted(error))] * len(functions)
                if self._writer is None:
                    time.sleep(AGAIN_SECONDS)

    def read(self, function: Function) -> Outcome:
        """Run a function on one consistent state."""

        def connection() -> PostgresConnection:
            self._writer = _left(self._writer) or self._connect()
            return self._writer

        return _read_again(connection, function, may_keep=True)

    def read_long(self, function: Function) -> Outcome:
        """The same, on the reading connection."""

        def connection() -> PostgresConnection:
            self._reader = _left(self._reader) or PostgresConnection(self._address)
            return self._reader

        return _read_again(connection, function, may_keep=False)

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:
        """Hear what other processes write, on a connection of its own."""
        await listening.listen(self._address, hear, begin)

    def tend(self) -> None:
        """Nothing is due: PostgreSQL sees to itself."""

    async def close(self) -> None:
        """Finish what the threads are at, and let the server go."""
        for thread, close in ((self._writing, self._close_writer), (self._reading, self._close_reader)):
            await asyncio.get_running_loop().run_in_executor(thread, close)
            thread.shutdown(wait=False)

    def _begin(self) -> None:
        try:
            self._writer = self._connect()
            schema.migrate(self._writer, self._writer.name)
        except psycopg.OperationalError as error:
            raise _not_accepted(error) from error
        except psycopg.errors.ReadOnlySqlTransaction as error:
            raise NotAccepted(
                f"{self._writer and self._writer.name} only lets read: is it a standby?"
            ) from error

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

    def _close_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()

    def _write_once(self, functions: Sequence[Function]) -> list[Outcome]:
        committing: CommitBegun | None = None
        outcomes: list[Outcome] = []
        try:
            connection = self._writer = self._writer or self._connect()
            connection.execute("BEGIN")
            fence = self.fence
            held = None if fence is None else connection.execute(FENCE, (fence.lease,))
            connection.voice = str(fence.lease) if fence is not None and fence.is_heard else ""
            begun = connection.begin_commit()
            run = _run if len(functions) == 1 else _run_apart
            outcomes = [run(connection, function) for function in functions]
            if fence is not None and held is not None and held.fetchone() is None:
                raise Broken(f"{fence.what} are served by another process now")
            if all(each.error is not None for each in outcomes):
                self._writer = _left(connection)
                return outcomes
            committing = begun()
            connection.commit()
        except AlreadyOpen as error:
            # A server may take a while to notice that we were cut off, and hold the claim until then.
            raise _Undone from error
        except psycopg.Error as error:
            kind = faults.kind_of(error)
            if kind == "broken":
                raise Broken(str(error)) from error
            if committing is not None and self._writer is not None and self._writer.is_lost:
                if self._has_committed(committing):
                    return outcomes
            elif kind == "own":
                # The only function's, or a constraint that is checked at the commit: nobody's in particular.
                self._writer = _left(self._writer)
                return [Outcome(error=error)] * len(functions)
            raise _Undone from error
        return outcomes

    def _has_committed(self, begun: CommitBegun) -> bool:
        """Whether a transaction whose end was not heard of was committed; `Broken` if nobody can be asked."""
        until = time.monotonic() + self._patience_seconds
        while True:
            try:
                self._writer = _left(self._writer) or self._connect()
                has_committed = self._writer.has_committed(begun)
                if has_committed is not None:
                    return has_committed
            except (psycopg.Error, AlreadyOpen) as error:
                if time.monotonic() >= until:
                    raise Broken("a commit's end was not heard of, and nobody can be asked") from error
            if time.monotonic() >= until:
                raise Broken("a commit's end was not heard of, and it does not end")
            time.sleep(AGAIN_SECONDS)


def _run(connection: PostgresConnection, function: Function) -> Outcome:
    """Run the only function of a transaction; what it sent last may fail with the commit."""
    try:
        return Outcome(function(PostgresTransaction(connection)))
    except Exception as error:
        if isinstance(error, psycopg.Error) and faults.kind_of(error) != "own":
            raise
        return Outcome(error=error)


def _run_apart(connection: PostgresConnection, function: Function) -> Outcome:
    """Run one function; what is no function's fault is raised, all other errors are its own outcome."""
    outcome = Outcome()
    for _ in range(RUNS):
        connection.execute("SAVEPOINT apart")
        try:
            outcome = Outcome(function(PostgresTransaction(connection)))
            # What was only sent may still fail, and has to fail here.
            connection.execute("RELEASE apart")
            connection.settle()
        except Exception as error:
            if isinstance(error, psycopg.Error) and faults.kind_of(error) != "own":
                raise
            connection.forgive()
            connection.execute("ROLLBACK TO apart")
            connection.execute("RELEASE apart")
            connection.settle()
            outcome = Outcome(error=error)
        if not isinstance(outcome.error, Overtaken):
            break
    return outcome


def _read_again(
    connection: Callable[[], PostgresConnection], function: Function, *, may_keep: bool
) -> Outcome:
    """Read, and once more if the connection turns out to be lost: that is noticed only by using it."""
    error: Exception | None = None
    for _ in range(2):
        try:
            return _read(connection(), function, may_keep=may_keep)
        except (psycopg.Error, AlreadyOpen) as failed:
            error = failed
    return Outcome(error=_not_accepted(error))


def _read(connection: PostgresConnection, function: Function, *, may_keep: bool) -> Outcome:
    try:
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        value = function(PostgresTransaction(connection, may_keep=may_keep, writes=False))
        # Only sent, it has not been refused yet.
        connection.settle()
        return Outcome(value)
    except psycopg.errors.ReadOnlySqlTransaction as error:
        return Outcome(error=WroteWhileReading(str(error)))
    except Exception as error:
        if isinstance(error, psycopg.Error) and faults.kind_of(error) != "own":
            raise
        return Outcome(error=error)
    finally:
        if not connection.is_lost:
            connection.forgive()
            connection.execute("ROLLBACK")
            connection.settle()


def _left(connection: PostgresConnection | None) -> PostgresConnection | None:
    """A connection whose transaction is undone; None if it was lost."""
    if connection is None:
        return None
    try:
        if not connection.is_lost:
            connection.forgive()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
                connection.settle()
            return connection
    except psycopg.Error as error:
        log.warning("a connection to the database is given up: %s", error)
    connection.close()
    return None


def _not_accepted(error: BaseException | None) -> NotAccepted:
    refusal = NotAccepted(str(error))
    refusal.__cause__ = error
    return refusal
