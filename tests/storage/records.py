"""Helpers that several tests about records share."""

from __future__ import annotations

from games.engine.core.hand_stats import BestHand, HandStats
from storage.db.retention import DAY_SECONDS
from storage.db.transaction import Transaction
from storage.play.tables import StoredTable, Tables
from tests.storage.tables import playing
from tests.storage.toy import called

ANN, BOB = 11, 12


HEADS = HandStats(1, has_won=True, shown=BestHand((1,), "coin", ("heads",)), counts={"heads": 1})


def played(tx: Transaction, tables: Tables) -> StoredTable:
    """Return a table at which one hand was played: Ann called heads, and Bob tails."""
    stored = playing(tx, tables)
    for seat, side in ((1, "heads"), (2, "tails")):
        change = called(stored.table, seat, side)  # type: ignore[arg-type]  # one of the two
        stored = tables.save(tx, stored, change, None, 3.0 * DAY_SECONDS)
    return stored
