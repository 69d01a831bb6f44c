"""Copies of the database, also while the bot runs; reading of a snapshot; and the restore of a copy."""

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
from storage.files.database_files import LOGS, MARK, RESTORED, locked, sibling

OWNER_ONLY_FOLDER = 0o700


def copy(source: Path, target: Path) -> None:
    """Write a consistent copy, readable for its owner only; never overwrite a file.

    The target's folder is created if needed. The copy's path is recorded beside the database, so that the
    error for a damaged database can name it (F-10). Raises `FileNotFoundError` and `FileExistsError` for the
    paths, `NotADatabase` or `SchemaTooNew` for an unusable source, `NotAccepted` if writing failed.
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
    """Replace the database by a copy; return the new path of the old database, if there was one.

    Raises `FileNotFoundError` without a copy, `FileExistsError` if an earlier restore put a database aside,
    `AlreadyOpen` while the bot runs, and otherwise as `copy` does. After an interrupted restore, the bot does
    not start until the restore is repeated.
    """
    if not copied.is_file():
        raise FileNotFoundError(copied)
    schema.check(copied)
    with locked(target) as real:
        fresh, aside = sibling(real, RESTORED), sibling(real, ".replaced")
        if aside.exists() and not fresh.exists():
            raise FileExistsError(aside)
        _copy_whole(copied, fresh)
        # SQLite would replay the old log into the restored file, so the log is moved first (F-11).
        for tail in (*LOGS, MARK, ""):
            old = sibling(real, tail)
            if old.exists():
                old.rename(sibling(aside, tail))
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
    new = sibling(fresh, ".new")
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
    """Yield a transaction on a snapshot of a database, for reading. Raises as `copy` does."""
    with tempfile.TemporaryDirectory(prefix="taproom-") as folder:
        # A second connection to the file itself might block the bot, so a copy is read.
        copied = Path(folder) / "read.db"
        if not source.is_file():
            raise FileNotFoundError(source)
        _copy(source, copied)
        try:
            with closing(sqlite3.connect(copied)) as connection:
                yield Transaction(connection)
        except sqlite3.Error as error:
            # An empty or older file may lack tables.
            raise NotAccepted(str(error)) from error
