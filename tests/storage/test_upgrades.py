"""Databases in PostgreSQL of an earlier version are migrated as files are (F-15)."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.db import schema
from storage.db.schema import Shape, shapes, shapes_of
from storage.db.transaction import Transaction
from storage.postgres import driver as postgres_driver
from storage.postgres.connection import PostgresConnection, PostgresTransaction
from tests.postgres import TEMPLATE, Cluster

KEPT = Path(__file__).parents[1] / "bot" / "earlier_version.sqlite3.gz"
"""An evening under way, made by 0.1.0."""
EARLIEST = 13
"""Earlier migrations use SQLite's own functions for JSON; there never was a PostgreSQL with so few."""
STEPS = schema.migrations()

Found = dict[str, set[tuple[Any, ...]]]


def written_at(version: int, path: Path) -> sqlite3.Connection:
    """Return a file of that version with rows, also where a later migration moves rows."""
    path.write_bytes(gzip.decompress(KEPT.read_bytes()))
    connection = sqlite3.connect(path, isolation_level=None)
    schema.migrate(connection, path, STEPS[:version])
    for shape in shapes_of(connection):
        if shape.name == "records":
            some = [(11, 101, "destiny", money, 20_000, 3, 1, 1, 1, -5, 20, "9.8 pair", 7, 8)
                    for money in ("coins", "practice")]  # fmt: skip
            places = ", ".join("?" * len(shape.columns))
            connection.executemany(
                f"INSERT INTO records ({', '.join(shape.columns)}) VALUES ({places})",  # noqa: S608  (our own words)
                [row[: len(shape.columns)] for row in some],
            )
        if shape.is_numbered:
            # These numbers were given, and their rows are gone.
            tx = Transaction(connection)
            tx.count_on(shape.name, tx.last_id(shape.name) + 5)
    return connection


def found_in(tx: Transaction, in_tables: tuple[Shape, ...]) -> Found:
    """Return all rows, and the last ids."""
    found: Found = {each.name: {tuple(row) for row in tx.all(each.select)} for each in in_tables}
    found["last ids"] = {(each.name, tx.last_id(each.name)) for each in in_tables if each.is_numbered}
    return found


def shape_of(connection: PostgresConnection) -> set[tuple[Any, ...]]:
    """Return every column, index, trigger and rule of a database."""
    sql = (
        "SELECT table_name || '.' || column_name, concat_ws(' ', data_type, is_nullable, column_default)"
        " FROM information_schema.columns WHERE table_schema = 'public'"
        " UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
        " UNION ALL SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"
        " UNION ALL SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE contype <> 't' AND connamespace = 'public'::regnamespace"
    )
    return {tuple(row) for row in connection.execute(sql)}


@pytest.fixture
def connection(postgres_cluster: Cluster) -> Iterator[PostgresConnection]:
    """Yield a connection to an empty database."""
    with closing(PostgresConnection(postgres_cluster.make())) as opened:
        yield opened


@pytest.mark.parametrize(
    "version",
    [EARLIEST, *(pytest.param(each, marks=pytest.mark.soak) for each in (18, 20, 25)), len(STEPS) - 1],
)
def test_f15_rows_of_an_earlier_version_end_as_in_a_file(
    version: int, tmp_path: Path, connection: PostgresConnection, postgres_cluster: Cluster
) -> None:
    """F-15: the content, the next numbers, and the tables are the same as in a new database."""
    tx = PostgresTransaction(connection)
    with closing(written_at(version, tmp_path / "tavern.db")) as file:
        before = shapes_of(file)
        connection.execute("BEGIN")
        postgres_driver.found(connection)
        postgres_driver.bring_up_to_date(connection, "here", STEPS[:version])
        for shape in before:
            connection.execute(f"DELETE FROM {shape.name}")  # noqa: S608  (our own words)
            tx.insert_rows(shape.name, shape.columns, map(tuple, file.execute(shape.select)))
            if shape.is_numbered:
                tx.count_on(shape.name, Transaction(file).last_id(shape.name))
        connection.execute("COMMIT")
        connection.settle()
        assert found_in(tx, before) == found_in(Transaction(file), before)

        schema.migrate(file, tmp_path / "tavern.db", STEPS)
        postgres_driver.migrate(connection, "here")

        assert found_in(tx, shapes()) == found_in(Transaction(file), shapes())
    with closing(PostgresConnection(postgres_cluster.make(TEMPLATE))) as new:
        assert shape_of(connection) == shape_of(new)
