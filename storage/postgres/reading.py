"""Reading one consistent state, on a connection that may turn out to be lost."""

from __future__ import annotations

from collections.abc import Callable

import psycopg

from storage.db.batches import Function, Outcome
from storage.errors import AlreadyOpen, Broken, WroteWhileReading
from storage.postgres import faults
from storage.postgres.connection import PostgresConnection
from storage.postgres.transaction import PostgresTransaction


def read_again(
    connection: Callable[[], PostgresConnection], function: Function, *, may_keep: bool
) -> Outcome:
    """Read, and once more if the connection turns out to be lost: that is noticed only by using it.

    `Broken` if the database is damaged.
    """
    error: Exception | None = None
    for _ in range(2):
        try:
            return _read(connection(), function, may_keep=may_keep)
        except (psycopg.Error, AlreadyOpen) as failed:
            if faults.kind_of(failed) == "broken":
                raise Broken(str(failed)) from failed
            error = failed
    return Outcome(error=faults.not_accepted(error))


def _read(connection: PostgresConnection, function: Function, *, may_keep: bool) -> Outcome:
    try:
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        value = function(PostgresTransaction(connection, may_keep=may_keep, writes=False))
        # Only sent, it has not been refused yet.
        connection.settle()
        return Outcome(value)
    except psycopg.errors.ReadOnlySqlTransaction as error:
        return Outcome(error=WroteWhileReading(str(error)))
    except Exception as error:
        if isinstance(error, psycopg.Error) and faults.kind_of(error) != "own":
            raise
        return Outcome(error=error)
    finally:
        if not connection.is_lost:
            connection.forgive()
            connection.execute("ROLLBACK")
            connection.settle()
