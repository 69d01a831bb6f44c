"""The database's interface: whole transactions, shared commits, and the effects of faults."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from storage import leases
from storage.db.database import Database, open_database
from storage.db.sqlite import BUSY, SqliteWriter
from storage.db.transaction import Transaction
from storage.errors import Broken, DatabaseClosed, NotAccepted, WroteWhileReading
from storage.play.hands import KEPT_MAX, KeptEnough
from tests.storage.both import CONSTRAINED
from tests.storage.conftest import over_both
from tests.storage.database import ADD, add, count, hold_thread, largest_file

NOTICED_SECONDS = 60.0
"""A second, and many more on a busy machine."""


@contextmanager
def other_program(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield another program's connection that holds the file's write lock."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


async def commits_of(database: Database) -> list[str]:
    """Return a list that gets every COMMIT from now on."""
    seen: list[str] = []

    def watch(tx: Transaction) -> None:
        def note(statement: str) -> None:
            if statement == "COMMIT":
                seen.append(statement)

        connection: Any = tx._connection
        connection.set_trace_callback(note)

    await database.read(watch)
    return seen


@over_both
async def test_what_was_written_is_there_after_opening_again(address: str) -> None:
    """An acknowledged action is there exactly once."""
    async with open_database(address) as database:
        await database.write(add(1))
    async with open_database(address) as database:
        found = await database.read(count)

    assert found == 1


async def test_f4_commits_outlast_a_power_failure(database: Database) -> None:
    """F-4: commits are durable, with a write-ahead log and synchronous=FULL (2)."""
    pragmas = await database.read(
        lambda tx: (
            tx.scalar("PRAGMA journal_mode"),
            tx.scalar("PRAGMA synchronous"),
            tx.scalar("PRAGMA foreign_keys"),
        )
    )

    assert pragmas == ("wal", 2, 1)


async def test_f4_writes_that_wait_together_share_a_commit(database: Database) -> None:
    """F-4: many tables share one fsync by committing together."""
    commits = await commits_of(database)
    release = await hold_thread(database)
    waiting = [asyncio.ensure_future(database.write(add(n))) for n in range(10)]
    await asyncio.sleep(0)
    release.set()
    done = await asyncio.gather(*waiting)

    assert done == list(range(10))
    assert await database.read(count) == 10
    assert commits == ["COMMIT"]


async def test_a_batch_is_bounded(database: Database) -> None:
    """No more than 64 functions share a commit."""
    commits = await commits_of(database)
    release = await hold_thread(database)
    waiting = [asyncio.ensure_future(database.write(add(n))) for n in range(65)]
    await asyncio.sleep(0)
    release.set()
    await asyncio.gather(*waiting)

    assert SqliteWriter.batch_max == 64
    assert commits == ["COMMIT", "COMMIT"]


@over_both
async def test_what_fails_in_a_batch_fails_alone(database: Database) -> None:
    """F-20: an exception is rolled back; all others go on."""

    def fail(tx: Transaction) -> None:
        tx.execute(ADD, (2,))
        raise LookupError

    release = await hold_thread(database)
    before = asyncio.ensure_future(database.write(add(1)))
    failing = asyncio.ensure_future(database.write(fail))
    after = asyncio.ensure_future(database.write(add(3)))
    await asyncio.sleep(0)
    release.set()
    with pytest.raises(LookupError):
        await failing
    await asyncio.gather(before, after)
    found = await database.read(lambda tx: tx.scalars("SELECT id FROM interactions ORDER BY id"))

    assert found == [1, 3]


@over_both
async def test_a_refusal_leaves_nothing_behind(database: Database) -> None:
    """Once a user error is raised, nothing of it stays in memory, before any garbage collection."""

    def refuse(_tx: Transaction) -> None:
        raise KeptEnough(KEPT_MAX)

    gc.disable()
    try:
        for door in (database.write, database.read):
            try:
                await door(refuse)
            except KeptEnough as slip:
                told = weakref.ref(slip)
            # After the next trip the thread has released it, too.
            await database.read(count)
            assert told() is None
    finally:
        gc.enable()


@over_both
async def test_what_fails_alone_is_undone(database: Database) -> None:
    """F-20: a failure is rolled back, and the next function finds everything as it was."""

    def fail(tx: Transaction) -> None:
        tx.execute(ADD, (1,))
        tx.execute(ADD, (1,))

    with pytest.raises(CONSTRAINED):
        await database.write(fail)

    assert await database.read(count) == 0
    await database.write(add(1))
    assert await database.read(count) == 1


@over_both
async def test_writers_do_not_interleave(database: Database) -> None:
    """Two coroutines that read, add one and write never lose an addition."""

    def add_one(tx: Transaction) -> None:
        leases.note_alive(tx, 1.0 + (leases.last_alive(tx) or 0.0))

    await asyncio.gather(*(database.write(add_one) for _ in range(200)))

    assert await database.read(leases.last_alive) == 200.0


@pytest.mark.parametrize("turns", range(8))
async def test_f18_a_cancelled_caller_leaves_no_open_transaction(database: Database, turns: int) -> None:
    """F-18: cancelled between any two awaits, the function runs to its end, and no transaction is open."""
    task = asyncio.ensure_future(database.write(add(1)))
    for _ in range(turns):
        await asyncio.sleep(0)
    was_begun = task.cancel() and turns > 0
    await asyncio.gather(task, return_exceptions=True)
    await database.write(leases.last_alive)

    def is_begun(tx: Transaction) -> bool:
        connection: Any = tx._connection
        return bool(connection.in_transaction) and tx.scalar("SELECT 1") != 1

    is_open = await database.read(is_begun)
    assert is_open is False
    # A task that never ran has submitted nothing.
    assert await database.read(count) == (1 if was_begun or turns else 0)


@over_both
async def test_f18_a_caller_that_is_gone_loses_no_failure(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """F-18: a failure without a waiting caller is written to the log."""

    def fail(tx: Transaction) -> None:
        del tx
        raise LookupError

    release = await hold_thread(database)
    task = asyncio.ensure_future(database.write(fail))
    await asyncio.sleep(0)
    task.cancel()
    release.set()
    await database.write(leases.last_alive)

    assert [record.message for record in caplog.records] == ["a function failed after its caller had gone"]


@over_both
async def test_f5_closing_finishes_what_was_handed_over(address: str) -> None:
    """F-5: queued functions are committed and answered."""
    database = await Database.open(address)
    release = await hold_thread(database)
    waiting = [asyncio.ensure_future(database.write(add(n))) for n in range(3)]
    await asyncio.sleep(0)
    closing_task = asyncio.ensure_future(database.close())
    await asyncio.sleep(0)
    release.set()
    await asyncio.gather(*waiting, closing_task)

    with pytest.raises(DatabaseClosed):
        await database.write(count)
    async with open_database(address) as again:
        assert await again.read(count) == 3


async def test_f6_disk_full_is_rolled_back_and_said(database: Database) -> None:
    """F-6: on a full disk a write is rolled back and not accepted; with room it works again."""

    def fill(tx: Transaction) -> None:
        tx.execute(ADD, (1,))
        tx.execute("INSERT INTO settings VALUES (1, ?)", ("x" * 1_000_000,))

    pages = await database.read(lambda tx: tx.scalar("PRAGMA page_count"))
    await database.read(lambda tx: tx.scalar(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(NotAccepted):
        await database.write(fill)
    assert await database.read(count) == 0

    await database.read(lambda tx: tx.scalar("PRAGMA max_page_count = 100000"))
    await database.write(fill)
    assert await database.read(count) == 1


async def test_f7_a_lock_is_waited_out_and_everything_done_once(path: Path) -> None:
    """F-7: another program's lock is waited for, and the write is done then."""
    async with open_database(path, patience_seconds=30.0) as database:
        with other_program(path) as other:
            writing = asyncio.ensure_future(database.write(add(1)))
            await asyncio.sleep(0.15)
            assert not writing.done()
            other.execute("ROLLBACK")
            await writing

        assert await database.read(count) == 1


async def test_f7_a_lock_that_lasts_is_said_and_nothing_is_done(database: Database, path: Path) -> None:
    """F-7: if it is still locked after the patience, nothing is changed, and it may be retried."""
    with other_program(path), pytest.raises(NotAccepted):
        await database.write(add(1))
    await database.write(add(2))

    assert await database.read(lambda tx: tx.scalars("SELECT id FROM interactions")) == [2]


async def test_f7_a_function_that_meets_a_lock_is_run_again_as_a_whole(database: Database) -> None:
    """F-7: its effects before the lock happen only once."""
    runs: list[int] = []

    def meet(tx: Transaction) -> None:
        tx.execute(ADD, (len(runs),))
        runs.append(len(runs))
        if len(runs) < 3:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = BUSY
            raise error

    await database.write(meet)

    assert await database.read(lambda tx: tx.scalars("SELECT id FROM interactions")) == [2]


async def test_f8_an_io_error_ends_it_all(path: Path) -> None:
    """F-8: after an I/O error the unknown state is never used again."""
    async with open_database(path) as database:
        with largest_file(path.with_name("tavern.db-wal").stat().st_size), pytest.raises(Broken):
            await database.write(
                lambda tx: tx.execute("INSERT INTO settings VALUES (1, ?)", ("x" * 100_000,))
            )

        assert isinstance(await asyncio.wait_for(database.broken, NOTICED_SECONDS), Broken)
        with pytest.raises(Broken):
            await database.write(count)
        with pytest.raises(Broken):
            await database.read(count)
    async with open_database(path) as again:
        assert await again.read(lambda tx: tx.all("SELECT * FROM settings")) == []


@pytest.mark.parametrize("is_replaced", [False, True])
async def test_f8_nothing_is_accepted_into_a_file_that_is_gone(path: Path, *, is_replaced: bool) -> None:
    """F-8: a deleted or replaced file ends the process: later writes would be lost."""
    async with open_database(path) as database:
        path.rename(path.with_name("moved.db"))
        if is_replaced:
            path.touch()

        with pytest.raises(Broken):
            await database.write(count)


@over_both
async def test_f9_a_slow_commit_does_not_hold_up_the_loop(database: Database) -> None:
    """F-9: while the thread works, everything else goes on."""
    release = await hold_thread(database)
    writing = asyncio.ensure_future(database.write(count))
    ticks = 0
    while ticks < 50:
        await asyncio.sleep(0)
        ticks += 1
    assert not writing.done()
    release.set()

    assert await writing == 0


@over_both
async def test_f19_the_end_of_the_writing_thread_is_noticed(address: str) -> None:
    """F-19: the end of the writing thread is noticed within a second, by every waiter."""

    def die(tx: Transaction) -> None:
        del tx
        raise SystemExit

    async with open_database(address) as database:
        release = await hold_thread(database)
        dying = asyncio.ensure_future(database.write(die))
        waiting = asyncio.ensure_future(database.write(count))
        await asyncio.sleep(0)
        release.set()
        broken = await asyncio.wait_for(database.broken, NOTICED_SECONDS)

        assert isinstance(broken, Broken)
        for task in (dying, waiting):
            with pytest.raises(Broken):
                await task


@over_both
async def test_a_reading_function_cannot_write(database: Database) -> None:
    """A reading function that writes is undone with an exception."""
    with pytest.raises(WroteWhileReading):
        await database.read(add(1))

    assert await database.read(count) == 0
