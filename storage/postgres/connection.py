"""A PostgreSQL connection with sqlite3's interface for `Transaction`; its pipeline and transactions.

psycopg's cursors send each statement separately, which takes longer than its execution by PostgreSQL. Here
statements are gathered in libpq's pipeline, and sent together when a result is needed, or after
`SENT_TOGETHER` statements. Each statement is prepared at its first use. A statement whose result is not
needed costs no round trip, and its error comes with the next result. So all failures are known only at the
end of a function (`settle`).

After a failed statement, PostgreSQL skips all later statements of the transaction. The error is raised once,
to the first reader of a result; readers of skipped statements get an error that says so.

Each batch ends with a Sync. Only after a Sync does PostgreSQL consider a connection idle, and end its
transaction if the process is frozen.
"""

from __future__ import annotations

import logging
import select
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal, TypeAlias

import psycopg
from psycopg import pq

from games.engine.core.errors import ensure
from storage.db.transaction import Function, Outcome, Parameters, Transaction, Value, failed
from storage.errors import AlreadyOpen, Broken, NotAccepted, WroteWhileReading
from storage.postgres.dialect import Given, NamedRow, given, plain, rows, statement

CONNECT_SECONDS = 5
CLAIM_SECONDS = 0.5


KEEPALIVE = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""The default settings that detect a silently lost server."""

_LOCATION = """
SELECT (SELECT system_identifier FROM pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (SELECT oid FROM pg_database WHERE datname = current_database())
"""
SENT_TOGETHER = 4
"""The number of gathered statements after which they are sent, so that PostgreSQL can begin."""
PREPARED_MAX = 1000
"""The number of different statements after which further ones are not prepared."""

_FAILED = (pq.ExecStatus.FATAL_ERROR, pq.ExecStatus.BAD_RESPONSE)
_UNDONE = (*_FAILED, pq.ExecStatus.PIPELINE_ABORTED)
_LAST_WORDS = (b"FATAL", b"PANIC")
"""The severities of errors after which the server disconnects."""

Fault: TypeAlias = Literal["own", "again", "refused", "broken"]
"""The function's own error; may be rerun at once; may be retried later; the database's state is unknown."""

_AGAIN = frozenset({"40001", "40P01", "55P03"})  # serialization failure, deadlock, lock not available
_REFUSED = ("08", "53", "57P", "25006", "25P03")
"""No connection, no space or connections left, shutdown, a standby, or a timeout."""
_BROKEN = ("XX001", "XX002")  # data or index corrupted

CHANNEL = "taproom"
"""The channel on which processes notify each other of commits."""
FETCHED = 1000
"""The number of rows of a stream that are in memory at a time."""
_STREAM_NUMBERS = count(1)
"""The numbers in the names of streams, so that two streams of a transaction have different names."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CommitBegun:
    """The identity of a transaction about to be committed, by which its outcome can be queried later."""

    number: int
    written: str
    """The position of that number in the server's log."""
    timeline: str
    """The server's timeline; a server that takes over begins a new timeline."""


class PostgresConnection:
    """An open connection; transactions are begun and ended by statements."""

    def __init__(self, address: str) -> None:
        self.voice = ""
        """The sender's name in notifications to other processes; empty: no notifications are sent."""
        self._connection = psycopg.connect(
            completed(address), autocommit=True, connect_timeout=CONNECT_SECONDS
        )
        self._pipeline = Pipeline(self._connection.pgconn)
        self.system, self.timeline, self.database = self._ask_location()

    @property
    def name(self) -> str:
        """The database's name for errors, without the password."""
        info = self._connection.info
        return f"postgresql://{info.host}:{info.port}/{info.dbname}"

    @property
    def is_lost(self) -> bool:
        """True if the server can no longer be reached by this connection."""
        return self._connection.closed or self._pipeline.is_lost

    @property
    def in_transaction(self) -> bool:
        """True if a transaction is open, failed or not."""
        return self._connection.info.transaction_status != pq.TransactionStatus.IDLE

    def execute(self, sql: str, parameters: Parameters = ()) -> PostgresResult:
        """Send a statement; reading its result waits for it."""
        if not parameters:
            return PostgresResult(self._pipeline, self._pipeline.send(plain(sql).encode()))
        numbered = statement(sql)
        if isinstance(parameters, Mapping):
            values: Sequence[Any] = [parameters[name] for name in numbered.names]
        else:
            values = parameters
        sent = self._pipeline.send(numbered.sql, [given(each) for each in values])
        return PostgresResult(self._pipeline, sent)

    def executemany(self, sql: str, rows: Iterable[Parameters]) -> None:
        """Send one statement for each row."""
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
            # The cause is left out, because it contains the row (TB-11).
            bare = type(error)(str(error).partition("\n")[0])
            bare.sqlstate = error.sqlstate
            raise bare from None
        self._pipeline.enter()

    def settle(self) -> None:
        """Wait for all sent statements. Raises the first error."""
        self._pipeline.sync()

    def forgive(self) -> None:
        """Discard the results of all statements sent, after a failure; the transaction has failed."""
        with suppress(psycopg.Error):
            self._pipeline.sync()

    def claim(self, number: int, *, alone: bool = True) -> bool:
        """Acquire an advisory lock, exclusive or shared, for the connection; return False if refused.

        It tries for `CLAIM_SECONDS`, since the server may not have noticed yet that a process was killed.
        """
        until = time.monotonic() + CLAIM_SECONDS
        shared = "" if alone else "_shared"
        while True:
            row = self.execute(f"SELECT pg_try_advisory_lock{shared}(?::integer, 0)", (number,)).fetchone()
            # This ends the statement's implicit transaction, before the next transaction begins.
            self.settle()
            is_acquired = row is not None and bool(row[0])
            if is_acquired or time.monotonic() >= until:
                return is_acquired
            time.sleep(CLAIM_SECONDS / 10)

    def begin_commit(self) -> Callable[[], CommitBegun]:
        """Send the query for the transaction's identity; return a function that returns it."""
        # The message writes the number to the server's log: a server that has replayed the log up to it never
        # gives the number again.
        position = "pg_logical_emit_message(true, 'taproom', '')" if self.timeline else "''"
        result = self.execute(f"SELECT pg_current_xact_id()::text, {position}::text AS written")

        def identity() -> CommitBegun:
            number, written = result.fetchall()[0]
            return CommitBegun(int(number), written, self.timeline)

        return identity

    def commit(self) -> None:
        """Commit, after all statements sent before. Raises the first error."""
        end = self._pipeline.send(b"COMMIT")
        # PostgreSQL answers COMMIT of a failed transaction with a rollback, without an error.
        failure: psycopg.Error = psycopg.errors.InFailedSqlTransaction("something in it has failed")
        try:
            self.settle()
        except psycopg.Error as error:
            failure = error
        # The commit counts even if the server disconnects right after it.
        if end.result is None or end.result.command_status != b"COMMIT":
            raise failure

    def has_committed(self, begun: CommitBegun) -> bool | None:
        """Return a transaction's outcome; None while it is in progress.

        Raises `Broken` if the outcome is not known any more.
        """
        try:
            (status,) = self.execute(
                "SELECT pg_xact_status(?::text::xid8) AS status", (str(begun.number),)
            ).fetchall()[0]
            self.settle()
        except psycopg.errors.InvalidParameterValue:
            # The number is in the future of a server that took over without that transaction.
            self.forgive()
            return False
        if status != "committed" or begun.timeline == self.timeline:
            return None if status == "in progress" else status == "committed"
        # After a takeover, commits that were not replicated are lost, and their numbers are given again.
        (is_ours,) = self.execute(
            "SELECT pg_last_wal_replay_lsn() > ?::text::pg_lsn AS is_ours", (begun.written,)
        ).fetchall()[0]
        self.settle()
        ensure(is_ours is not None, Broken, "a commit's end was not heard of, and nobody knows it any more")
        return bool(is_ours)

    def _ask_location(self) -> tuple[str, str, str]:
        """Return the ids of the server, its timeline and the database; empty texts if they are unknown."""
        try:
            ((system, timeline, database),) = self.execute(_LOCATION).fetchall()
            self.settle()
        except psycopg.Error:
            # It is a standby, or a variant of PostgreSQL without these functions.
            self.forgive()
            return "", "", ""
        return str(system), timeline, str(database)

    def close(self) -> None:
        """Disconnect from the server."""
        self._connection.close()


def left(connection: PostgresConnection | None) -> PostgresConnection | None:
    """Roll back a connection's transaction, and return the connection; None if it was lost."""
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
        log.warning("a connection to the database was dropped: %s", error)
    connection.close()
    return None


def kind_of_fault(error: BaseException) -> Fault:
    """Return the class of an error."""
    code = getattr(error, "sqlstate", None) or ""
    if code in _AGAIN:
        return "again"
    if code.startswith(_BROKEN):
        return "broken"
    if code.startswith(_REFUSED) or (isinstance(error, psycopg.OperationalError) and not code):
        return "refused"
    return "own"


def completed(address: str) -> str:
    """Return an address with default settings. Raises `NotAccepted` with a message without the address."""
    try:
        given = psycopg.conninfo.conninfo_to_dict(address)
        has_ports = all(each.isdigit() for each in str(given.get("port") or "0").split(",") if each)
        # These checks keep parts of a password from being taken for the host or database, which errors name.
        authority, _, rest = address.partition("://")[2].partition("/")
        if has_ports and authority.count("@") <= 1 and "@" not in rest:
            settings: dict[str, Any] = {**KEEPALIVE, **given}
            return psycopg.conninfo.make_conninfo(**settings)
    except psycopg.Error:
        # The error quotes the unreadable part, which may be a piece of the password.
        pass
    raise NotAccepted(
        "the address of PostgreSQL cannot be read: in a password, signs such as / @ : ? # % are written as"
        " %2F %40 %3A %3F %23 %25"
    ) from None


class PostgresResult:
    """The present or future result of a statement."""

    def __init__(self, pipeline: Pipeline, answer: SentStatement) -> None:
        self._pipeline = pipeline
        self._answer = answer
        self._rows: Iterator[NamedRow] | None = None

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement affected."""
        return self._pipeline.wait_for(self._answer).command_tuples or 0

    def fetchone(self) -> NamedRow | None:
        """Return the next row, or None."""
        return next(iter(self), None)

    def fetchall(self) -> list[NamedRow]:
        """Return all remaining rows."""
        return list(self)

    def __iter__(self) -> Iterator[NamedRow]:
        if self._rows is None:
            self._rows = iter(rows(self._pipeline.wait_for(self._answer)))
        return self._rows


class SentStatement:
    """A sent statement, and its result once it has arrived."""

    __slots__ = ("prepares", "result")

    def __init__(self, prepares: tuple[bytes, Sequence[int]] | None = None) -> None:
        self.result: pq.abc.PGresult | None = None
        self.prepares = prepares
        """The SQL and parameter types that this message prepares; None for other messages."""


class Pipeline:
    """A connection's statements, in the order in which they were sent."""

    def __init__(self, server: pq.abc.PGconn) -> None:
        self._server = server
        self._socket = select.poll()
        self._awaited: deque[SentStatement] = deque()
        self._gathered = 0
        self._prepared: dict[tuple[bytes, Sequence[int]], bytes] = {}
        self._numbers = count(1)
        self._failure: psycopg.Error | None = None
        self.is_lost = False
        """True if no result will come any more, which libpq may not know yet."""
        self.enter()

    def enter(self) -> None:
        """Enter pipeline mode, at first or after a statement that cannot be pipelined."""
        self._server.enter_pipeline_mode()
        self._socket.register(self._server.socket, select.POLLIN)

    def leave(self) -> None:
        """Leave pipeline mode; all results must have arrived."""
        self._socket.unregister(self._server.socket)
        self._server.exit_pipeline_mode()

    def send(self, sql: bytes, parameters: Sequence[Given] = ()) -> SentStatement:
        """Send a statement, without waiting for its result."""
        if parameters:
            types, texts, formats = zip(*parameters, strict=True)
            name = self._prepared.get((sql, types)) or self._prepare(sql, types)
            if name is None:
                self._server.send_query_params(sql, texts, types, formats)
            else:
                self._server.send_query_prepared(name, texts, formats)
        else:
            self._server.send_query_params(sql, None)
        sent = SentStatement()
        self._awaited.append(sent)
        self._gathered += 1
        if self._gathered >= SENT_TOGETHER:
            self._flush()
        return sent

    def wait_for(self, sent: SentStatement) -> pq.abc.PGresult:
        """Return the result of a statement. Raises an earlier failure."""
        if sent.result is None and self._gathered:
            self._flush()
        while sent.result is None:
            self._receive()
        self._raise()
        if sent.result.status in _UNDONE:
            raise _undone()
        return sent.result

    def sync(self) -> None:
        """Wait for the results of all sent statements.

        Raises the first error; afterwards, statements are executed again.
        """
        end = self._flush()
        while end.result is None:
            self._receive()
        self._raise()

    def _prepare(self, sql: bytes, types: Sequence[int]) -> bytes | None:
        if len(self._prepared) >= PREPARED_MAX:
            return None
        name = self._prepared[sql, types] = b"s%d" % next(self._numbers)
        self._server.send_prepare(name, sql, types)
        self._awaited.append(SentStatement((sql, types)))
        return name

    def _raise(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _flush(self) -> SentStatement:
        """Send all gathered statements; return the Sync that ends them."""
        self._gathered = 0
        self._server.pipeline_sync()
        end = SentStatement()
        self._awaited.append(end)
        while self._server.flush():
            # The server may wait until we read its output.
            self._wait(select.POLLIN | select.POLLOUT)
        return end

    def _wait(self, events: int) -> None:
        self._socket.modify(self._server.socket, events)
        if any(event & ~select.POLLOUT for _, event in self._socket.poll()):
            self._server.consume_input()

    def _receive(self) -> None:
        result = None if self.is_lost else self._next_result()
        if result is None:
            self.is_lost = True
            raise psycopg.OperationalError("the connection is lost")
        if (
            result.status in _FAILED
            and result.error_field(pq.DiagnosticField.SEVERITY_NONLOCALIZED) in _LAST_WORDS
        ):
            self.is_lost = True
            raise _without_values(result)
        sent = self._awaited.popleft()
        sent.result = result
        if result.status != pq.ExecStatus.PIPELINE_SYNC:
            self._next_result()
        if result.status in _UNDONE and sent.prepares is not None:
            del self._prepared[sent.prepares]
        if result.status in _UNDONE and self._failure is None:
            self._failure = _without_values(result) if result.status in _FAILED else _undone()

    def _next_result(self) -> pq.abc.PGresult | None:
        while self._server.is_busy():
            self._wait(select.POLLIN)
        return self._server.get_result()


def _undone() -> psycopg.Error:
    return psycopg.errors.InFailedSqlTransaction("something that was sent before has failed")


def _without_values(result: pq.abc.PGresult) -> psycopg.Error:
    """Return the error of a result without the row in it, which may contain secrets (TB-11)."""
    code = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()
    message = result.error_field(pq.DiagnosticField.MESSAGE_PRIMARY) or result.error_message
    try:
        kind: type[psycopg.Error] = psycopg.errors.lookup(code)
    except KeyError:
        # An error without a code comes from the connection.
        kind = psycopg.DatabaseError if code else psycopg.OperationalError
    error = kind(message.decode(errors="replace").partition("\n")[0])
    error.sqlstate = code or None
    return error


class PostgresTransaction(Transaction):
    """A transaction in PostgreSQL."""

    faults = (psycopg.Error,)
    clock = "extract(epoch FROM clock_timestamp())::float8"

    def __init__(self, connection: PostgresConnection, *, may_keep: bool = True, writes: bool = True) -> None:
        super().__init__(connection, may_keep=may_keep)
        self._postgres = connection
        self._writes = writes

    def forgive(self) -> None:
        """Continue after a failed statement in a savepoint."""
        self._postgres.forgive()

    def lock_row(self, rows: str, number: int, which: str = "?") -> None:
        """Lock a row against other writers until the commit."""
        if self._writes:
            self.execute(f"SELECT 1 FROM {rows} WHERE id = {which} FOR UPDATE", (number,))  # noqa: S608  (our own words)

    def try_lock_row(self, rows: str, number: int) -> bool:
        """Lock a row until the commit; return False if another transaction has locked it."""
        sql = f"SELECT 1 FROM {rows} WHERE id = ? FOR UPDATE SKIP LOCKED"  # noqa: S608  (our own words)
        return self.first(sql, (number,)) is not None

    def lock_ledger(self, server: int) -> None:
        """Lock a server's money until the commit."""
        if self._writes:
            self.execute("SELECT pg_advisory_xact_lock(?)", (server,))

    def home(self) -> str:
        """Return the ids of the server, its timeline, the database and a table; empty if unknown."""
        server = self._postgres
        if not server.system:
            return ""
        table = self.scalar("SELECT 'taproom_schema'::regclass::oid AS table")
        return f"{server.system} {server.timeline} {server.database} {table}"

    def notify(self, what: str) -> None:
        """Notify other processes after the commit; the text begins with the sender."""
        if self._postgres.voice:
            self.execute("SELECT pg_notify(?, ?)", (CHANNEL, f"{self._postgres.voice} {what}"))

    def next_id(self, rows: str) -> int:
        """Return the id for the next row of a table, which is given only once."""
        number: int = self.scalar("SELECT nextval(pg_get_serial_sequence(?, 'id'))", (rows,))
        return number

    def last_id(self, rows: str) -> int:
        """Return the last id given in a table, even if its row was deleted; 0 if none was given."""
        return self.scalar_int("SELECT pg_sequence_last_value(pg_get_serial_sequence(?, 'id'))", (rows,)) or 0

    def count_on(self, rows: str, last: int) -> None:
        """Make a table's next ids greater than `last`."""
        self.execute(
            "SELECT setval(pg_get_serial_sequence(?1, 'id'), ?2, ?3 = 1)", (rows, max(last, 1), int(last > 0))
        )

    def stream(self, sql: str, parameters: Parameters = ()) -> Iterator[Any]:
        """Yield all rows by a cursor, since PostgreSQL would otherwise send all of them at once."""
        name = f"rows_{next(_STREAM_NUMBERS)}"
        self.execute(f"DECLARE {name} NO SCROLL CURSOR FOR {sql}", parameters)
        while some := self.all(f"FETCH {FETCHED} FROM {name}"):
            yield from some
        self.execute(f"CLOSE {name}")

    def insert_rows(self, rows: str, columns: Sequence[str], values: Iterable[Sequence[Value]]) -> None:
        """Insert many rows from an iterable, one by one."""
        self._postgres.copy_in(f"COPY {rows} ({', '.join(columns)}) FROM STDIN", values)


def read_again(
    connection: Callable[[], PostgresConnection], function: Function, *, may_keep: bool
) -> Outcome:
    """Run a reading function, a second time if the connection turns out to be lost.

    Raises `Broken` if the database is damaged.
    """
    error: Exception | None = None
    for _ in range(2):
        try:
            return _read_once(connection(), function, may_keep=may_keep)
        except (psycopg.Error, AlreadyOpen) as failed:
            if kind_of_fault(failed) == "broken":
                raise Broken(str(failed)) from failed
            error = failed
    return Outcome(error=NotAccepted.because(error))


def _read_once(connection: PostgresConnection, function: Function, *, may_keep: bool) -> Outcome:
    try:
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        value = function(PostgresTransaction(connection, may_keep=may_keep, writes=False))
        # Errors of statements whose result was not read come now.
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
