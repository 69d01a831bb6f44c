"""The only access to the database.

A caller submits a plain function, which runs in a database thread. A SQLite file has one writing thread,
which runs and commits all waiting functions together (`sqlite.py`). PostgreSQL may have several: functions
about the same table or tournament use the same thread, and all other functions, such as a user's daily wages,
the first thread. So functions that run at the same time rarely change the same rows.

A submitted function runs to its end even if its caller is cancelled, so no cancellation leaves a transaction
open (F-18). It may run again from the start after a lock conflict, so it must change only the database. Long
reads have their own connection and thread, so that no press waits for them. A `Driver` provides the storage.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Literal, Self, TypeAlias, TypeVar

from storage.db.sqlite import SqliteDriver
from storage.db.transaction import Driver, Fence, Function, Outcome, Transaction, Upgrade, Writer
from storage.errors import Broken, DatabaseClosed, ShardsTaken, StorageError

T = TypeVar("T")

PATIENCE_SECONDS = 10.0
"""The time to wait for another program's lock, in seconds (F-7)."""
POSTGRES = "postgresql://"

JobKind: TypeAlias = Literal["write", "read", "long_read"]
Observer: TypeAlias = Callable[[JobKind, float, Sequence[Outcome]], None]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Job:
    function: Function
    future: asyncio.Future[Any]
    writes: bool


class Database:
    """An open database, which closes its driver with it."""

    def __init__(self, driver: Driver) -> None:
        self._loop = asyncio.get_running_loop()
        self.broken: asyncio.Future[Broken] = self._loop.create_future()
        """Completed, with the reason, once this process has to stop (F-8, F-19)."""
        self.observer: Observer | None = None
        """Called in the database thread with the kind of job, its time in seconds, and its outcomes."""
        self._driver = driver
        self._waiting = [SimpleQueue[_Job | None]() for _ in driver.writers]
        """The queue of each writing thread; None ends the thread."""
        self._unanswered: set[asyncio.Future[Any]] = set()
        self._between = asyncio.Lock()
        """Held by `write_between` while earlier writes finish; later writes wait for it."""
        self._is_closed = False
        self._is_given_up = False
        """True once the database is in an unknown state: no thread begins a job any more."""
        for writer, waiting in zip(driver.writers, self._waiting, strict=True):
            writer.run(self._serve, writer, waiting).add_done_callback(self._notice_end)

    @classmethod
    async def open(
        cls, place: Path | str, *, patience_seconds: float = PATIENCE_SECONDS, alone: bool = True
    ) -> Self:
        """Open a file, or the database at an address that begins with `postgresql://`.

        It is created or migrated if needed. Raises `AlreadyOpen` if another process has it: a file always has
        one process, PostgreSQL has one unless every process passes `alone=False`.
        """
        if str(place).startswith(POSTGRES):
            # The driver is an optional dependency, which few have installed.
            from storage.postgres.driver import PostgresDriver  # noqa: PLC0415

            return cls(await PostgresDriver.open(str(place), patience_seconds, alone=alone))
        return cls(await SqliteDriver.open(place, patience_seconds))

    @property
    def upgrade(self) -> Upgrade | None:
        """The migration made on opening, if the database was of an older version."""
        return self._driver.upgrade

    async def close(self) -> None:
        """Finish the submitted functions, and close the database."""
        if self._is_closed:
            return
        # None is queued behind all submitted functions: these still run, and later ones are refused.
        self._is_closed = True
        for waiting in self._waiting:
            waiting.put(None)
        try:
            await self._driver.close()
        except StorageError:
            # After a failure, the next start recovers the database.
            if not self.broken.done():
                raise

    def fence(self, fence: Fence) -> None:
        """Write only while the fence's lease exists; afterwards, writes raise `Broken`."""
        for writer in self._driver.writers:
            writer.fence = fence

    async def settle(self) -> None:
        """Wait until all functions submitted so far have finished."""
        if self._unanswered:
            await asyncio.wait(set(self._unanswered))

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:
        """Pass other processes' notifications (`Transaction.notify`) to `hear`, until cancelled."""
        await self._driver.listen(hear, begin)

    def give_up(self, why: str) -> None:
        """Fail all further calls, because another process owns this process's shards."""
        self._break(ShardsTaken(why))

    async def write(self, function: Callable[[Transaction], T], about: int = 0) -> T:
        """Run a function in a transaction; it is committed, durably, before this returns.

        `about` is the id of the table or tournament that it changes. If the function raises, nothing has
        changed, and the caller gets its exception. Raises `NotAccepted` if nothing has changed and the caller
        may retry, `Broken` if the state is unknown.
        """
        if self._between.locked():
            async with self._between:
                pass
        return await self._submit(function, about, writes=True)

    async def write_between(self, function: Callable[[Transaction], T]) -> T:
        """Like `write`, but run after all functions submitted earlier and before all submitted later."""
        async with self._between:
            await self.settle()
            return await self._submit(function, 0, writes=True)

    async def read(self, function: Callable[[Transaction], T], about: int = 0) -> T:
        """Run a short function that only reads, on a consistent state."""
        return await self._submit(function, about, writes=False)

    async def read_long(self, function: Callable[[Transaction], T]) -> T:
        """Run a function that only reads and may take long; no press waits for it."""
        self._require_open()
        try:
            outcome = await self._driver.run_apart(self._read_apart, function)
        except Broken as broken:
            self._break(broken)
            raise
        if outcome.error is not None:
            raise outcome.error
        value: T = outcome.value
        return value

    def _read_apart(self, function: Function) -> Outcome:
        # Closing does not wait for reads that have not begun.
        if self._is_closed:
            return Outcome(error=DatabaseClosed())
        (outcome,) = self._observed("long_read", lambda: [self._driver.read_long(function)])
        return outcome

    async def _submit(self, function: Callable[[Transaction], T], about: int, *, writes: bool) -> T:
        self._require_open()
        future: asyncio.Future[T] = self._loop.create_future()
        # The future is also kept in a set: if a thread dies, `_break` fails all unanswered futures.
        self._unanswered.add(future)
        self._waiting[about % len(self._waiting)].put(_Job(function, future, writes))
        try:
            return await future
        finally:
            # The raised exception refers to this frame. With a reference from the frame to the future, the
            # two would be a cycle, which only the garbage collector frees.
            del future

    def _require_open(self) -> None:
        if self.broken.done():
            raise self.broken.result()
        if self._is_closed:
            raise DatabaseClosed

    def _serve(self, writer: Writer, waiting: SimpleQueue[_Job | None]) -> None:
        """Run all submitted functions, in a thread, while the database is open."""
        try:
            while self._run_waiting(writer, waiting):
                pass
        except BaseException as error:
            self._is_given_up = True
            if isinstance(error, Broken):
                raise
            # The event loop would treat some exceptions that leave the thread as a request to stop.
            raise Broken(type(error).__name__) from error

    def _run_waiting(self, writer: Writer, waiting: SimpleQueue[_Job | None]) -> bool:
        jobs, is_open = _gather(waiting, writer.batch_max)
        if self._is_given_up:
            return False
        # Reads come first: they need no fsync, and show committed state. The loop is woken once per batch,
        # since waking it is expensive.
        wake = self._loop.call_soon_threadsafe
        for job in jobs:
            if not job.writes:
                wake(self._resolve, [job], self._observed("read", partial(_read, writer, job.function)))
        writes = [job for job in jobs if job.writes]
        # One transaction runs all waiting writes, since a commit's fsync costs more than the writes.
        if writes:
            functions = [job.function for job in writes]
            wake(self._resolve, writes, self._observed("write", partial(writer.write, functions)))
        if waiting.empty():
            writer.tend()
        return is_open

    def _observed(self, kind: JobKind, work: Callable[[], list[Outcome]]) -> list[Outcome]:
        if self.observer is None:
            return work()
        began = time.perf_counter()
        outcomes = work()
        self.observer(kind, time.perf_counter() - began, outcomes)
        return outcomes

    def _resolve(self, jobs: list[_Job], outcomes: list[Outcome]) -> None:
        for job, outcome in zip(jobs, outcomes, strict=True):
            self._unanswered.discard(job.future)
            if job.future.done():
                # The caller was cancelled, or the database is broken: only the log gets the error.
                if outcome.error is not None:
                    log.warning("a function failed after its caller had gone", exc_info=outcome.error)
            elif outcome.error is not None:
                job.future.set_exception(outcome.error)
            else:
                job.future.set_result(outcome.value)

    def _notice_end(self, serving: asyncio.Future[None]) -> None:
        """Break the database if its thread ends without being told to (F-8, F-19)."""
        if isinstance(error := serving.exception(), Broken):
            self._break(error)

    def _break(self, broken: Broken) -> None:
        self._is_given_up = True
        if self.broken.done():
            return
        if not isinstance(broken, ShardsTaken):
            log.critical("the database cannot be used any more", exc_info=broken)
        self.broken.set_result(broken)
        for future in self._unanswered:
            if not future.done():
                future.set_exception(broken)
        self._unanswered.clear()


@asynccontextmanager
async def open_database(
    place: Path | str, *, patience_seconds: float = PATIENCE_SECONDS, alone: bool = True
) -> AsyncIterator[Database]:
    """Yield an open database for the length of a block."""
    database = await Database.open(place, patience_seconds=patience_seconds, alone=alone)
    try:
        yield database
    finally:
        await database.close()


def _read(writer: Writer, function: Function) -> list[Outcome]:
    return [writer.read(function)]


def _gather(waiting: SimpleQueue[_Job | None], most: int) -> tuple[list[_Job], bool]:
    """Wait for a job, and return it with all other waiting jobs; False if the thread is to end."""
    jobs: list[_Job] = []
    job = waiting.get()
    while job is not None:
        jobs.append(job)
        if len(jobs) == most or waiting.empty():
            return jobs, True
        job = waiting.get()
    return jobs, False
