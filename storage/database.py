"""The only way into the database.

Everything a press needs runs in one thread, on one connection. A caller hands over a plain function;
functions that wait for the thread at the same time are run and committed together (`write_batches.py`),
and each of them costs its caller one trip to the thread and back. A function that was handed over is run
to its end whatever becomes of its caller, so no cancellation leaves a transaction open (F-18). It may be
run again from the start after meeting a lock, so it must change nothing but the database.

Long reads have a read-only connection in a thread of its own: no press waits for them. It neither writes
nor checkpoints (SQLite before 3.51.3 can spoil a log into which two connections write or checkpoint).
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any, Self, TypeVar
from urllib.parse import quote

import aiosqlite

from storage import commit_mark, files, schema, write_batches
from storage.connection import run_in_thread
from storage.errors import Broken, DatabaseClosed, NotAccepted
from storage.transaction import Transaction
from storage.write_batches import ATTEMPTS, Function, Outcome

T = TypeVar("T")

BATCH_MAX = 64
"""How many functions share a commit at most, so that none waits long for the others."""
STATEMENTS_KEPT = 256
FOLD_SECONDS = 300.0
"""Seconds after which the log is folded into the file."""
PATIENCE_SECONDS = 10.0
"""Seconds to wait for another program's lock (F-7)."""
SWITCH_SECONDS = 0.0002
"""Seconds one thread may run while another waits; a press waits some thirty times."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Job:
    function: Function
    future: asyncio.Future[Any]
    writes: bool


class Database:
    """An open database; made by `open`, which hands over what has to be closed in the end as `opened`."""

    def __init__(
        self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection, opened: AsyncExitStack
    ) -> None:
        self.path = path
        self._loop = asyncio.get_running_loop()
        self.broken: asyncio.Future[Broken] = self._loop.create_future()
        """Done, with the reason, once this process has to stop (F-8, F-19)."""
        # What `_require_file` compares with: the path may come to lead to another file.
        self._file = path.stat()
        self._reader = reader
        self._files = opened
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        """What the thread has to do next; None ends it."""
        self._unanswered: set[asyncio.Future[Any]] = set()
        self._is_closed = False
        self._folded_at = monotonic()
        run_in_thread(writer, self._serve).add_done_callback(self._notice_end)

    @classmethod
    async def open(cls, path: Path | str, *, patience_seconds: float = PATIENCE_SECONDS) -> Self:
        """Open a file, creating or migrating it if needed; refused while another process has it."""
        opened = AsyncExitStack()
        try:
            path = opened.enter_context(files.locked(Path(path)))
            files.tighten(path)
            schema.open_file(path)
            writer = await aiosqlite.connect(path, isolation_level=None, cached_statements=STATEMENTS_KEPT)
            opened.push_async_callback(writer.close)
            reader = await _prepare(path, writer, int(patience_seconds * 1000 / ATTEMPTS))
            # The writing connection closes last: only it may fold the log in.
            opened.push_async_callback(reader.close)
            opened.push_async_callback(reader.interrupt)
            return cls(path, writer, reader, opened)
        except BaseException:
            await opened.aclose()
            raise

    async def close(self) -> None:
        """Finish the functions that were handed over, and close the file."""
        if self._is_closed:
            return
        # Behind all that was handed over before: that is still done, and nothing is taken in after it.
        self._is_closed = True
        self._waiting.put(None)
        try:
            await self._files.aclose()
        except sqlite3.Error:
            # After a failure, SQLite recovers at the next start.
            if not self.broken.done():
                raise

    async def write(self, function: Callable[[Transaction], T]) -> T:
        """Run a function in a transaction; it is committed, durably, before this returns.

        If the function raises, so does this, and nothing has changed.
        `NotAccepted`: nothing is changed, and it may be tried again. `Broken`: unknown.
        """
        return await self._hand_over(function, writes=True)

    async def read(self, function: Callable[[Transaction], T]) -> T:
        """Run a short function that only reads, on a consistent state."""
        return await self._hand_over(function, writes=False)

    async def read_long(self, function: Callable[[Transaction], T]) -> T:
        """Run a function that only reads and may take long; no press waits for it."""
        self._require_open()
        try:
            outcome = await run_in_thread(self._reader, self._read_apart, function)
        except Broken as broken:
            self._break(broken)
            raise
        if outcome.error is not None:
            raise outcome.error
        value: T = outcome.value
        return value

    def _read_apart(self, connection: sqlite3.Connection, function: Function) -> Outcome:
        # Closing does not wait for reads that have not begun.
        if self._is_closed:
            return Outcome(error=DatabaseClosed())
        return write_batches.read(connection, function, may_keep=False)

    async def _hand_over(self, function: Callable[[Transaction], T], *, writes: bool) -> T:
        self._require_open()
        future: asyncio.Future[T] = self._loop.create_future()
        # Noted here and not in the queue: should the thread die, whoever waits has to be told (`_break`).
        self._unanswered.add(future)
        self._waiting.put(_Job(function, future, writes))
        return await future

    def _require_open(self) -> None:
        if self.broken.done():
            raise self.broken.result()
        if self._is_closed:
            raise DatabaseClosed

    def _serve(self, connection: sqlite3.Connection) -> None:
        """Runs in the thread while the database is open: run whatever waits."""
        try:
            while self._run_waiting(connection):
                pass
        except Broken:
            raise
        except BaseException as error:
            # Nothing may leave the thread that the event loop would take for a request to stop.
            raise Broken(type(error).__name__) from error

    def _run_waiting(self, connection: sqlite3.Connection) -> bool:
        jobs, is_open = _gather(self._waiting)
        # Reads first: they wait for no fsync, and show what is committed.
        for job in jobs:
            if not job.writes:
                self._answer([job], [write_batches.read(connection, job.function)])
        writes = [job for job in jobs if job.writes]
        # One transaction for all that came meanwhile: a commit's fsync costs more than what it commits.
        if writes:
            self._require_file()
            functions = [job.function for job in writes]
            self._answer(writes, write_batches.write(connection, functions, self.path))
        self._fold(connection)
        return is_open

    def _fold(self, connection: sqlite3.Connection) -> None:
        """Now and then, while nobody waits, fold the log into the file."""
        if self._waiting.empty() and monotonic() - self._folded_at >= FOLD_SECONDS:
            self._folded_at = monotonic()
            write_batches.fold(connection)

    def _require_file(self) -> None:
        # SQLite goes on writing to a file that was deleted or moved, where nobody would find it.
        try:
            is_there = os.path.samestat(self.path.stat(), self._file)
        except OSError:
            is_there = False
        if not is_there:
            raise Broken(f"{self.path} is no longer the file that was opened")

    def _answer(self, jobs: list[_Job], outcomes: list[Outcome]) -> None:
        # The loop is woken once for a batch, since waking it is what costs.
        self._loop.call_soon_threadsafe(self._resolve, jobs, outcomes)

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
        if self.broken.done():
            return
        log.critical("the database cannot be used any more", exc_info=broken)
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


async def _prepare(path: Path, writer: aiosqlite.Connection, busy_ms: int) -> aiosqlite.Connection:
    """Make the file ready; returns a connection for long reads."""
    try:
        await run_in_thread(writer, schema.prepare, path, busy_ms)
        await run_in_thread(writer, schema.inspect, path)
        commit_mark.note(path, await run_in_thread(writer, commit_mark.counted))
        return await _open_reader(path)
    except sqlite3.OperationalError as error:
        raise NotAccepted(str(error)) from error
    except schema.DAMAGED as error:
        # Damage names the newest good copy; a lock or a full disk only asks to be tried again.
        raise schema.damaged(path) from error


async def _open_reader(path: Path) -> aiosqlite.Connection:
    # For the whole process: with Python's usual 5 ms the two threads of a press would wait for each other.
    sys.setswitchinterval(SWITCH_SECONDS)
    connection = await aiosqlite.connect(f"file:{quote(str(path))}?mode=ro", uri=True, isolation_level=None)
    await connection.execute("PRAGMA query_only = ON")
    return connection


def _gather(waiting: SimpleQueue[_Job | None]) -> tuple[list[_Job], bool]:
    """Wait for something to do, and take what else is there; False once nothing more will come."""
    jobs: list[_Job] = []
    job = waiting.get()
    while job is not None:
        jobs.append(job)
        if len(jobs) == BATCH_MAX or waiting.empty():
            return jobs, True
        job = waiting.get()
    return jobs, False
