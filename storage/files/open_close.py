"""A file as where a tavern is moved from, or to (`storage/files/move.py`).

What is carried there is written beside it first: a file that is there is whole, and where one was begun the
bot does not start.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.db import schema
from storage.db.transaction import Transaction
from storage.errors import NotAccepted, NotEmpty
from storage.files import corruption
from storage.files.files import LOGS, MARK, MOVING, RESTORED, beside, create, locked

CACHE_KB = 64 * 1024


@contextmanager
def leaving(path: Path) -> Iterator[tuple[str, Transaction]]:
    """The name of a file and what is in it, to be read; no bot can open it meanwhile."""
    if not path.is_file():
        raise FileNotFoundError(path)
    with locked(path) as real:
        schema.require_whole(real)
        with _told(), schema.read_only(real) as connection:
            schema.require_current(str(path), schema.version_of(connection))
            if not corruption.is_sound(connection):
                raise schema.damaged(real)
            yield str(path), Transaction(connection)


@contextmanager
def arriving(path: Path) -> Iterator[tuple[str, Transaction]]:
    """The name of a file and a transaction on what will be it; if anything fails there is none.

    `NotEmpty` where anything is there but what a move left that was not done.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(path.parent)
    with locked(path) as real:
        for tail in ("", *LOGS, MARK, RESTORED):
            if beside(real, tail).exists():
                raise NotEmpty(str(beside(path, tail)))
        part = beside(real, MOVING)
        part.unlink(missing_ok=True)
        create(part)
        try:
            with _told(), closing(sqlite3.connect(part, isolation_level=None)) as connection:
                yield str(path), _begun(connection, part)
                connection.execute("COMMIT")
            _make_durable(part)
            part.rename(real)
            _make_durable(real.parent)
        except BaseException:
            # Kept, since a bot must not begin anew here; but on a full disk it takes up no room (F-6).
            if part.exists():
                os.truncate(part, 0)
            raise


def _begun(connection: sqlite3.Connection, part: Path) -> Transaction:
    # What is not done to the end is thrown away, so that nothing has to be undone.
    for pragma in (
        "journal_mode = OFF",
        "synchronous = OFF",
        f"cache_size = -{CACHE_KB}",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    schema.migrate(connection, part, schema.migrations())
    connection.execute("BEGIN IMMEDIATE")
    return Transaction(connection)


def _make_durable(path: Path) -> None:
    if path.is_dir() and os.name == "nt":  # where folders cannot be opened
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise NotAccepted(str(error)) from error
