"""The tables in PostgreSQL: created and migrated by the files that SQLite's come from, numbered alike."""

from __future__ import annotations

from games.engine.core.errors import ensure
from storage.errors import NotADatabase, SchemaTooNew
from storage.postgres import dialect
from storage.postgres.connection import PostgresConnection
from storage.schema import APPLICATION_ID, migrations

VERSION = "taproom_schema"
"""The table that tells how many migrations have run."""


def migrate(connection: PostgresConnection, name: str) -> None:
    """Run the migrations that the database has not seen, all or none; `name` is for errors.

    `SchemaTooNew` for a newer program's database, `NotADatabase` for another program's.
    """
    connection.execute("BEGIN")
    # Of several processes that start together one migrates, and the others find it done.
    connection.execute(f"SELECT pg_advisory_xact_lock({APPLICATION_ID})")
    steps = migrations()
    version = _version(connection, name)
    if version > len(steps):
        raise SchemaTooNew(f"{name} has schema {version}; this program knows up to {len(steps)}")
    for step in steps[version:]:
        for statement in dialect.migration(step, is_fresh=version == 0):
            connection.execute(statement)
    connection.execute(f"UPDATE {VERSION} SET number = ?", (len(steps),))  # noqa: S608  (our own words)
    connection.execute("COMMIT")
    connection.settle()


def _version(connection: PostgresConnection, name: str) -> int:
    present = [
        each["tablename"]
        for each in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    ]
    if VERSION in present:
        row = connection.execute(f"SELECT number FROM {VERSION}").fetchone()  # noqa: S608  (our own words)
        return 0 if row is None else int(row["number"])
    ensure(not present, NotADatabase, name, None)
    connection.execute(f"CREATE TABLE {VERSION} (number BIGINT NOT NULL)")
    connection.execute(f"INSERT INTO {VERSION} VALUES (0)")  # noqa: S608  (our own words)
    for function in dialect.FUNCTIONS:
        connection.execute(function)
    return 0
