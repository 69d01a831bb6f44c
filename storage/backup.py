"""The database from outside: copied or looked at while the bot runs, put back while it does not."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage import file_lock, schema
from storage.errors import NotAccepted
from storage.transaction import Transaction


def copy(source: Path, target: Path) -> None:
    """Write a consistent copy that only its owner can read; nothing that is there is overwritten.

    `FileNotFoundError` and `FileExistsError` for the paths; `NotADatabase` or `SchemaTooNew`
    for a file that is no Taproom database of ours; `NotAccepted` if it could not be written.
    """
    if not source.is_file():
        raise FileNotFoundError(source)
    if target.exists():
        raise FileExistsError(target)
    if not target.parent.is_dir():
        raise FileNotFoundError(target.parent)
    schema.check(source)
    try:
        schema.copy(source, target)
    except sqlite3.Error as error:
        raise NotAccepted(str(error)) from error


def restore(copied: Path, target: Path) -> Path | None:
    """Put a copy in the place of the database; where what was there now lies, if there was anything.

    `FileNotFoundError` where there is no copy, `FileExistsError` where something was put aside before;
    `AlreadyOpen` while the bot runs; else what `copy` raises.
    """
    if not copied.is_file():
        raise FileNotFoundError(copied)
    schema.check(copied)
    target, lock = file_lock.acquire(target)
    fresh, aside = (target.with_name(f"{target.name}.{name}") for name in ("restored", "replaced"))
    try:
        if aside.exists():
            raise FileExistsError(aside)
        schema.copy(copied, fresh)
        with closing(sqlite3.connect(fresh)) as connection:
            schema.inspect(connection, copied)
        # A log beside a file that it does not belong to would be played into it: so it goes first (F-11).
        for tail in (*schema.LOGS, ""):
            there = target.with_name(f"{target.name}{tail}")
            if there.exists():
                there.rename(aside.with_name(f"{aside.name}{tail}"))
        fresh.rename(target)
    except sqlite3.Error as error:
        raise NotAccepted(str(error)) from error
    finally:
        fresh.unlink(missing_ok=True)
        file_lock.release(lock)
    return aside if aside.exists() else None


@contextmanager
def reading(source: Path) -> Iterator[Transaction]:
    """A database to read, as it is at this moment; what `copy` raises."""
    with tempfile.TemporaryDirectory(prefix="taproom-") as folder:
        # Of a copy, since a second connection to the file itself might get in the bot's way.
        copied = Path(folder) / "read.db"
        copy(source, copied)
        try:
            with closing(sqlite3.connect(copied)) as connection:
                yield Transaction(connection)
        except sqlite3.Error as error:
            # A file that is empty, or older than this program, lacks what is asked for.
            raise NotAccepted(str(error)) from error
