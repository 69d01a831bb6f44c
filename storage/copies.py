"""Copies know what they are, and a database where its copies went.

Whoever starts from a copy begins afresh, for cards were seen since it was made (F-59). When a file is
damaged, the newest of its copies is named (F-10): those that were noted, and those that lie beside it.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from storage import key_values
from storage.transaction import Transaction

log = logging.getLogger(__name__)

COPY = "copy"
"""Under this name stands in a copy of what it is one, until a bot has started from it."""
TAIL = ".copies"
UNFINISHED = (".part", ".new", ".restored")
"""How files are called that are not yet what they will be."""
NUMBERS_SKIPPED = 1000
"""More tables than were opened after the copy was made: no button of theirs leads to one of ours."""


def listed(path: Path) -> Path:
    """The file beside a database that says where its copies went."""
    return path.with_name(f"{path.name}{TAIL}")


def note(path: Path, target: Path) -> None:
    """Note beside a database where a copy of it lies now; no copy fails because that cannot be noted."""
    line = f"{json.dumps(str(target.resolve()))}\n".encode()
    try:
        descriptor = os.open(listed(path.resolve()), os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        with closing(os.fdopen(descriptor, "wb")) as file:
            file.write(line)
    except OSError:
        log.warning("it could not be noted that %s is a copy", target, exc_info=True)


def of(path: Path) -> set[Path]:
    """What may be a copy of a database: all files that were noted, and what lies beside it."""
    found = {each for each in path.parent.iterdir() if each.is_file() and each != path}
    with suppress(OSError, ValueError):
        found |= {Path(json.loads(line)) for line in listed(path).read_bytes().splitlines()}
    return {each for each in found if each.is_file() and not each.name.endswith(UNFINISHED)}


def mark(copied: sqlite3.Connection, name: str) -> None:
    """Note in a fresh copy that it is one, and how the file is called that it was made of."""
    tx = Transaction(copied)
    # A file that is empty, or was never brought up to date, has no hands that could be dealt on.
    if tx.one("SELECT 1 FROM sqlite_schema WHERE name = 'notes'") is not None:
        key_values.put(tx, COPY, name)


def is_copy(tx: Transaction, name: str | None = None) -> bool:
    """Whether this is a copy from which no bot has started yet; with a name, one of the file of that name."""
    of_what = key_values.get(tx, COPY)
    return of_what == name if name else bool(of_what)


def adopt(tx: Transaction) -> None:
    """Go on with a copy as the database that it now is: what it has numbers for gets others than before."""
    key_values.put(tx, COPY, "")
    tx.execute(
        "UPDATE sqlite_sequence SET seq = seq + ? WHERE name IN ('tables', 'tournaments')", (NUMBERS_SKIPPED,)
    )
    for name in ("tables", "tournaments"):
        tx.execute(
            "INSERT INTO sqlite_sequence SELECT ?, ?"
            " WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)",
            (name, NUMBERS_SKIPPED, name),
        )
