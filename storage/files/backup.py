"""Copies and reads of the database from outside, while the bot runs, too; and its restore."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.db import schema
from storage.db.transaction import Transaction
from storage.errors import NotAccepted
from storage.files import restored_copy
from storage.files.database_files import LOGS, MARK, RESTORED, beside, locked

OWNER_ONLY_FOLDER = 0o700


def copy(source: Path, target: Path) -> None:
    """Write a consistent copy that only its owner can read; never overwrite a file.

    Its folder is created if needed, for its owner alone. Its path is recorded beside the database, so
    that it can be named if that is damaged (F-10). Raises `FileNotFoundError` and `FileExistsError` for
    the paths; `NotADatabase` or `SchemaTooNew` for a file that is no Taproom database of ours;
    `NotAccepted` if it could not be written.
    """
    if not source.is_file():
        raise FileNotFoundError(source)
    if target.exists():
        raise FileExistsError(target)
    schema.check(source)
    target.parent.mkdir(OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
    _copy(source, target)
    restored_copy.note(source, target)


def restore(copied: Path, target: Path) -> Path | None:
    """Replace the database by a copy; return the new path of the old one, if there was one.

    Raises `FileNotFoundError` without a copy, `FileExistsError` if a database was put aside before;
    `AlreadyOpen` while the bot runs; else as `copy` does. An interrupted restore is finished by the next
    one, and the bot does not start before that.
    """
    if not copied.is_file():
        raise FileNotFoundError(copied)
    schema.check(copied)
    with locked(target) as real:
        fresh, aside = beside(real, RESTORED), beside(real, ".replaced")
        if aside.exists() and not fresh.exists():
            raise FileExistsError(aside)
        _copy_whole(copied, fresh)
        # SQLite would replay a log into whatever file lies beside it, so the log goes first (F-11).
        for tail in (*LOGS, MARK, ""):
            there = beside(real, tail)
            if there.exists():
                there.rename(beside(aside, tail))
        fresh.rename(real)
    return aside if aside.exists() else None


def _copy(source: Path, target: Path) -> None:
    schema.check(source)
    try:
        schema.copy(source, target)
    except sqlite3.Error as error:
        raise NotAccepted(str(error)) from error


def _copy_whole(copied: Path, fresh: Path) -> None:
    """Write a complete copy or none."""
    new = beside(fresh, ".new")
    try:
        schema.copy(copied, new)
        with closing(sqlite3.connect(new)) as connection:
            schema.inspect(connection, copied)
        new.rename(fresh)
    except sqlite3.Error as error:
        raise NotAccepted(str(error)) from error
    finally:
        new.unlink(missing_ok=True)


@contextmanager
def reading(source: Path) -> Iterator[Transaction]:
    """Open a snapshot of a database for reading. Raises as `copy` does."""
    with tempfile.TemporaryDirectory(prefix="taproom-") as folder:
        # It is a copy, since a second connection to the file itself might block the bot.
        copied = Path(folder) / "read.db"
        if not source.is_file():
            raise FileNotFoundError(source)
        _copy(source, copied)
        try:
            with closing(sqlite3.connect(copied)) as connection:
                yield Transaction(connection)
        except sqlite3.Error as error:
            # An empty or older file may lack the tables that are read.
            raise NotAccepted(str(error)) from error
