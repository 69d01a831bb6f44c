"""The database from outside, while the bot may be running: copied, or looked at."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage import schema
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
    schema.check(source)
    try:
        schema.copy(source, target)
    except sqlite3.Error as error:
        raise NotAccepted(str(error)) from error


@contextmanager
def reading(source: Path) -> Iterator[Transaction]:
    """A database to read, as it is at this moment; what `copy` raises."""
    with tempfile.TemporaryDirectory(prefix="taproom-") as folder:
        # Of a copy, since a second connection to the file itself might get in the bot's way.
        copied = Path(folder) / "read.db"
        copy(source, copied)
        with closing(sqlite3.connect(copied)) as connection:
            yield Transaction(connection)
