"""How many commits were acknowledged, in a file beside the database (F-57).

A log (`-wal`) whose beginning is damaged reads as an empty one: the database is then an older one,
and nothing in it says so. So each commit is counted in the database, and once it is durable the
number is written here, without waiting for the disk: after a kill it is there, and after a power
failure it is at most older than the log. A database that has fewer commits has lost some.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path

from storage.files.files import MARK, OWNER_ONLY, beside

COUNT = "UPDATE commits SET number = number + 1 RETURNING number"

log = logging.getLogger(__name__)


def acknowledged(path: Path) -> int:
    """How many commits of a database were acknowledged, as far as is known."""
    try:
        written = beside(path, MARK).read_bytes().strip()
    except FileNotFoundError:
        return 0
    return int(written) if written.isdigit() else 0


def noted_at(path: Path) -> float | None:
    """When the last commit of a database was noted, in unix seconds; None if none ever was."""
    try:
        return beside(path, MARK).stat().st_mtime
    except OSError:
        return None


def counted(connection: sqlite3.Connection) -> int:
    """How many commits a database has; 0 if it was never migrated."""
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'commits'").fetchone() is None:
        return 0
    row = connection.execute("SELECT number FROM commits").fetchone()
    return 0 if row is None else int(row[0])


def note(path: Path, number: int) -> None:
    """Note that this many commits of a database are durable; a failure is logged and nothing else."""
    try:
        descriptor = os.open(beside(path, MARK), os.O_CREAT | os.O_WRONLY, OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            file.write(b"%020d\n" % number)
    except OSError:
        log.warning("commit %d could not be marked", number, exc_info=True)
