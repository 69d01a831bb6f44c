"""A database's files: those beside it, their owner, one process at a time, and tolerated damage.

The structure of the file and the ledger must be whole. A damaged row of a table, of a move, of a user's
settings costs that table and nothing else (F-58): its checksum tells (`storage/db/codec.py`). An index is
rebuilt from its rows.

A log (`-wal`) whose beginning is damaged reads as an empty one: the database is then an older one, and
nothing in it says so (F-57). So each commit is counted in the database, and once it is durable the number is
written beside it (`MARK`), without waiting for the disk: after a kill it is there, and after a power failure
it is at most older than the log. A database that has fewer commits has lost some.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.engine.core.errors import ensure
from storage.books import ledger
from storage.db.transaction import Transaction
from storage.errors import AlreadyOpen, NotAccepted

LOGS = ("-wal", "-shm", "-journal")
"""Suffixes of files that SQLite keeps beside a database and replays into it."""
LOCK = ".lock"
MARK = ".mark"
COPIES = ".copies"
BESIDE = (*LOGS, LOCK, MARK, COPIES)
"""Suffixes of all files that belong to a database in use."""
RESTORED = ".restored"
"""The suffix of a copy that is being put in the database's place."""
MOVING = ".moving"
"""The suffix of a file into which a tavern is being moved from another database."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO
OWNER_ONLY = 0o600

FAULTS_MAX = 1000
"""The maximum number of SQLite's complaints that are read; a file with more is beyond repair."""
BOOKS = ("accounts", "transfers")
ACCOUNTS = "accounts"
COUNT_COMMIT = "UPDATE commits SET number = number + 1 RETURNING number"

_IN_INDEX = re.compile(r".*\b(?:missing from|entries in|entry in|of) index (\w+)$")
_IN_ROW = re.compile(r"(?:CHECK constraint failed in (\w+)|(?:NULL|\S+) value in (\w+)\.\w+)$")

log = logging.getLogger(__name__)

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        # Locked bytes cannot be read on Windows, so the lock is far behind any data.
        os.lseek(descriptor, 4096, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def beside(path: Path, tail: str) -> Path:
    """Return the file beside a database with this suffix."""
    return path.with_name(f"{path.name}{tail}")


def create(path: Path) -> None:
    """Create an empty file that only its owner can read, unless there is one.

    The files that SQLite puts beside it follow its mode.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))


def tighten(path: Path) -> None:
    """Make a database, the files beside it and its copies there readable for the owner only (TB-11).

    Seeds and cards are in them. Changes are logged; other owners' files are only named.
    """
    if os.name == "nt":  # Windows has no such modes
        return
    files = [beside(path, tail) for tail in ("", *BESIDE)]
    for kind in ("v*.bak", "replaced*"):
        files += path.parent.glob(f"{path.name}.{kind}")
    for each in files:
        try:
            mode = stat.S_IMODE(each.stat().st_mode)
        except FileNotFoundError:
            continue
        if not mode & OTHERS:
            continue
        try:
            each.chmod(OWNER_ONLY)
        except PermissionError:
            log.warning("%s holds secrets, and others may read it (mode %03o): chmod 600 it", each, mode)
        else:
            log.warning(
                "%s holds secrets, and others could read it (mode %03o): now only you can", each, mode
            )


@contextmanager
def locked(path: Path) -> Iterator[Path]:
    """Lock a database for the length of a block, or raise `AlreadyOpen`; yield its real path.

    The lock is the operating system's, which kill -9 releases too (F-12). Its file stays, emptied, unless
    it is new and the block fails: then the path is not ours to put anything beside. Raises `NotAccepted`
    for a file with a second name: a hard link would have a lock and a log of its own, and two processes
    could write to one file (F-12).
    """
    path = path.resolve()
    is_new = not beside(path, LOCK).exists()
    descriptor = _lock(path)
    try:
        has_one_name = not path.exists() or path.stat().st_nlink == 1
        several = f"{path} is a hard link: the same file has another name, remove one of them"
        ensure(has_one_name, NotAccepted, several)
        os.truncate(descriptor, 0)
        os.write(descriptor, f"process {os.getpid()}\n".encode())
        yield path
    except BaseException:
        if is_new and os.name != "nt":  # Windows cannot remove open files
            beside(path, LOCK).unlink(missing_ok=True)
        raise
    finally:
        os.truncate(descriptor, 0)
        os.close(descriptor)


def is_left(path: Path) -> bool:
    """Return True if the last process that had a database open has closed it; a killed one has not."""
    try:
        return not beside(path.resolve(), LOCK).read_bytes()
    except OSError:
        return False


def _lock(path: Path) -> int:
    """Lock a file beside a database and return its descriptor. Raises `AlreadyOpen`."""
    lock = beside(path, LOCK)
    while True:
        descriptor = os.open(lock, os.O_CREAT | os.O_RDWR, OWNER_ONLY)
        try:
            _take(descriptor)
        except OSError as error:
            owner = os.read(descriptor, 100).decode(errors="replace").strip()
            os.close(descriptor)
            raise AlreadyOpen(f"{path} is in use by another process ({owner or 'unknown'})") from error
        # The process that had it before may have removed it: then the next process would lock another file.
        if lock.exists() and os.path.samestat(lock.stat(), os.fstat(descriptor)):
            return descriptor
        os.close(descriptor)


def acknowledged_commits(path: Path) -> int:
    """Return the number of acknowledged commits of a database, as far as is known."""
    try:
        written = beside(path, MARK).read_bytes().strip()
    except FileNotFoundError:
        return 0
    return int(written) if written.isdigit() else 0


def commit_noted_at(path: Path) -> float | None:
    """Return the time of the last noted commit of a database, in unix seconds; None if there is none."""
    try:
        return beside(path, MARK).stat().st_mtime
    except OSError:
        return None


def counted_commits(connection: sqlite3.Connection) -> int:
    """Return the number of commits of a database; 0 if it was never migrated."""
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'commits'").fetchone() is None:
        return 0
    row = connection.execute("SELECT number FROM commits").fetchone()
    return 0 if row is None else int(row[0])


def note_commit(path: Path, number: int) -> None:
    """Note that this many commits of a database are durable; a failure is only logged."""
    try:
        descriptor = os.open(beside(path, MARK), os.O_CREAT | os.O_WRONLY, OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            file.write(b"%020d\n" % number)
    except OSError:
        log.warning("commit %d could not be marked", number, exc_info=True)


def is_sound(connection: sqlite3.Connection) -> bool:
    """Return True if the file is undamaged, as far as SQLite and the ledger's hashes can tell."""
    return _faults(connection) == [] and _are_books_whole(connection)


def mend(connection: sqlite3.Connection) -> bool:
    """Rebuild indexes; return True if the file can be used then."""
    for fault in _faults(connection):
        index, row = _IN_INDEX.match(fault), _IN_ROW.match(fault)
        if index is not None and _table_of(connection, index[1]) != ACCOUNTS:
            log.error("a damaged index is rebuilt: %s", fault)
            connection.execute(f"REINDEX {index[1]}")
        elif row is not None and (row[1] or row[2]) not in BOOKS:
            log.error("a row is damaged: %s", fault)
        else:
            return False
    return _are_books_whole(connection)


def _faults(connection: sqlite3.Connection) -> list[str]:
    # The quick check is not enough: SQLite 3.40's finds NULL in keys whose columns are in another order.
    found = [each for (each,) in connection.execute(f"PRAGMA integrity_check({FAULTS_MAX})")]
    return [] if found == ["ok"] else [line for each in found for line in each.splitlines()]


def _table_of(connection: sqlite3.Connection, index: str) -> str | None:
    row = connection.execute(
        "SELECT tbl_name FROM sqlite_schema WHERE type = 'index' AND name = ?", (index,)
    ).fetchone()
    # A damaged unique index cannot say which of two rows is the right one.
    return None if row is None else ACCOUNTS if index.startswith("sqlite_autoindex") else row[0]


def _are_books_whole(connection: sqlite3.Connection) -> bool:
    """Return True if the ledger's hashes hold: SQLite overlooks bytes that were written over."""
    books = Transaction(connection)
    return all(ledger.verify_chain(books, server) is None for server in ledger.servers(books))
