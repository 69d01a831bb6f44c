"""The database over PostgreSQL: other processes, and servers that go away."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from storage import leases
from storage.books import ledger
from storage.books.ledger import TransferInfo
from storage.db import schema
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase, NotEnough, Overtaken, SchemaTooNew
from storage.leases import ALL_SHARDS
from storage.play.tables import Tables
from storage.postgres import driver as postgres_driver
from storage.postgres.driver import RUNS
from tests.postgres import Cluster, cluster, why_not
from tests.storage.database import add, count
from tests.storage.postgres import CutWire, name_of
from tests.storage.tables import SERVER, in_lobby
from tests.storage.toy import GAMES, sat_down

HANGS_UP = b"E\0\0\0\x2eSFATAL\0VFATAL\0C57P01\0Mterminating it now\0\0"
"""The message of a server that is told to stop: its length, and fields that end with a zero."""
COLUMNS = (
    "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
    " WHERE table_schema = current_schema() AND table_name <> 'taproom_schema'"
)
TYPES = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": "text", "BLOB": "bytea", "ANY": "text"}


@pytest.fixture
def address(postgres_address: str) -> str:
    """Return an empty tavern's database."""
    return postgres_address


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """Yield a server that a test may stop, and that keeps its commits."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with cluster(is_durable=True) as running:
        yield running


def shape_of(connection: sqlite3.Connection) -> set[tuple[str, str, str, bool]]:
    """Return every column of a file, as PostgreSQL would name it; keys are never NULL there."""
    found = connection.execute(
        'SELECT s.name, c.name, c.type, c."notnull" OR c.pk FROM sqlite_schema s'
        " JOIN pragma_table_info(s.name) c WHERE s.type = 'table' AND s.name <> 'sqlite_sequence'"
    )
    return {(table, name, TYPES[kind], bool(is_needed)) for table, name, kind, is_needed in found}


def test_both_databases_end_in_the_same_schema(address: str) -> None:
    """Migrations have the same numbers: the tables, columns, types, indexes and triggers are the same."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        schema.migrate(file, Path(":memory:"), schema.migrations())
        columns = shape_of(file)
        others = {
            name
            for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type <> 'table' AND sql <> ''")
        }
    with psycopg.connect(address) as connection:
        found = {
            (table, name, kind, needed == "NO") for table, name, kind, needed in connection.execute(COLUMNS)
        }
        names = {name for (name,) in connection.execute("SELECT indexname FROM pg_indexes")}
        names |= {name for (name,) in connection.execute("SELECT tgname FROM pg_trigger")}

    assert found == columns
    assert others <= names


async def test_f14_a_newer_schema_is_refused_and_nothing_written(address: str) -> None:
    """F-14: an older program leaves the database alone."""
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE taproom_schema SET number = 9999")
    with pytest.raises(SchemaTooNew, match="has schema 9999"):
        await Database.open(address)


async def test_another_programs_database_is_left_alone(postgres_cluster: Cluster) -> None:
    """A database with tables that are not ours is refused."""
    address = postgres_cluster.make()
    with psycopg.connect(address) as connection:
        connection.execute("CREATE TABLE theirs (id bigint)")
    with pytest.raises(NotADatabase):
        await Database.open(address)

    with psycopg.connect(address) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert rows == [("theirs",)]


async def test_several_that_start_together_migrate_once(postgres_cluster: Cluster) -> None:
    """One of several processes that start together creates the tables, and the others find them."""
    address = postgres_cluster.make()
    opened = await asyncio.gather(*(Database.open(address, alone=False) for _ in range(3)))
    await asyncio.gather(*(each.write(add(number)) for number, each in enumerate(opened)))

    assert await opened[0].read(count) == 3
    for each in opened:
        await each.close()


async def test_f12_a_second_process_is_refused_until_the_first_is_gone(
    postgres_cluster: Cluster, address: str
) -> None:
    """F-12: a bot has its database to itself, also after its connection was cut and reopened."""
    async with open_database(address, patience_seconds=0.5) as database:
        with pytest.raises(AlreadyOpen):
            await Database.open(address)
        postgres_cluster.cut_off(name_of(address))
        async with open_database(address):
            with pytest.raises(NotAccepted):
                await database.write(add(1))
        await database.write(add(2))

        assert await database.read(lambda tx: tx.scalars("SELECT id FROM interactions")) == [2]


async def test_a_server_that_is_not_there_is_said(postgres_cluster: Cluster) -> None:
    """The error names the server without the password that an address may hold."""
    address = f"postgresql://taproom:secret@127.0.0.1:{postgres_cluster.port}/nowhere"
    with pytest.raises(NotAccepted) as refused:
        await Database.open(address)

    assert "nowhere" in str(refused.value)
    assert "secret" not in str(refused.value)


async def test_two_processes_move_the_same_money(address: str) -> None:
    """TB-2: each transfer locks the ledger: the chain is whole, the sum 0, nobody in debt."""
    ann, bob, bank = ledger.wallet(SERVER, 11), ledger.wallet(SERVER, 12), ledger.bank_account(SERVER)

    def pay(payer: ledger.Account, payee: ledger.Account) -> Callable[[Transaction], None]:
        return lambda tx: ledger.transfer(tx, payer, payee, 1, TransferInfo("pay", 1.0))

    async with open_database(address, alone=False) as one, open_database(address, alone=False) as other:
        await one.write(lambda tx: ledger.transfer(tx, bank, ann, 60, TransferInfo("grant", 1.0)))
        # They go in opposite directions and from both, so that a lock on a row without the ledger would
        # deadlock.
        jobs = [each.write(pay(ann, bob)) for _ in range(50) for each in (one, other)]
        jobs += [each.write(pay(bob, ann)) for _ in range(25) for each in (other, one)]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        refused = [each for each in done if each is not None]

        assert {type(each) for each in refused} <= {NotEnough}
        balances = await one.read(lambda tx: [ledger.balance(tx, each) for each in (ann, bob)])
        assert sum(balances) == 60
        assert min(balances) >= 0
        assert await other.read(lambda tx: ledger.verify_chain(tx, SERVER)) is None
        assert await other.read(lambda tx: ledger.sum_of_server(tx, SERVER)) == 0


async def test_two_processes_change_the_same_table(address: str) -> None:
    """Each change locks the table's row: no change is lost, and none made twice."""
    tables = Tables(GAMES), Tables(GAMES)

    def change(which: int, number: int, *, at_once: bool) -> Callable[[Transaction], None]:
        def function(tx: Transaction) -> None:
            mine = tables[which]
            stored = mine.open_tables(tx, SERVER)[0] if at_once else mine.known(tx, number)
            mine.save(tx, stored, sat_down(stored.table, 20 + stored.revision), None, 2.0)

        return function

    async with open_database(address, alone=False) as one, open_database(address, alone=False) as other:
        number = (await one.write(lambda tx: in_lobby(tx, tables[0]))).id
        await asyncio.gather(
            *(
                each.write(change(which, number, at_once=bool(turn % 2)))
                for turn in range(2)
                for which, each in enumerate((one, other))
            )
        )
        stored = await other.read(lambda tx: Tables(GAMES).known(tx, number))

        assert stored.revision == 5
        assert [each.player for each in stored.table.seats] == [21, 22, 23, 24]


async def test_who_waits_for_each_other_is_run_again(address: str) -> None:
    """F-7: after a deadlock between two processes both are done in the end, each once."""
    both_hold = threading.Barrier(2, timeout=60)
    runs = {1: 0, 2: 0}

    def touch(first: int, second: int) -> Callable[[Transaction], None]:
        def function(tx: Transaction) -> None:
            runs[first] += 1
            tx.execute("UPDATE settings SET body = body || ? WHERE server = ?", (str(first), first))
            if runs[first] == 1:
                _ = tx.execute("SELECT 1").fetchone()
                both_hold.wait()
            tx.execute("UPDATE settings SET body = body || ? WHERE server = ?", (str(first), second))

        return function

    async with open_database(address, alone=False) as one, open_database(address, alone=False) as other:
        await one.write(lambda tx: tx.execute_each("INSERT INTO settings VALUES (?, '')", [(1,), (2,)]))
        await asyncio.gather(one.write(touch(1, 2)), other.write(touch(2, 1)))
        bodies = await one.read(lambda tx: tx.scalars("SELECT body FROM settings ORDER BY server"))

        assert [sorted(each) for each in bodies] == [["1", "2"], ["1", "2"]]
        assert sum(runs.values()) > 2


async def test_f7_a_server_that_goes_away_is_said_and_comes_back(own_cluster: Cluster) -> None:
    """Presses are refused with a message meanwhile, and work after; committed data is there."""
    async with open_database(own_cluster.make(), patience_seconds=0.5) as database:
        await database.write(add(1))
        own_cluster.stop()
        with pytest.raises(NotAccepted):
            await database.write(add(2))
        with pytest.raises(NotAccepted):
            await database.read(count)
        with pytest.raises(NotAccepted):
            await database.read_long(count)
        own_cluster.start()
        await database.write(add(3))

        assert await database.read(lambda tx: tx.scalars("SELECT id FROM interactions ORDER BY id")) == [1, 3]
        assert await database.read_long(count) == 2


async def test_a_connection_that_is_cut_is_opened_anew(postgres_cluster: Cluster, address: str) -> None:
    """A press during the cut is done exactly once."""
    async with open_database(address) as database:
        await database.write(add(1))
        assert await database.read_long(count) == 1
        postgres_cluster.cut_off(name_of(address))
        await database.write(add(2))
        assert await database.read_long(count) == 2
        postgres_cluster.cut_off(name_of(address))
        assert await database.read(count) == 2
        assert await database.read_long(count) == 2


@pytest.mark.parametrize(
    ("is_sent", "last_words"),
    [(False, b""), (True, b""), (True, HANGS_UP)],
    ids=["before", "after", "after_and_told"],
)
async def test_a_connection_cut_in_the_middle_of_a_commit(
    address: str, last_words: bytes, *, is_sent: bool
) -> None:
    """F-63: PostgreSQL is asked for the commit's outcome: a committed one is not repeated, a lost one is.

    A server that is told to stop says so after its response, or instead of it.
    """
    cut = CutWire(address, is_sent=is_sent, last_words=last_words)
    async with cut, open_database(cut.address, patience_seconds=2.0) as database:
        await database.write(lambda tx: leases.note_alive(tx, 1.0))
        cut.is_due = True

        def one_more(tx: Transaction) -> None:
            leases.note_alive(tx, 1.0 + (leases.last_alive(tx) or 0.0))

        await database.write(one_more)

        assert cut.count == 1
        assert await database.read(leases.last_alive) == 2.0


@pytest.mark.parametrize(
    ("at_work", "where"),
    [
        (lambda tx: leases.claim(tx, ALL_SHARDS, "older"), "leases"),
        (lambda tx: leases.stand_by(tx, "older"), "standbys"),
    ],
    ids=["serving", "standing by"],
)
async def test_f14_tables_are_not_changed_under_an_older_version(
    postgres_cluster: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    at_work: Callable[[Transaction], object],
    where: str,
) -> None:
    """F-14: neither under a version that serves shards nor under one that waits for some."""
    address = postgres_cluster.make()
    steps = schema.migrations()
    with monkeypatch.context() as older:
        older.setattr(postgres_driver, "migrations", lambda: steps[:-1])
        async with open_database(address, alone=False) as database:
            await database.write(at_work)
    with pytest.raises(AlreadyOpen, match="an older version"):
        await Database.open(address, alone=False)
    with psycopg.connect(address) as connection:
        connection.execute(f"UPDATE {where} SET until = 0".encode())  # noqa: S608  (our own words)
    async with open_database(address, alone=False) as database:
        assert await database.read(count) == 0


async def test_who_was_held_up_is_run_again_as_often_as_anybody(address: str) -> None:
    """A function whose connection was lost meanwhile is not refused because another was ahead of it."""
    failures: list[Exception] = [psycopg.errors.DeadlockDetected()] * RUNS
    for each in failures:
        each.sqlstate = "40P01"  # type: ignore[attr-defined]
    failures += [Overtaken()] * (RUNS - 1)

    def change(tx: Transaction) -> None:
        if failures:
            raise failures.pop(0)
        add(1)(tx)

    async with open_database(address) as database:
        await database.write(change)
        assert await database.read(count) == 1
