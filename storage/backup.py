"""A copy of the database, made from outside while the bot may be running (`taproom backup`)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from storage import schema
from storage.errors import NotAccepted


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
