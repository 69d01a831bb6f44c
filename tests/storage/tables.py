"""Helpers that several tests about tables share."""

from __future__ import annotations

from typing import Any

from storage.books import ledger
from storage.db.transaction import Transaction
from storage.play.tables import StoredTable, Tables
from tests.storage.toy import begun, opened, sat_down

SERVER, CHANNEL = 7, 70


MONTH_SECONDS = 30 * 24 * 3600.0


def in_lobby(tx: Transaction, tables: Tables, *players: int, **terms: Any) -> StoredTable:
    """Return a table with these players, each of whom has a purse of 200."""
    stored = tables.add(tx, SERVER, CHANNEL, lambda number: opened(number, **terms), 1.0)
    for player in players:
        ledger.open_wallet(tx, SERVER, player, 200, 1.0)
        stored = tables.save(tx, stored, sat_down(stored.table, player), None, 2.0)
    return stored


def playing(tx: Transaction, tables: Tables) -> StoredTable:
    """Return a table with its first hand under way."""
    stored = in_lobby(tx, tables, 11, 12)
    return tables.save(tx, stored, begun(stored.table), 63.0, 3.0)
