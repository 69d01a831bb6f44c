"""Long reads run in a thread of their own, on one state, and leave no trace in the file."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from storage.db.database import Database, open_database
from storage.db.sqlite import _open_reader, read_state, run_in_thread
from storage.db.transaction import Transaction
from storage.errors import DatabaseClosed
from storage.play.tables import StoredTable, Tables
from tests.storage.database import COUNT, add, count
from tests.storage.tables import SERVER, playing

PATIENCE_SECONDS = 60.0


class Held:
    """A long read that ends on command, and counts the rows before and after that."""

    def __init__(self, database: Database) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.counts = asyncio.ensure_future(database.read_long(self._read))

    def _read(self, tx: Transaction) -> tuple[int, int]:
        before = tx.scalar(COUNT)
        self.begun.set()
        self.go_on.wait(PATIENCE_SECONDS)
        return before, tx.scalar(COUNT)


async def held(database: Database) -> Held:
    """Return a long read that has begun."""
    long = Held(database)
    await asyncio.to_thread(long.begun.wait, PATIENCE_SECONDS)
    return long


async def test_f55_a_long_read_is_not_made_by_the_writing_thread(database: Database) -> None:
    """F-55: nobody else waits for one user's long read."""
    writing = await database.write(lambda tx: threading.get_ident())  # noqa: ARG005
    short = await database.read(lambda tx: threading.get_ident())  # noqa: ARG005
    long = await database.read_long(lambda tx: threading.get_ident())  # noqa: ARG005

    assert writing == short != long
    assert long != threading.get_ident()


async def test_f55_a_press_goes_through_while_somebody_reads_long(database: Database) -> None:
    """F-55: a write and a short read finish before an earlier long read."""
    long = await held(database)
    await database.write(add(1))

    assert await database.read(count) == 1
    assert not long.counts.done()
    long.go_on.set()
    await long.counts


async def test_a_long_read_sees_one_state(database: Database) -> None:
    """A later write is not seen, and an acknowledged earlier one is."""
    await database.write(add(1))
    long = await held(database)
    await database.write(add(2))
    long.go_on.set()

    assert await long.counts == (1, 1)
    assert await database.read_long(count) == 2


async def test_a_long_read_cannot_write(database: Database) -> None:
    """A long read that writes fails, and the fault affects nothing else."""
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await database.read_long(add(1))

    await database.write(add(2))
    assert await database.read_long(count) == 1


async def test_what_a_long_read_decodes_is_not_kept(database: Database, tables: Tables) -> None:
    """Cached tables belong to one thread: a long read neither uses them nor adds to them."""
    stored = await database.write(lambda tx: playing(tx, tables))
    fresh = Tables(tables.games)

    def read(tx: Transaction) -> tuple[StoredTable, ...]:
        loaded = fresh.load(tx, stored.id)
        assert loaded is not None
        return loaded, *fresh.open_tables(tx, SERVER)

    long, again, short = (
        await database.read_long(read),
        await database.read_long(read),
        await database.read(read),
    )

    assert long == again == short
    assert long[0].table is not again[0].table
    assert short[0].table is short[1].table


async def test_the_reading_connection_folds_nothing_in(path: Path) -> None:
    """Before SQLite 3.51.3 two connections that checkpoint can spoil the log: only one ever does."""
    log = path.with_name("tavern.db-wal")
    async with open_database(path) as database:
        await database.write(add(1))
        before = path.read_bytes(), log.read_bytes()
        reader = await _open_reader(path)
        assert (await run_in_thread(reader, read_state, count)).value == 1
        await reader.close()

        assert (path.read_bytes(), log.read_bytes()) == before
        await database.write(add(2))
    assert not log.exists()


async def test_f5_closing_does_not_wait_for_reads_that_have_not_begun(path: Path) -> None:
    """F-5: closing does not wait for everybody's exports."""
    database = await Database.open(path)
    long = await held(database)
    waiting = asyncio.ensure_future(database.read_long(count))
    await asyncio.sleep(0)
    closing = asyncio.ensure_future(database.close())
    await asyncio.sleep(0)
    long.go_on.set()
    await asyncio.gather(long.counts, closing, return_exceptions=True)

    with pytest.raises(DatabaseClosed):
        await waiting
    with pytest.raises(DatabaseClosed):
        await database.read_long(count)
