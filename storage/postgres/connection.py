"""One connection to PostgreSQL, with the face that `Transaction` and the batches know from SQLite.

Statements are pipelined: one that is only told something costs no trip, and its error comes with the next
answer that is asked for. Therefore what fails is known at the end of a function (`settle`), not before.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import pq

from games.engine.core.errors import ensure
from storage.db.transaction import Parameters
from storage.errors import Broken, NotAccepted
from storage.postgres.dialect import plain, statement
from storage.postgres.pipeline import Pipeline, SentStatement
from storage.postgres.values import NamedRow, given, rows

log = logging.getLogger(__name__)

CONNECT_SECONDS = 5
CLAIM_SECONDS = 0.5


NOTICED = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
"""How soon it is noticed that a server is gone without a word, unless the address says otherwise."""

_PLACE = """
SELECT (SELECT system_identifier FROM pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@dataclass(frozen=True, slots=True)
class CommitBegun:
    """A transaction that is about to be committed: what to ask for if its end is not heard of."""

    number: int
    written: str
    """Up to where the server's log tells of that number."""
    timeline: str
    """The server's history: whoever takes over begins one of its own."""


def completed(address: str) -> str:
    """An address with what it does not say; `NotAccepted` without repeating it."""
    try:
        given = psycopg.conninfo.conninfo_to_dict(address)
        has_ports = all(each.isdigit() for each in str(given.get("port") or "0").split(",") if each)
        if has_ports and _is_plain(address):
            said: dict[str, Any] = {**NOTICED, **given}
            return psycopg.conninfo.make_conninfo(**said)
    except psycopg.Error:
        # It quotes what it cannot read, and that may be a piece of the password.
        pass
    raise NotAccepted(
        "the address of PostgreSQL cannot be read: in a password, signs such as / @ : ? # % are written as"
        " %2F %40 %3A %3F %23 %25"
    ) from None


def _is_plain(address: str) -> bool:
    """Whether nothing of a password can be taken for a host or a database, which errors name."""
    place, _, rest = address.partition("://")[2].partition("/")
    return place.count("@") <= 1 and "@" not in rest


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
        self.voice = ""
        """By what name other processes are told of what is written; nothing: they are not."""
        self._connection = psycopg.connect(
            completed(address), autocommit=True, connect_timeout=CONNECT_SECONDS
        )
        self._pipeline = Pipeline(self._connection.pgconn)
        self.system, self.timeline, self.database = self._ask_place()

    @property
    def name(self) -> str:
        """The database, as errors name it: without a password."""
        info = self._connection.info
        return f"postgresql://{info.host}:{info.port}/{info.dbname}"

    @property
    def is_lost(self) -> bool:
        """Whether the server cannot be reached by it any more."""
        return self._connection.closed or self._pipeline.is_lost

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

    def copy_in(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Send rows to a COPY statement, which cannot be pipelined."""
        self.settle()
        self._pipeline.leave()
        try:
            with self._connection.cursor() as cursor, cursor.copy(sql.encode()) as copy:
                for each in rows:
                    copy.write_row(each)
        except psycopg.Error as error:
            # Not "from" it: it repeats the row (TB-11).
            bare = type(error)(str(error).partition("\n")[0])
            bare.sqlstate = error.sqlstate
            raise bare from None
        self._pipeline.enter()

    def settle(self) -> None:
        """Wait for all that was sent; raises what failed first."""
        self._pipeline.sync()

    def forgive(self) -> None:
        """Take the answers to all that was sent after something failed; the transaction has failed."""
        with suppress(psycopg.Error):
            self._pipeline.sync()

    def claim(self, number: int, *, alone: bool = True) -> bool:
        """Take what one connection can have alone, or several can share, while it is open; False if not.

        It is waited for a moment: of a process that was killed the server may not have noticed yet.
        """
        until = time.monotonic() + CLAIM_SECONDS
        shared = "" if alone else "_shared"
        while True:
            row = self.execute(f"SELECT pg_try_advisory_lock{shared}(?::integer, 0)", (number,)).fetchone()
            # Until then it is a transaction of its own, and the next would begin within it.
            self.settle()
            is_ours = row is not None and bool(row[0])
            if is_ours or time.monotonic() >= until:
                return is_ours
            time.sleep(CLAIM_SECONDS / 10)

    def begin_commit(self) -> Callable[[], CommitBegun]:
        """Ask by what PostgreSQL knows the transaction afterwards; it is told when called."""
        # Written with the number itself: a server that has read so far never gives the number again.
        place = "pg_logical_emit_message(true, 'taproom', '')" if self.timeline else "''"
        answer = self.execute(f"SELECT pg_current_xact_id()::text, {place}::text AS written")

        def told() -> CommitBegun:
            number, written = answer.fetchall()[0]
            return CommitBegun(int(number), written, self.timeline)

        return told

    def commit(self) -> None:
        """Commit, with all that was sent before; raises what failed first."""
        end = self._pipeline.send(b"COMMIT")
        # What has failed, unnoticed by who asked for it, is rolled back without an error.
        failure: psycopg.Error = psycopg.errors.InFailedSqlTransaction("something in it has failed")
        try:
            self.settle()
        except psycopg.Error as error:
            failure = error
        # A server may say that it was done, and hang up.
        if end.result is None or end.result.command_status != b"COMMIT":
            raise failure

    def has_committed(self, begun: CommitBegun) -> bool | None:
        """What became of a transaction; None while it is under way, `Broken` if nobody knows any more."""
        try:
            (status,) = self.execute(
                "SELECT pg_xact_status(?::text::xid8) AS status", (str(begun.number),)
            ).fetchall()[0]
            self.settle()
        except psycopg.errors.InvalidParameterValue:
            # It lies in the future of a server that took over, and never heard of it.
            self.forgive()
            return False
        if status != "committed" or begun.timeline == self.timeline:
            return None if status == "in progress" else status == "committed"
        # What the server before it did not pass on is lost, and its numbers are given again.
        (is_ours,) = self.execute(
            "SELECT pg_last_wal_replay_lsn() > ?::text::pg_lsn AS is_ours", (begun.written,)
        ).fetchall()[0]
        self.settle()
        ensure(is_ours is not None, Broken, "a commit's end was not heard of, and nobody knows it any more")
        return bool(is_ours)

    def _ask_place(self) -> tuple[str, str, str]:
        """The server's number, its timeline and the database's number; empty where that is not told."""
        try:
            ((system, timeline, database),) = self.execute(_PLACE).fetchall()
            self.settle()
        except psycopg.Error:
            # A standby, or somebody else's PostgreSQL that keeps it to itself.
            self.forgive()
            return "", "", ""
        return str(system), timeline, str(database)

    def close(self) -> None:
        """Let the server go."""
        self._connection.close()


def left(connection: PostgresConnection | None) -> PostgresConnection | None:
    """A connection whose transaction is undone; None if it was lost."""
    if connection is None:
        return None
    try:
        if not connection.is_lost:
            connection.forgive()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
                connection.settle()
            return connection
    except psycopg.Error as error:
        log.warning("a connection to the database is given up: %s", error)
    connection.close()
    return None
