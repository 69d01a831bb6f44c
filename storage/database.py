"""The one door to the database.

All SQL runs in one thread, on one connection. A caller hands over a plain function; functions
that wait for the thread at the same time are run and committed together (`batches.py`), and
each of them costs its caller one hop to the thread and back. A function that was handed over
is run to its end whatever becomes of its caller, so no cancellation leaves a transaction open
(F-18). It may be run again from the start after meeting a lock, so it must change nothing but
the database.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from storage import batches, file_lock, schema
from storage.batches import ATTEMPTS, Function, Outcome
from storage.errors import Broken, Closed, NotAccepted
from storage.transaction import Transaction

T = TypeVar("T")

BATCH_MAX = 64
"""No more functions than this share a commit, so that none waits long for the others."""
STATEMENTS_KEPT = 256
PATIENCE_SECONDS = 10.0
"""For so long a lock of another program's is waited out (F-7)."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    function: Function
    future: asyncio.Future[Any]


class Database:
    """An open database; made by `open`."""

    def __init__(self, path: Path, lock: int, connection: aiosqlite.Connection) -> None:
        self.path = path
        self.broken: asyncio.Future[Broken] = asyncio.get_running_loop().create_future()
        """Done, with the reason, when this process has to stop (F-8, F-19)."""
        self._lock = lock
        self._connection = connection
        # aiosqlite lets nobody at its connection and its thread, nor at a way to run a whole function
        # there (`_hop`), while a hop for every statement costs more than the statements do. So its version
        # is pinned, and these are the places that reach behind its back.
        self._raw: sqlite3.Connection = connection._conn  # noqa: SLF001
        self._thread: threading.Thread = connection._thread  # noqa: SLF001
        self._loop = asyncio.get_running_loop()
        self._is_closed = False
        # Everything from here to the guard is shared with the thread, and touched under the guard only.
        self._reads: deque[_Job] = deque()
        self._writes: deque[_Job] = deque()
        self._is_draining = False
        self._guard = threading.Lock()
        self._unanswered: set[asyncio.Future[Any]] = set()
        self._drain_task: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path | str, *, patience_seconds: float = PATIENCE_SECONDS) -> Self:
        """Open a file, made or brought up to date if need be; refused while another process has it."""
        path, lock = file_lock.acquire(Path(path))
        try:
            database = cls(path, lock, await _connect(path))
        except BaseException:
            file_lock.release(lock)
            raise
        try:
            await database._hop(schema.prepare, database._raw, path, int(patience_seconds * 1000 / ATTEMPTS))
        except BaseException as error:
            await database.close()
            if isinstance(error, sqlite3.OperationalError):
                raise NotAccepted(str(error)) from error
            raise
        database._watch_thread()
        return database

    async def close(self) -> None:
        """Finish what has been handed over, and close the file."""
        if self._is_closed:
            return
        self._is_closed = True
        while self._drain_task is not None and not self._drain_task.done():
            await asyncio.wait({self._drain_task})
        if self._thread.is_alive():
            try:
                await self._connection.close()
            except sqlite3.Error:
                # After a failure what cannot be closed is left to SQLite's recovery at the next start.
                if not self.broken.done():
                    raise
        file_lock.release(self._lock)

    async def write(self, function: Callable[[Transaction], T]) -> T:
        """Run a function in a transaction; it is committed, durably, before this returns.

        What the function raises, it raises here, and then it has changed nothing.
        `NotAccepted`: nothing is changed, and it may be tried again. `Broken`: unknown.
        """
        return await self._hand_over(self._writes, function)

    async def read(self, function: Callable[[Transaction], T]) -> T:
        """Run a function that only reads, on a state in which every write is whole."""
        return await self._hand_over(self._reads, function)

    async def backup(self, target: Path | str) -> None:
        """Write a consistent copy while everything goes on; refused for the database's own files."""
        # A reader of its own in another thread: the writing thread is not held up by it.
        await asyncio.to_thread(schema.copy, self.path, Path(target))

    async def _hand_over(self, queue: deque[_Job], function: Callable[[Transaction], T]) -> T:
        if self.broken.done():
            raise self.broken.result()
        if self._is_closed:
            raise Closed
        future: asyncio.Future[T] = self._loop.create_future()
        self._unanswered.add(future)
        with self._guard:
            queue.append(_Job(function, future))
            is_asleep, self._is_draining = not self._is_draining, True
        if is_asleep:
            self._drain_task = self._loop.create_task(self._hop(self._drain))
            self._drain_task.add_done_callback(self._notice_end)
        return await future

    async def _hop(self, function: Callable[..., T], *arguments: Any) -> T:
        result: T = await self._connection._execute(function, *arguments)  # type: ignore[no-untyped-call]  # noqa: SLF001
        return result

    def _drain(self) -> None:
        """In the thread: run whatever waits, until nothing does."""
        connection = self._raw
        while True:
            with self._guard:
                reads = _take(self._reads)
                writes = _take(self._writes)
                if not reads and not writes:
                    self._is_draining = False
                    return
            self._answer(reads, [batches.read(connection, job.function) for job in reads])
            self._answer(
                writes, batches.write(connection, [job.function for job in writes]) if writes else []
            )

    def _answer(self, jobs: list[_Job], outcomes: list[Outcome]) -> None:
        if jobs:
            self._loop.call_soon_threadsafe(self._resolve, jobs, outcomes)

    def _resolve(self, jobs: list[_Job], outcomes: list[Outcome]) -> None:
        for job, outcome in zip(jobs, outcomes, strict=True):
            self._unanswered.discard(job.future)
            if job.future.done():
                if outcome.error is not None:
                    log.warning("a function failed after its caller had gone", exc_info=outcome.error)
            elif outcome.error is not None:
                job.future.set_exception(outcome.error)
            else:
                job.future.set_result(outcome.value)

    def _notice_end(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            self._break(Broken("the writing task was cancelled"))
        elif (error := task.exception()) is not None:
            broken = error if isinstance(error, Broken) else Broken(repr(error))
            self._break(broken)

    def _watch_thread(self) -> None:
        """Notice at once when the writing thread ends unasked (F-19); nothing polls for it."""

        def watch() -> None:
            self._thread.join()
            with suppress(RuntimeError):  # The loop has been closed, and nobody is left to be told.
                self._loop.call_soon_threadsafe(self._notice_death)

        threading.Thread(target=watch, name="watches the writing thread", daemon=True).start()

    def _notice_death(self) -> None:
        if not self._is_closed:
            self._break(Broken("the writing thread has died"))

    def _break(self, broken: Broken) -> None:
        log.critical("the database cannot be used any more: %s", broken)
        if not self.broken.done():
            self.broken.set_result(broken)
        for future in self._unanswered:
            if not future.done():
                future.set_exception(broken)
        self._unanswered.clear()


@asynccontextmanager
async def open_database(
    path: Path | str, *, patience_seconds: float = PATIENCE_SECONDS
) -> AsyncIterator[Database]:
    """An open database for the length of a block."""
    database = await Database.open(path, patience_seconds=patience_seconds)
    try:
        yield database
    finally:
        await database.close()


async def _connect(path: Path) -> aiosqlite.Connection:
    schema.create(path)
    schema.check(path)
    return await aiosqlite.connect(path, isolation_level=None, cached_statements=STATEMENTS_KEPT)


def _take(queue: deque[_Job]) -> list[_Job]:
    jobs = list(islice(queue, BATCH_MAX))
    for _ in jobs:
        queue.popleft()
    return jobs
