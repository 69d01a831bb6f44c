"""The marks of copies, and a database's list of the places where its copies are.

The first start from a copy calls hands off, as cards may have been seen since (F-59). When a file is damaged,
its newest copy is named (F-10), of those that were recorded and those that lie beside it.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from storage.db.transaction import Transaction
from storage.files.database_files import COPIES, MOVING, OWNER_ONLY, RESTORED, beside

log = logging.getLogger(__name__)

COPY = "copy"
"""The key under which a copy names its original, until a bot has started from it."""
HOME = "home"
"""The key under which a database in PostgreSQL records its place."""
UNFINISHED = (".part", ".new", RESTORED, MOVING)
"""Suffixes of files that are still being written."""
NUMBERS_SKIPPED = 1000
"""More tables than can have been opened since the copy was made, so that no old button fits a new one."""


def note(path: Path, target: Path) -> None:
    """Record beside a database the place of a copy; a failure to do so does not fail the copy."""
    line = f"{json.dumps(str(target.resolve()))}\n".encode()
    try:
        flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY
        descriptor = os.open(beside(path.resolve(), COPIES), flags, OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            file.write(line)
    except OSError:
        log.warning("it could not be noted that %s is a copy", target, exc_info=True)


def of(path: Path) -> set[Path]:
    """Return files that may be copies of a database: the recorded ones, and those beside it."""
    found = {each for each in path.parent.iterdir() if each.is_file() and each != path}
    with suppress(OSError, ValueError):
        found |= {Path(json.loads(line)) for line in beside(path, COPIES).read_bytes().splitlines()}
    return {each for each in found if each.is_file() and not each.name.endswith(UNFINISHED)}


def mark(copied: sqlite3.Connection, name: str) -> None:
    """Mark a fresh copy as one, with the name of its original."""
    tx = Transaction(copied)
    # An empty or unmigrated file has no hands that could go on.
    if tx.first("SELECT 1 FROM sqlite_schema WHERE name = 'notes'") is not None:
        tx.set_note(COPY, name)


def is_copy(tx: Transaction, name: str | None = None) -> bool:
    """Return True for a copy from which no bot has started yet; with a name, for a copy of that file."""
    of_what = tx.get_note(COPY)
    if of_what or name:
        return not name or of_what == name
    # PostgreSQL may have this from a dump, or have gone back to an earlier moment.
    noted, home = tx.get_note(HOME), tx.home()
    return bool(noted and home) and noted != home


def settle_in(tx: Transaction) -> None:
    """Record the database's place, by which it will notice if it is put back elsewhere."""
    home = tx.home()
    if home and home != tx.get_note(HOME):
        tx.set_note(HOME, home)


def tell_moved(old: Transaction, new: Transaction) -> None:
    """Take the new place of a moved tavern as its own; a copy stays a copy."""
    was_copy = is_copy(old)
    new.delete_note(HOME)
    if was_copy and not is_copy(new):
        new.set_note(COPY, "database")


def adopt(tx: Transaction) -> None:
    """Turn a copy into a database of its own; new tables and tournaments get fresh numbers."""
    tx.set_note(COPY, "")
    settle_in(tx)
    for name in ("tables", "tournaments"):
        tx.count_on(name, tx.last_id(name) + NUMBERS_SKIPPED)
