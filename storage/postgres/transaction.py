"""A transaction in PostgreSQL, where other processes may be writing as well; and one that only reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

import psycopg

from storage.db.transaction import Function, Outcome, Parameters, Transaction, Value, failed
from storage.errors import AlreadyOpen, Broken, NotAccepted, WroteWhileReading
from storage.postgres.connection import PostgresConnection, kind_of_fault

CHANNEL = "taproom"
"""On which processes tell each other what they have committed."""
FETCHED = 1000
"""How many rows of a stream are in memory at a time."""

_NUMBERS = count(1)
"""Two streams of one transaction must not share a name."""


class PostgresTransaction(Transaction):
    """One transaction; what it holds it holds until the commit."""

    faults = (psycopg.Error,)
    clock = "extract(epoch FROM clock_timestamp())::float8"

    def __init__(self, connection: PostgresConnection, *, may_keep: bool = True, writes: bool = True) -> None:
        super().__init__(connection, may_keep=may_keep)
        self._postgres = connection
        self._writes = writes

    def forgive(self) -> None:
        """Go on after a statement that failed in a savepoint."""
        self._postgres.forgive()

    def hold(self, rows: str, number: int, which: str = "?") -> None:
        """Let nobody else change a row until the commit."""
        if self._writes:
            self.execute(f"SELECT 1 FROM {rows} WHERE id = {which} FOR UPDATE", (number,))  # noqa: S608  (our own words)

    def is_free(self, rows: str, number: int) -> bool:
        """Lock a row until the commit, unless somebody holds it: then False."""
        sql = f"SELECT 1 FROM {rows} WHERE id = ? FOR UPDATE SKIP LOCKED"  # noqa: S608  (our own words)
        return self.one(sql, (number,)) is not None

    def hold_books(self, server: int) -> None:
        """Lock a server's money until the commit."""
        if self._writes:
            self.execute("SELECT pg_advisory_xact_lock(?)", (server,))

    def home(self) -> str:
        """The server's own number, its timeline, and those of the database and of a table in it.

        Empty where the server does not tell.
        """
        server = self._postgres
        if not server.system:
            return ""
        table = self.value("SELECT 'taproom_schema'::regclass::oid AS table")
        return f"{server.system} {server.timeline} {server.database} {table}"

    def tell(self, what: str) -> None:
        """Let other processes hear of something once it is committed, after who tells it."""
        if self._postgres.voice:
            self.execute("SELECT pg_notify(?, ?)", (CHANNEL, f"{self._postgres.voice} {what}"))

    def next_id(self, rows: str) -> int:
        """The id for the next row there, which nobody else gets."""
        found: int = self.value("SELECT nextval(pg_get_serial_sequence(?, 'id'))", (rows,))
        return found

    def last_id(self, rows: str) -> int:
        """The last id that was given there, also if its row is gone; 0 if none was."""
        return self.number("SELECT pg_sequence_last_value(pg_get_serial_sequence(?, 'id'))", (rows,)) or 0

    def count_on(self, rows: str, last: int) -> None:
        """Have ids there go on after this one."""
        self.execute(
            "SELECT setval(pg_get_serial_sequence(?1, 'id'), ?2, ?3 = 1)", (rows, max(last, 1), int(last > 0))
        )

    def stream(self, sql: str, parameters: Parameters = ()) -> Iterator[Any]:
        """Every row, few of which are in memory at a time: PostgreSQL would hand over all of them."""
        name = f"rows_{next(_NUMBERS)}"
        self.execute(f"DECLARE {name} NO SCROLL CURSOR FOR {sql}", parameters)
        while some := self.all(f"FETCH {FETCHED} FROM {name}"):
            yield from some
        self.execute(f"CLOSE {name}")

    def insert_rows(self, rows: str, columns: Sequence[str], values: Iterable[Sequence[Value]]) -> None:
        """Insert many rows, as they come."""
        self._postgres.copy_in(f"COPY {rows} ({', '.join(columns)}) FROM STDIN", values)


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
            if kind_of_fault(failed) == "broken":
                raise Broken(str(failed)) from failed
            error = failed
    return Outcome(error=NotAccepted.because(error))


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
        if isinstance(error, psycopg.Error) and kind_of_fault(error) != "own":
            raise
        return failed(error)
    finally:
        if not connection.is_lost:
            connection.forgive()
            connection.execute("ROLLBACK")
            connection.settle()
