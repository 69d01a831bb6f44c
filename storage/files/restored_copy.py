"""The marks of copies, and a database's list of the paths of its copies.

The first start from a copy calls off all hands, since players may have seen later cards (F-59). The error for
a damaged file names its newest copy, among the recorded copies and the files beside it (F-10).
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from storage.db.transaction import Transaction
from storage.files.database_files import COPIES, MOVING, OWNER_ONLY, RESTORED, sibling

log = logging.getLogger(__name__)

COPY = "copy"
"""The name of the note with the copy's original; it is emptied when a bot has started from the copy."""
HOME = "home"
"""The name of the note with the location of a database in PostgreSQL."""
UNFINISHED = (".part", ".new", RESTORED, MOVING)
"""The suffixes of unfinished files."""
NUMBERS_SKIPPED = 1000
"""More than the number of tables opened since any copy, so that no old button fits a new table."""


def note(path: Path, target: Path) -> None:
    """Add a copy's path to the list beside a database; a failure is only logged."""
    line = f"{json.dumps(str(target.resolve()))}\n".encode()
    try:
        flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY
        descriptor = os.open(sibling(path.resolve(), COPIES), flags, OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            file.write(line)
    except OSError:
        log.warning("it could not be noted that %s is a copy", target, exc_info=True)


def of(path: Path) -> set[Path]:
    """Return files that may be copies of a database: the recorded copies, and all files beside it."""
    candidates = {each for each in path.parent.iterdir() if each.is_file() and each != path}
    with suppress(OSError, ValueError):
        candidates |= {Path(json.loads(line)) for line in sibling(path, COPIES).read_bytes().splitlines()}
    return {each for each in candidates if each.is_file() and not each.name.endswith(UNFINISHED)}


def mark(copied: sqlite3.Connection, name: str) -> None:
    """Mark a new copy with the name of its original."""
    tx = Transaction(copied)
    # An empty or unmigrated file has no hands to call off.
    if tx.first("SELECT 1 FROM sqlite_schema WHERE name = 'notes'") is not None:
        tx.set_note(COPY, name)


def is_copy(tx: Transaction, name: str | None = None) -> bool:
    """Return True for a copy from which no bot has started yet; with a name, for a copy of that file."""
    original = tx.get_note(COPY)
    if original or name:
        return not name or original == name
    # A database in PostgreSQL may have been restored from a dump or to an earlier time, at another location.
    recorded, home = tx.get_note(HOME), tx.home()
    return bool(recorded and home) and recorded != home


def settle_in(tx: Transaction) -> None:
    """Record the database's location, by which a restore to another location is detected."""
    home = tx.home()
    if home and home != tx.get_note(HOME):
        tx.set_note(HOME, home)


def tell_moved(old: Transaction, new: Transaction) -> None:
    """Accept the new location of a moved database as its own; a copy stays a copy."""
    was_copy = is_copy(old)
    new.delete_note(HOME)
    if was_copy and not is_copy(new):
        new.set_note(COPY, "database")


def adopt(tx: Transaction) -> None:
    """Turn a copy into a database of its own, with new ids for new tables and tournaments."""
    tx.set_note(COPY, "")
    settle_in(tx)
    for name in ("tables", "tournaments"):
        tx.count_on(name, tx.last_id(name) + NUMBERS_SKIPPED)
