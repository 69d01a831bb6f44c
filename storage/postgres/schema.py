"""The tables in PostgreSQL: created and migrated by the files that SQLite's come from, numbered alike."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.core.errors import ensure
from storage.db.schema import APPLICATION_ID, migrations, refuse_newer
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase
from storage.postgres import dialect
from storage.postgres.connection import PostgresConnection

AT_WORK = (
    "{name} is in use by processes of an older version, and this one changes its tables: stop them first"
)
WITH_LEASES = 30
"""Since this migration several processes may be at work."""
VERSION = "taproom_schema"
"""The table that tells how many migrations have run."""
MOVING = "taproom_moving"
"""The table that is there while a tavern is being carried into the database."""


def migrate(connection: PostgresConnection, name: str) -> None:
    """Run the migrations that the database has not seen, all or none; `name` is for errors.

    `SchemaTooNew` for a newer program's database, `NotADatabase` for another program's, `AlreadyOpen` where
    an older version's processes are at work.
    """
    connection.execute("BEGIN")
    # Of several processes that start together one migrates, and the others find it done.
    connection.execute(f"SELECT pg_advisory_xact_lock({APPLICATION_ID})")
    present = tables_in(connection)
    if MOVING in present:
        raise NotAccepted(
            f"{name} was not moved to the end: run taproom move once more, or drop its table {MOVING} to"
            " begin without it"
        )
    ensure(VERSION in present or not present, NotADatabase, name, None)
    if not present:
        found(connection)
    steps, version = migrations(), version_of(connection)
    if WITH_LEASES <= version < len(steps):
        # Whoever serves shards, or waits for some.
        sql = "SELECT 1 FROM {} WHERE until > extract(epoch FROM clock_timestamp())"
        if any(connection.execute(sql.format(each)).fetchone() for each in ("leases", "standbys")):
            raise AlreadyOpen(AT_WORK.format(name=name))
    bring_up_to_date(connection, name, steps)
    connection.execute("COMMIT")
    connection.settle()


def tables_in(connection: PostgresConnection) -> frozenset[str]:
    """The names of all tables that are there, ours or not."""
    rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return frozenset(each["tablename"] for each in rows)


def found(connection: PostgresConnection) -> None:
    """Make of an empty database one that no migration has seen yet."""
    connection.execute(f"CREATE TABLE {VERSION} (number BIGINT NOT NULL)")
    connection.execute(f"INSERT INTO {VERSION} VALUES (0)")  # noqa: S608  (our own words)
    for function in dialect.FUNCTIONS:
        connection.execute(function)


def bring_up_to_date(connection: PostgresConnection, name: str, steps: Sequence[str]) -> None:
    """Run the migrations that the database has not seen, in the caller's transaction."""
    version = version_of(connection)
    refuse_newer(name, version)
    for step in steps[version:]:
        for statement in dialect.migration(step, is_fresh=version == 0):
            connection.execute(statement)
    connection.execute(f"UPDATE {VERSION} SET number = ?", (len(steps),))  # noqa: S608  (our own words)


def version_of(connection: PostgresConnection) -> int:
    """How many migrations have run."""
    row = connection.execute(f"SELECT number FROM {VERSION}").fetchone()  # noqa: S608  (our own words)
    return 0 if row is None else int(row["number"])
