"""How the writing thread runs the functions that wait for it.

Everything that waits is run inside one transaction, so that it shares one fsync, and each
function in a savepoint of its own, so that it fails by itself. What concerns the file as a
whole (full, locked, failing) undoes the whole transaction.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from games.engine.core.errors import ensure
from storage.db.transaction import Transaction
from storage.errors import Broken, NotAccepted, WroteWhileReading
from storage.files import last_commit

Function: TypeAlias = Callable[[Transaction], Any]

ATTEMPTS = 20
"""How often a batch that meets a lock is retried, each time for the connection's busy timeout."""

log = logging.getLogger(__name__)

BUSY = 5
READONLY = 8
FULL = 13
FATAL = frozenset({7, READONLY, 10, 11, 14, 15, 26})
"""NOMEM, READONLY, IOERR, CORRUPT, CANTOPEN, PROTOCOL, NOTADB: the file's state is unknown."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a function returned, or what it raised."""

    value: Any = None
    error: BaseException | None = None


def write(connection: sqlite3.Connection, functions: Sequence[Function], path: Path) -> list[Outcome]:
    """Run functions in one transaction and commit it; `Broken` if the state of this file is unknown."""
    for _ in range(ATTEMPTS):
        try:
            return _write_once(connection, functions, path)
        except sqlite3.Error as error:
            _undo(connection)
            code = _code(error)
            if code in FATAL:
                raise Broken(str(error)) from error
            # Nobody's function is at fault, and none is known to fit: all of them may be tried again.
            if code == FULL:
                return [Outcome(error=_not_accepted(error))] * len(functions)
            if code != BUSY:
                return [Outcome(error=error)] * len(functions)
            busy = error
    return [Outcome(error=_not_accepted(busy))] * len(functions)


def read(connection: sqlite3.Connection, function: Function, *, may_keep: bool = True) -> Outcome:
    """Run a function on one consistent state of the file; anything it writes is undone."""
    try:
        connection.execute("BEGIN")
        before = connection.total_changes
        value = function(Transaction(connection, may_keep=may_keep))
        ensure(connection.total_changes == before, WroteWhileReading)
    except Exception as error:
        # A reading function that tries to write says nothing about the file.
        if _code(error) in FATAL - {READONLY}:
            raise Broken(str(error)) from error
        return Outcome(error=_not_accepted(error) if _code(error) == BUSY else error)
    else:
        return Outcome(value)
    finally:
        _undo(connection)


def fold(connection: sqlite3.Connection) -> None:
    """Fold the log into the file, as far as no reader needs it."""
    try:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    except sqlite3.Error as error:
        if _code(error) not in (BUSY, FULL):
            raise Broken(str(error)) from error
        log.warning("the log could not be folded in: %s", error)


def _write_once(connection: sqlite3.Connection, functions: Sequence[Function], path: Path) -> list[Outcome]:
    # The lock is taken before anything is read: taken later, it could be refused with half of it done.
    connection.execute("BEGIN IMMEDIATE")
    before = connection.total_changes
    outcomes = [_run_apart(connection, function) for function in functions]
    if connection.total_changes == before or all(each.error is not None for each in outcomes):
        # Nothing to make durable, so no fsync.
        _undo(connection)
        return outcomes
    (number,) = connection.execute(last_commit.COUNT).fetchone()
    connection.execute("COMMIT")
    # After the commit: a mark ahead of its file would tell of commits that never were (F-57).
    last_commit.note(path, number)
    return outcomes


def _run_apart(connection: sqlite3.Connection, function: Function) -> Outcome:
    """Run one function; errors of the whole file are raised, all others are its own outcome."""
    connection.execute("SAVEPOINT apart")
    try:
        outcome = Outcome(function(Transaction(connection)))
    except Exception as error:
        if _code(error) in FATAL | {BUSY, FULL}:
            raise
        outcome = Outcome(error=error)
        connection.execute("ROLLBACK TO apart")
    connection.execute("RELEASE apart")
    return outcome


def _undo(connection: sqlite3.Connection) -> None:
    # SQLite may have rolled back by itself; doing so twice would be an error.
    if not connection.in_transaction:
        return
    try:
        connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise Broken(str(error)) from error


def _code(error: BaseException) -> int:
    """SQLite's primary error code, or 0."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _not_accepted(error: BaseException) -> NotAccepted:
    refusal = NotAccepted(str(error))
    refusal.__cause__ = error
    return refusal
