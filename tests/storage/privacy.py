"""Helpers that several tests about privacy share."""

from __future__ import annotations

from storage.db.transaction import Transaction
from tests.storage.both import tables_in


def everything(tx: Transaction) -> str:
    """Return the whole database, as text."""
    return repr([tuple(row) for name in tables_in(tx) for row in tx.all(f"SELECT * FROM {name}")])  # noqa: S608
