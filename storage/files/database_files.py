"""The files of a SQLite database: names, modes, the lock for one process, and detection of damage.

The structure of the file and the ledger must be undamaged. A damaged row of a table, a move or a setting
affects only that table or setting (F-58) and is detected by its checksum (`storage/db/codec.py`). A damaged
index is rebuilt from its rows.

SQLite reads a log (`-wal`) with a damaged beginning as an empty log: the database is then silently older
(F-57). So each commit is counted in the database, and afterwards the number is written to a file beside it
(`MARK`), without fsync. After a crash the mark is complete; after a power failure it may be older, but never
newer than the log. So a database with fewer commits than the mark has lost commits.
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
"""The suffix of a copy that is about to replace the database."""
MOVING = ".moving"
"""The suffix of a file while a database is being moved into it."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO
OWNER_ONLY = 0o600

FAULTS_MAX = 1000
"""The maximum number of reported faults; a file with more cannot be repaired."""
BOOKS = ("accounts", "transfers")
ACCOUNTS = "accounts"
COUNT_COMMIT = "UPDATE commits SET number = number + 1 RETURNING number"

_IN_INDEX = re.compile(r".*\b(?:missing from|entries in|entry in|of) index (\w+)$")
_IN_ROW = re.compile(r"(?:CHECK constraint failed in (\w+)|(?:NULL|\S+) value in (\w+)\.\w+)$")

log = logging.getLogger(__name__)

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        # Windows does not let other processes read locked bytes, so the lock is far behind any data.
        os.lseek(descriptor, 4096, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def sibling(path: Path, tail: str) -> Path:
    """Return the file beside a database with this suffix."""
    return path.with_name(f"{path.name}{tail}")


def create(path: Path) -> None:
    """Create an empty file, readable for its owner only, unless it exists.

    SQLite gives its mode to the files beside it.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))


def tighten(path: Path) -> None:
    """Make a database, and the files and copies beside it, readable for their owner only (TB-11).

    They contain seeds and cards. Changes are logged; files of other owners are only reported.
    """
    if os.name == "nt":  # Windows has no such modes
        return
    files = [sibling(path, tail) for tail in ("", *BESIDE)]
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

    The lock belongs to the operating system, so kill -9 releases it too (F-12). Its file is emptied and kept,
    or removed if it is new and the block fails. Raises `NotAccepted` for a hard link: each name of the file
    would have its own lock and log, and two processes could write to it (F-12).
    """
    path = path.resolve()
    is_new = not sibling(path, LOCK).exists()
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
            sibling(path, LOCK).unlink(missing_ok=True)
        raise
    finally:
        os.truncate(descriptor, 0)
        os.close(descriptor)


def is_left(path: Path) -> bool:
    """Return True if the last process with this database has closed it, and was not killed."""
    try:
        return not sibling(path.resolve(), LOCK).read_bytes()
    except OSError:
        return False


def _lock(path: Path) -> int:
    """Lock a file beside a database and return its descriptor. Raises `AlreadyOpen`."""
    lock = sibling(path, LOCK)
    while True:
        descriptor = os.open(lock, os.O_CREAT | os.O_RDWR, OWNER_ONLY)
        try:
            _take(descriptor)
        except OSError as error:
            owner = os.read(descriptor, 100).decode(errors="replace").strip()
            os.close(descriptor)
            raise AlreadyOpen(f"{path} is in use by another process ({owner or 'unknown'})") from error
        # The previous process may have removed the lock file; then this lock would be useless.
        if lock.exists() and os.path.samestat(lock.stat(), os.fstat(descriptor)):
            return descriptor
        os.close(descriptor)


def acknowledged_commits(path: Path) -> int:
    """Return the number of acknowledged commits in a database's mark; 0 if unknown."""
    try:
        mark = sibling(path, MARK).read_bytes().strip()
    except FileNotFoundError:
        return 0
    return int(mark) if mark.isdigit() else 0


def commit_noted_at(path: Path) -> float | None:
    """Return the time at which a database's mark was last written, in unix seconds, or None."""
    try:
        return sibling(path, MARK).stat().st_mtime
    except OSError:
        return None


def counted_commits(connection: sqlite3.Connection) -> int:
    """Return the number of commits counted in a database; 0 if it was never migrated."""
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'commits'").fetchone() is None:
        return 0
    row = connection.execute("SELECT number FROM commits").fetchone()
    return 0 if row is None else int(row[0])


def note_commit(path: Path, number: int) -> None:
    """Write the number of durable commits to a database's mark; a failure is only logged."""
    try:
        descriptor = os.open(sibling(path, MARK), os.O_CREAT | os.O_WRONLY, OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            file.write(b"%020d\n" % number)
    except OSError:
        log.warning("commit %d could not be marked", number, exc_info=True)


def is_sound(connection: sqlite3.Connection) -> bool:
    """Return True if SQLite and the ledger's hashes find no damage."""
    return _faults(connection) == [] and _are_books_whole(connection)


def rebuild_indexes(connection: sqlite3.Connection) -> bool:
    """Rebuild damaged indexes; return True if the file is usable."""
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
    # SQLite 3.40's quick check reports NULL in keys whose columns are in another order.
    reports = [each for (each,) in connection.execute(f"PRAGMA integrity_check({FAULTS_MAX})")]
    return [] if reports == ["ok"] else [line for each in reports for line in each.splitlines()]


def _table_of(connection: sqlite3.Connection, index: str) -> str | None:
    row = connection.execute(
        "SELECT tbl_name FROM sqlite_schema WHERE type = 'index' AND name = ?", (index,)
    ).fetchone()
    # With a damaged unique index, the right one of two rows is unknown.
    return None if row is None else ACCOUNTS if index.startswith("sqlite_autoindex") else row[0]


def _are_books_whole(connection: sqlite3.Connection) -> bool:
    """Return True if the ledger's hashes are right; SQLite does not detect overwritten bytes."""
    books = Transaction(connection)
    return all(ledger.verify_chain(books, server) is None for server in ledger.servers(books))
