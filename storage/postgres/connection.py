"""One connection to PostgreSQL, with the face that `Transaction` and the batches know from SQLite.

Statements are pipelined: one that is only told something costs no trip, and its error comes with the next
answer that is asked for. Therefore what fails is known at the end of a function (`settle`), not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

import psycopg
from psycopg import pq

from storage.postgres.dialect import plain, statement
from storage.postgres.pipeline import Pipeline, SentStatement
from storage.postgres.values import NamedRow, given, rows
from storage.transaction import Parameters

CONNECT_SECONDS = 5


class PostgresAnswer:
    """What a statement answered, or will."""

    def __init__(self, pipeline: Pipeline, answer: SentStatement) -> None:
        self._pipeline = pipeline
        self._answer = answer
        self._rows: Iterator[NamedRow] | None = None

    @property
    def rowcount(self) -> int:
        """How many rows the statement concerned."""
        return self._pipeline.wait_for(self._answer).command_tuples or 0

    def fetchone(self) -> NamedRow | None:
        """The next row."""
        return next(iter(self), None)

    def fetchall(self) -> list[NamedRow]:
        """All rows that are left."""
        return list(self)

    def __iter__(self) -> Iterator[NamedRow]:
        if self._rows is None:
            self._rows = iter(rows(self._pipeline.wait_for(self._answer)))
        return self._rows


class PostgresConnection:
    """An open connection; transactions are begun and ended by statements."""

    def __init__(self, address: str) -> None:
        self._connection = psycopg.connect(address, autocommit=True, connect_timeout=CONNECT_SECONDS)
        self._pipeline = Pipeline(self._connection.pgconn)

    @property
    def name(self) -> str:
        """The database, as errors name it: without a password."""
        info = self._connection.info
        return f"postgresql://{info.host}:{info.port}/{info.dbname}"

    @property
    def is_lost(self) -> bool:
        """Whether the server cannot be reached by it any more."""
        return self._connection.closed

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open, failed or not."""
        return self._connection.info.transaction_status != pq.TransactionStatus.IDLE

    def execute(self, sql: str, parameters: Parameters = ()) -> PostgresAnswer:
        """Send a statement; its answer is waited for where it is looked at."""
        if not parameters:
            return PostgresAnswer(self._pipeline, self._pipeline.send(plain(sql).encode()))
        ours = statement(sql)
        values = [parameters[name] for name in ours.names] if isinstance(parameters, Mapping) else parameters
        return PostgresAnswer(self._pipeline, self._pipeline.send(ours.sql, [given(each) for each in values]))

    def executemany(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Send one statement for every row."""
        for each in rows:
            self.execute(sql, each)

    def settle(self) -> None:
        """Wait for all that was sent; raises what failed first."""
        self._pipeline.sync()

    def forgive(self) -> None:
        """Take the answers to all that was sent after something failed; the transaction has failed."""
        with suppress(psycopg.Error):
            self._pipeline.sync()

    def claim(self, number: int) -> bool:
        """Take what only one connection can have, as long as it is open; False if another has it."""
        row = self.execute("SELECT pg_try_advisory_lock(?::integer, 0)", (number,)).fetchone()
        # Until then it is a transaction of its own, and the next would begin within it.
        self.settle()
        return row is not None and bool(row[0])

    def transaction_number(self) -> int:
        """The number under which PostgreSQL knows the transaction afterwards."""
        row = self.execute("SELECT pg_current_xact_id()::text AS number").fetchone()
        return 0 if row is None else int(row["number"])

    def status_of(self, number: int) -> str | None:
        """What became of a transaction: "committed", "aborted" or "in progress"."""
        row = self.execute("SELECT pg_xact_status(?::text::xid8)", (str(number),)).fetchone()
        self.settle()
        return None if row is None else row[0]

    def close(self) -> None:
        """Let the server go."""
        self._connection.close()
