"""Helpers that several tests about voiding share."""

from __future__ import annotations

from storage.books import ledger
from storage.db.transaction import Transaction
from storage.play.tables import StoredTable, Tables
from tests.storage.tables import SERVER, playing
from tests.storage.toy import Side, called


def held(tx: Transaction) -> list[int]:
    """Return the balances of the two players and the table."""
    wallets = [ledger.balance(tx, ledger.wallet(SERVER, player)) for player in (11, 12)]
    return [*wallets, ledger.balance(tx, ledger.at_table(SERVER, 1))]


def played(tx: Transaction, tables: Tables, *calls: Side) -> StoredTable:
    """Return a table after some calls."""
    stored = playing(tx, tables)
    for number, side in enumerate(calls):
        stored = tables.save(tx, stored, called(stored.table, number % 2 + 1, side), 9.0, 4.0)
    return stored
