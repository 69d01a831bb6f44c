"""One connection to PostgreSQL, with the face that `Transaction` and the batches know from SQLite.

PostgreSQL repeats a row whose constraint fails in the error: seeds and cards may be in it, and errors are
logged. So each error leaves here with its first line alone (TB-11).

Statements are pipelined: one that is only told something costs no trip, and its error comes with the next
answer that is asked for. Therefore what fails is known at the end of a function (`settle`), not before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import psycopg
from psycopg import pq
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader

from storage.postgres.dialect import plain, statement
from storage.transaction import Parameters

CONNECT_SECONDS = 5


class NamedRow(tuple[Any, ...]):
    """A row whose values have names and places, as sqlite3's have."""

    __slots__ = ()
    columns: Mapping[str, int] = {}

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(self.columns[key] if isinstance(key, str) else key)

    def keys(self) -> list[str]:
        """The columns' names."""
        return list(self.columns)


def _named(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], NamedRow]:
    return _rows_of(tuple(each.name for each in cursor.description or ()))


@cache
def _rows_of(names: tuple[str, ...]) -> type[NamedRow]:
    columns = {name: place for place, name in enumerate(names)}
    return type("NamedRow", (NamedRow,), {"__slots__": (), "columns": columns})


class _WholeNumber(Loader):
    """Sums of whole numbers, which PostgreSQL gives as decimals."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))


class _Truth(Dumper):
    """Booleans are kept as whole numbers in both databases."""

    oid = psycopg.adapters.types["int8"].oid
    format = pq.Format.TEXT

    def dump(self, obj: bool) -> Buffer:  # noqa: FBT001  (psycopg's own interface)
        return b"1" if obj else b"0"


@contextmanager
def _without_values() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        # Not "from" it, and without it as context: both would be logged with it.
        bare = type(error)(str(error).partition("\n")[0])
        bare.sqlstate = error.sqlstate
        raise bare from None


class PostgresAnswer:
    """What a statement answered, or will."""

    def __init__(self, connection: PostgresConnection, cursor: psycopg.Cursor[NamedRow]) -> None:
        self._connection = connection
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        """How many rows the statement concerned."""
        self._connection.settle()
        return self._cursor.rowcount

    def fetchone(self) -> NamedRow | None:
        """The next row."""
        with _without_values():
            return self._cursor.fetchone()

    def fetchall(self) -> list[NamedRow]:
        """All rows that are left."""
        with _without_values():
            return self._cursor.fetchall()

    def __iter__(self) -> Iterator[NamedRow]:
        return iter(self.fetchall())


class PostgresConnection:
    """An open connection; transactions are begun and ended by statements."""

    def __init__(self, address: str) -> None:
        self._connection = psycopg.connect(
            address, autocommit=True, row_factory=_named, connect_timeout=CONNECT_SECONDS
        )
        self._connection.adapters.register_loader("numeric", _WholeNumber)
        self._connection.adapters.register_dumper(bool, _Truth)
        self._pipelining = self._connection.pipeline()
        self._pipeline = self._pipelining.__enter__()

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
            # psycopg leaves the text alone then.
            answer = self._send(plain(sql))
            if sql.startswith("ROLLBACK"):
                # psycopg then lets go of what is prepared, and would so of what was sent behind it.
                self.settle()
            return answer
        given = parameters
        if "?1" in sql and not isinstance(parameters, Mapping):
            given = {f"p{number}": each for number, each in enumerate(parameters, 1)}
        return self._send(statement(sql), given)

    def _send(self, *words: Any) -> PostgresAnswer:
        with _without_values():
            return PostgresAnswer(self, self._connection.execute(*words))

    def executemany(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Send one statement for every row."""
        for each in rows:
            self.execute(sql, each)

    def settle(self) -> None:
        """Wait for all that was sent; raises what failed first."""
        with _without_values():
            self._pipeline.sync()

    def forgive(self) -> None:
        """Take the answers to all that was sent after something failed; the transaction has failed."""
        with suppress(psycopg.Error):
            self._pipeline.sync()

    def claim(self, number: int) -> bool:
        """Take what only one connection can have, as long as it is open; False if another has it."""
        row = self.execute("SELECT pg_try_advisory_lock(?, 0)", (number,)).fetchone()
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
        # A lost connection has nothing to end.
        with suppress(psycopg.Error):
            self._pipelining.__exit__(None, None, None)
        self._connection.close()
