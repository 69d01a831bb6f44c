"""The only way into the database.

A caller hands over a plain function, which costs one trip to a thread and back. A file has one thread that
writes: functions that wait for it at the same time are run and committed together (`sqlite.py`).
PostgreSQL may have several: what is about the same table or tournament waits for the same one of them, and
what is about none, such as what a person may have once a day, for the first. So only what meets at rows is
run at the same time. A function that was handed over is run to its end whatever becomes of its caller, so no
cancellation leaves a transaction open (F-18). It may be run again from the start after meeting a lock, so it
must change nothing but the database.

Long reads have a connection of their own in another thread: no press waits for them. What keeps the books
is a `Driver`.
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
from storage.db.transaction import Driver, Fence, Function, Outcome, Transaction, Writer
from storage.errors import Broken, DatabaseClosed, ShardsTaken, StorageError

T = TypeVar("T")

PATIENCE_SECONDS = 10.0
"""Seconds to wait for another program's lock (F-7)."""
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
        """Done, with the reason, once this process has to stop (F-8, F-19)."""
        self.observer: Observer | None = None
        """Told, in the thread that worked, of what was run, for how many seconds, and what became of it."""
        self._driver = driver
        self._waiting = [SimpleQueue[_Job | None]() for _ in driver.writers]
        """What each writing thread has to do next; None ends it."""
        self._unanswered: set[asyncio.Future[Any]] = set()
        self._between = asyncio.Lock()
        """Held while what was written before is waited for, and nothing is that comes later."""
        self._is_closed = False
        self._is_given_up = False
        """Once one thread does not know what is in the books, the others begin nothing more."""
        for writer, waiting in zip(driver.writers, self._waiting, strict=True):
            writer.run(self._serve, writer, waiting).add_done_callback(self._notice_end)

    @classmethod
    async def open(
        cls, place: Path | str, *, patience_seconds: float = PATIENCE_SECONDS, alone: bool = True
    ) -> Self:
        """Open a file, or the database at an address that begins with `postgresql://`.

        It is created or migrated if needed, and refused while another process is alone there. A file always
        has one process, PostgreSQL unless all say that they are not alone.
        """
        if str(place).startswith(POSTGRES):
            # Its driver is an extra, which few have installed.
            from storage.postgres.driver import PostgresDriver  # noqa: PLC0415

            return cls(await PostgresDriver.open(str(place), patience_seconds, alone=alone))
        return cls(await SqliteDriver.open(place, patience_seconds))

    async def close(self) -> None:
        """Finish the functions that were handed over, and close the books."""
        if self._is_closed:
            return
        # Behind all that was handed over before: that is still done, and nothing is taken in after it.
        self._is_closed = True
        for waiting in self._waiting:
            waiting.put(None)
        try:
            await self._driver.close()
        except StorageError:
            # After a failure, the next start recovers what there is.
            if not self.broken.done():
                raise

    def fence(self, fence: Fence) -> None:
        """Write only as long as nobody has taken that lease over; `Broken` afterwards."""
        for writer in self._driver.writers:
            writer.fence = fence

    async def settle(self) -> None:
        """Wait until all is done that has been handed over by now."""
        if self._unanswered:
            await asyncio.wait(set(self._unanswered))

    async def listen(self, hear: Callable[[str], None], begin: Callable[[], None]) -> None:
        """Hear what other processes tell (`Transaction.tell`), until cancelled."""
        await self._driver.listen(hear, begin)

    def give_up(self, why: str) -> None:
        """Stop using the database: another process has our shards, so this one has to end."""
        self._break(ShardsTaken(why))

    async def write(self, function: Callable[[Transaction], T], about: int = 0) -> T:
        """Run a function in a transaction; it is committed, durably, before this returns.

        `about` is the number of the one table or tournament that it changes. If the function raises, so does
        this, and nothing has changed. `NotAccepted`: nothing is changed, and it may be tried again.
        `Broken`: unknown.
        """
        if self._between.locked():
            async with self._between:
                pass
        return await self._hand_over(function, about, writes=True)

    async def write_between(self, function: Callable[[Transaction], T]) -> T:
        """The same, after all that was handed over before this was called, and before all that is later."""
        async with self._between:
            await self.settle()
            return await self._hand_over(function, 0, writes=True)

    async def read(self, function: Callable[[Transaction], T], about: int = 0) -> T:
        """Run a short function that only reads, on a consistent state."""
        return await self._hand_over(function, about, writes=False)

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

    async def _hand_over(self, function: Callable[[Transaction], T], about: int, *, writes: bool) -> T:
        self._require_open()
        future: asyncio.Future[T] = self._loop.create_future()
        # Noted here and not in the queue: should a thread die, whoever waits has to be told (`_break`).
        self._unanswered.add(future)
        self._waiting[about % len(self._waiting)].put(_Job(function, future, writes))
        try:
            return await future
        finally:
            # What is raised knows this frame: with it here, only the garbage collector would ever free both.
            del future

    def _require_open(self) -> None:
        if self.broken.done():
            raise self.broken.result()
        if self._is_closed:
            raise DatabaseClosed

    def _serve(self, writer: Writer, waiting: SimpleQueue[_Job | None]) -> None:
        """Runs in a thread while the database is open: run whatever waits."""
        try:
            while self._run_waiting(writer, waiting):
                pass
        except BaseException as error:
            self._is_given_up = True
            if isinstance(error, Broken):
                raise
            # Nothing may leave the thread that the event loop would take for a request to stop.
            raise Broken(type(error).__name__) from error

    def _run_waiting(self, writer: Writer, waiting: SimpleQueue[_Job | None]) -> bool:
        jobs, is_open = _gather(waiting, writer.batch_max)
        if self._is_given_up:
            return False
        # Reads first: they wait for no fsync, and show what is committed.
        # The loop is woken once for a batch, since waking it is what costs.
        wake = self._loop.call_soon_threadsafe
        for job in jobs:
            if not job.writes:
                wake(self._resolve, [job], self._observed("read", partial(_read, writer, job.function)))
        writes = [job for job in jobs if job.writes]
        # One transaction for all that came meanwhile: a commit's fsync costs more than what it commits.
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
                # Cancelled, or told that the database broke: nobody hears of it but the log.
                if outcome.error is not None:
                    log.warning("a function failed after its caller had gone", exc_info=outcome.error)
            elif outcome.error is not None:
                job.future.set_exception(outcome.error)
            else:
                job.future.set_result(outcome.value)

    def _notice_end(self, serving: asyncio.Future[None]) -> None:
        """If the thread ends without being told to, that is a fault (F-8, F-19)."""
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
    """An open database for the length of a block."""
    database = await Database.open(place, patience_seconds=patience_seconds, alone=alone)
    try:
        yield database
    finally:
        await database.close()


def _read(writer: Writer, function: Function) -> list[Outcome]:
    return [writer.read(function)]


def _gather(waiting: SimpleQueue[_Job | None], most: int) -> tuple[list[_Job], bool]:
    """Wait for something to do, and take what else is there; False once nothing more will come."""
    jobs: list[_Job] = []
    job = waiting.get()
    while job is not None:
        jobs.append(job)
        if len(jobs) == most or waiting.empty():
            return jobs, True
        job = waiting.get()
    return jobs, False
