"""Helpers with a way of their own for each database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from functools import partial

import psycopg

from storage.db.retention import DAY_SECONDS, ExpiringRows
from storage.db.transaction import Transaction
from storage.people import personal_data
from storage.play import tables
from storage.postgres.connection import PostgresTransaction

CONSTRAINED = (sqlite3.IntegrityError, psycopg.IntegrityError)
"""The exceptions by which a constraint or a trigger forbids something."""


def tables_in(tx: Transaction) -> list[str]:
    """Return the names of all tables."""
    if isinstance(tx, PostgresTransaction):
        return tx.scalars("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return tx.scalars("SELECT name FROM sqlite_schema WHERE type = 'table'")


def try_out(tx: Transaction, sql: str) -> None:
    """Run a statement to its end; an exception leaves the transaction as it was."""
    tx.execute("SAVEPOINT tried")
    try:
        _ = tx.execute(sql).rowcount
    finally:
        if isinstance(tx, PostgresTransaction):
            tx.forgive()
        tx.execute("ROLLBACK TO tried")


def drop_trigger(tx: Transaction, table: str, name: str) -> None:
    """Drop a trigger."""
    where = f" ON {table}" if isinstance(tx, PostgresTransaction) else ""
    tx.execute(f"DROP TRIGGER {name}{where}")


def clear(tx: Transaction, fleeting: Iterable[ExpiringRows], at: float) -> int:
    """Delete what was over then, a day later and piece by piece, as the clean-up does; how many rows."""
    return sum(row for each in fleeting for row in iter(partial(each.delete, tx, at + DAY_SECONDS), 0))


def prune(tx: Transaction, at: float) -> int:
    """Delete old tables in the same way; return their number."""
    before = tx.scalars("SELECT id FROM tables")
    for server in tables.servers_of_closed(tx):
        sum(iter(partial(tables.prune, tx, server, at), 0))
    return len(before) - len(tx.scalars("SELECT id FROM tables"))


def forget(tx: Transaction, kept: tables.Tables, player: int, at: float) -> None:
    """Erase a person, with all that is left to do piece by piece."""
    personal_data.forget(tx, kept, player, at)
    while personal_data.forget_on(tx, kept):
        pass
