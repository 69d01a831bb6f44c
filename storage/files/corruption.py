"""Damage in a file: what makes us refuse it, and what can be repaired or isolated.

What holds the file together and what is in the books has to be whole. A row of a table, of a
move, of somebody's settings that is damaged costs that table and nothing else (F-58): its
checksum tells (`checksums.py`). An index is rebuilt from its rows.
"""

from __future__ import annotations

import logging
import re
import sqlite3

from storage.books import ledger
from storage.db.transaction import Transaction

FAULTS_MAX = 1000
"""How many of SQLite's complaints are read; a file with more is beyond repair."""
BOOKS = ("accounts", "transfers")
ACCOUNTS = "accounts"

_IN_INDEX = re.compile(r".*\b(?:missing from|entries in|entry in|of) index (\w+)$")
_IN_ROW = re.compile(r"(?:CHECK constraint failed in (\w+)|(?:NULL|\S+) value in (\w+)\.\w+)$")

log = logging.getLogger(__name__)


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether the file is undamaged, as far as SQLite and the ledger's hashes can tell."""
    return _faults(connection) == [] and _are_books_whole(connection)


def mend(connection: sqlite3.Connection) -> bool:
    """Rebuild indexes; returns whether the file can be used then."""
    for fault in _faults(connection):
        index, row = _IN_INDEX.match(fault), _IN_ROW.match(fault)
        if index is not None and _table_of(connection, index[1]) != ACCOUNTS:
            log.error("an index is damaged and made anew: %s", fault)
            connection.execute(f"REINDEX {index[1]}")
        elif row is not None and (row[1] or row[2]) not in BOOKS:
            log.error("a row is damaged: %s", fault)
        else:
            return False
    return _are_books_whole(connection)


def _faults(connection: sqlite3.Connection) -> list[str]:
    # Not the quick check: SQLite 3.40's finds NULL in keys whose columns are in another order.
    found = [each for (each,) in connection.execute(f"PRAGMA integrity_check({FAULTS_MAX})")]
    return [] if found == ["ok"] else [line for each in found for line in each.splitlines()]


def _table_of(connection: sqlite3.Connection, index: str) -> str | None:
    row = connection.execute(
        "SELECT tbl_name FROM sqlite_schema WHERE type = 'index' AND name = ?", (index,)
    ).fetchone()
    # A damaged unique index cannot say which of two rows is the right one.
    return None if row is None else ACCOUNTS if index.startswith("sqlite_autoindex") else row[0]


def _are_books_whole(connection: sqlite3.Connection) -> bool:
    """Whether the ledger's hashes hold: SQLite overlooks bytes that were written over."""
    books = Transaction(connection)
    return all(ledger.verify_chain(books, server) is None for server in ledger.servers(books))
