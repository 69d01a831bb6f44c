"""Statements sent ahead, and their answers, by libpq's own pipeline.

psycopg's cursors give each statement a trip of its own through sockets and generators, which took longer than
PostgreSQL did. Here statements are gathered and leave together, when an answer is asked for or some have come
together; and each is prepared when it comes for the first time.

If one fails, all that were sent behind it are left undone, up to the end of the transaction. The error is
raised once, by whoever waits next; who waits for one of the others is told that something has failed.

All that leave together end with a Sync, though it is not needed for the answers: only behind one does
PostgreSQL take a connection for idle, and end its transaction where its process is frozen.
"""

from __future__ import annotations

import select
from collections import deque
from collections.abc import Sequence
from itertools import count

import psycopg
from psycopg import pq

from storage.postgres.values import Given

SENT_TOGETHER = 4
"""How many statements are gathered at most, so that PostgreSQL has begun before the last is there."""
PREPARED_MAX = 1000
"""Those that come after so many different ones are not prepared any more."""

_FAILED = (pq.ExecStatus.FATAL_ERROR, pq.ExecStatus.BAD_RESPONSE)
_UNDONE = (*_FAILED, pq.ExecStatus.PIPELINE_ABORTED)
_LAST_WORDS = (b"FATAL", b"PANIC")
"""How severe an error is behind which the server hangs up."""


class SentStatement:
    """What a statement answered, once it has come."""

    __slots__ = ("prepares", "result")

    def __init__(self, prepares: tuple[bytes, Sequence[int]] | None = None) -> None:
        self.result: pq.abc.PGresult | None = None
        self.prepares = prepares
        """What is prepared by it."""


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
        """Whether no answer comes any more, which libpq may not know yet."""
        self.enter()

    def enter(self) -> None:
        """Begin, or go on after something that cannot be pipelined."""
        self._server.enter_pipeline_mode()
        self._socket.register(self._server.socket, select.POLLIN)

    def leave(self) -> None:
        """Let the connection be used for something else; all answers must have come."""
        self._socket.unregister(self._server.socket)
        self._server.exit_pipeline_mode()

    def send(self, sql: bytes, parameters: Sequence[Given] = ()) -> SentStatement:
        """Send a statement; whoever needs its answer waits for it."""
        if parameters:
            types, texts, formats = zip(*parameters, strict=True)
            name = self._prepared.get((sql, types)) or self._prepare(sql, types)
            if name is None:
                self._server.send_query_params(sql, texts, types, formats)
            else:
                self._server.send_query_prepared(name, texts, formats)
        else:
            self._server.send_query_params(sql, None)
        answer = SentStatement()
        self._awaited.append(answer)
        self._gathered += 1
        if self._gathered >= SENT_TOGETHER:
            self._send_off()
        return answer

    def wait_for(self, answer: SentStatement) -> pq.abc.PGresult:
        """The answer to a statement; raises what failed before it."""
        if answer.result is None and self._gathered:
            self._send_off()
        while answer.result is None:
            self._take()
        self._raise()
        if answer.result.status in _UNDONE:
            raise _undone()
        return answer.result

    def sync(self) -> None:
        """Wait for all that was sent; raises what failed first, and what is sent now is done again."""
        end = self._send_off()
        while end.result is None:
            self._take()
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

    def _send_off(self) -> SentStatement:
        """Let all that was gathered leave; returns its end."""
        self._gathered = 0
        self._server.pipeline_sync()
        end = SentStatement()
        self._awaited.append(end)
        while self._server.flush():
            # The server may be waiting for us to read before it reads on.
            self._wait(select.POLLIN | select.POLLOUT)
        return end

    def _wait(self, events: int) -> None:
        self._socket.modify(self._server.socket, events)
        if any(event & ~select.POLLOUT for _, event in self._socket.poll()):
            self._server.consume_input()

    def _take(self) -> None:
        """Take the next answer."""
        result = None if self.is_lost else self._next_result()
        if result is None:
            self.is_lost = True
            raise psycopg.OperationalError("the connection is lost")
        if result.status in _FAILED and _severity(result) in _LAST_WORDS:
            self.is_lost = True
            raise _without_values(result)
        answer = self._awaited.popleft()
        answer.result = result
        if result.status != pq.ExecStatus.PIPELINE_SYNC:
            self._next_result()
        if result.status in _UNDONE and answer.prepares is not None:
            del self._prepared[answer.prepares]
        if result.status in _UNDONE and self._failure is None:
            self._failure = _without_values(result) if result.status in _FAILED else _undone()

    def _next_result(self) -> pq.abc.PGresult | None:
        while self._server.is_busy():
            self._wait(select.POLLIN)
        return self._server.get_result()


def _undone() -> psycopg.Error:
    return psycopg.errors.InFailedSqlTransaction("something that was sent before has failed")


def _severity(result: pq.abc.PGresult) -> bytes | None:
    """How severe an error is, whatever language the server speaks."""
    return result.error_field(pq.DiagnosticField.SEVERITY_NONLOCALIZED)


def _without_values(result: pq.abc.PGresult) -> psycopg.Error:
    """What failed, without the row that PostgreSQL repeats: seeds and cards may be in it (TB-11)."""
    code = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()
    message = result.error_field(pq.DiagnosticField.MESSAGE_PRIMARY) or result.error_message
    try:
        kind: type[psycopg.Error] = psycopg.errors.lookup(code)
    except KeyError:
        # Without a code it comes from the connection and not from the server.
        kind = psycopg.DatabaseError if code else psycopg.OperationalError
    error = kind(message.decode(errors="replace").partition("\n")[0])
    error.sqlstate = code or None
    return error
