"""Statements for PostgreSQL: their translation, their values, and the effects of a failure."""

from __future__ import annotations

import asyncio
import traceback
from contextlib import suppress

import psycopg
import pytest

from storage.db.database import open_database
from storage.db.transaction import Transaction, Value
from storage.errors import Broken
from storage.postgres.dialect import migration, statement
from tests.storage.database import add, count, hold_thread

SEED = "of a deal"


@pytest.fixture
def address(postgres_address: str) -> str:
    """Return an empty tavern's database."""
    return postgres_address


@pytest.mark.parametrize(
    ("sql", "read"),
    [
        ("SELECT a FROM b WHERE c = ? AND d = ?", "SELECT a FROM b WHERE c = $1 AND d = $2"),
        ("SELECT ?1, ?2, ?1", "SELECT $1, $2, $1"),
        (
            "UPDATE a SET b = :b WHERE c LIKE 'd:%:' || :c AND d = :b",
            "UPDATE a SET b = $1 WHERE c LIKE 'd:%:' || $2 AND d = $1",
        ),
        ("SELECT '?', 'it''s :x'", "SELECT '?', 'it''s :x'"),
        ("WHERE (? IS NULL OR id < ?)", "WHERE ($1::text IS NULL OR id < $2)"),
        ("SELECT CAST(t.plan AS BLOB) AS plan", "SELECT convert_to(t.plan, 'UTF8') AS plan"),
    ],
)
def test_one_text_of_sql_serves_both(sql: str, read: str) -> None:
    """Parameters and bytes are translated for PostgreSQL, and texts are left alone."""
    assert statement(sql).sql.decode() == read


def test_what_a_migration_carries_over_is_left_out_of_new_books() -> None:
    """A migration of an empty database moves no rows; one of a database in use moves them."""
    made = "-- Why.\nCREATE TABLE a (id INTEGER PRIMARY KEY) STRICT;"
    sql = f"{made}\nINSERT INTO a SELECT id FROM b;\nDROP TABLE b;"  # noqa: S608  (our own words)

    fresh = migration(sql, is_fresh=True)
    assert fresh == ("CREATE TABLE a (id BIGINT PRIMARY KEY)", "DROP TABLE b")
    assert migration(sql, is_fresh=False)[1] == "INSERT INTO a SELECT id FROM b"


async def test_tb11_no_error_repeats_a_row(address: str) -> None:
    """TB-11: seeds and cards are in rows, and PostgreSQL quotes a row whose constraint fails."""

    def spoil(tx: Transaction) -> None:
        tx.execute(
            "INSERT INTO tables (server, channel, game, phase, revision, shown_revision, format, opened_at,"
            " acted_at, snapshot) VALUES (1, 2, 'toy', 'nowhere', 1, 0, 1, 0, 0, ?)",
            (SEED,),
        )

    async with open_database(address) as database:
        with pytest.raises(psycopg.errors.CheckViolation) as refused:
            await database.write(spoil)

    told = "".join(traceback.format_exception(refused.value))
    assert "tables_phase_check" in told
    assert SEED not in told
    assert SEED not in told
    assert "Failing row" not in told


@pytest.mark.parametrize(
    "value", [0, -(2**63), 2**53, True, 1.1, -2.5e-300, "", "ü'\\x%s🎲", b"\0'\xff", None]
)
async def test_values_come_back_as_they_went(address: str, value: Value) -> None:
    """Integers, floats, texts and bytes come back to the last digit; nothing is taken for SQL."""
    kind = {int: "bigint", bool: "bigint", float: "double precision", bytes: "bytea"}.get(type(value), "text")

    async with open_database(address) as database:
        found = await database.read(lambda tx: tx.scalar(f"SELECT CAST(? AS {kind})", (value,)))

    assert (found, type(found)) == (value, int if value is True else type(value))


async def test_a_text_is_not_cut_short(address: str) -> None:
    """PostgreSQL has no NUL in a text: it is refused, and its whole transaction is undone."""

    def keep(tx: Transaction) -> None:
        tx.execute("INSERT INTO settings VALUES (1, 'whole')")
        tx.execute("INSERT INTO settings VALUES (2, ?)", ("cut\0short",))

    async with open_database(address) as database:
        with pytest.raises(psycopg.DataError):
            await database.write(keep)

        assert await database.read(lambda tx: tx.all("SELECT * FROM settings")) == []


async def test_what_fails_is_told_once_and_what_came_behind_is_not_done(address: str) -> None:
    """Statements are sent ahead: a waiter for a result gets the earlier failure."""

    def fail(tx: Transaction) -> list[str]:
        told = []
        answers = [tx.execute(f"SELECT {number} / {2 - number}") for number in range(4)]
        for each in answers:
            try:
                told.append(str(each.fetchone()[0]))
            except psycopg.Error as error:
                told.append(type(error).__name__)
        return told

    async with open_database(address) as database:
        told = await database.read(fail)
        with pytest.raises(psycopg.errors.UndefinedTable):
            await database.write(lambda tx: tx.execute_each("INSERT INTO nowhere VALUES (?)", [(1,)] * 9))
        await database.write(add(1))

        assert told == ["0", "1", "DivisionByZero", "InFailedSqlTransaction"]
        assert await database.read(count) == 1


@pytest.mark.parametrize("others", [0, 1], ids=["alone", "in_a_batch"])
async def test_who_overlooks_a_failure_is_told_that_nothing_was_committed(address: str, others: int) -> None:
    """PostgreSQL ends a failed transaction without an error, and keeps nothing of it."""

    def overlook(tx: Transaction) -> None:
        add(1)(tx)
        with suppress(psycopg.Error):
            tx.execute("SELECT 1 / 0").fetchone()

    async with open_database(address) as database:
        release = await hold_thread(database)
        done = [asyncio.ensure_future(database.write(each)) for each in (overlook, *[add(2)] * others)]
        await asyncio.sleep(0)
        release.set()
        with pytest.raises(psycopg.errors.InFailedSqlTransaction):
            await done[0]
        await asyncio.gather(*done[1:])

        assert await database.read(count) == others


@pytest.mark.parametrize("door", ["read", "read_long", "write"])
async def test_damage_ends_the_process(address: str, door: str) -> None:
    """F-19: if PostgreSQL finds a damaged page, the process ends, for any function."""
    found = "DO $$ BEGIN RAISE EXCEPTION 'invalid page' USING ERRCODE = 'XX001'; END $$"
    async with open_database(address) as database:
        with pytest.raises(Broken, match="invalid page"):
            await getattr(database, door)(lambda tx: tx.execute(found).rowcount)
        assert database.broken.done()
