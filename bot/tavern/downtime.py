"""Moves all deadlines after downtime or a clock jump, so that nobody gains or loses time (F-16)."""

from __future__ import annotations

from bot.tavern.posting_service import ALONE
from bot.tavern.tournament.tournament_tables import TournamentTables
from storage import leases
from storage.books import ledger
from storage.db.retention import note_jump
from storage.db.transaction import Transaction
from storage.play import daily, postings, turn_calls


def postpone(
    tx: Transaction,
    tables: TournamentTables,
    seconds: float,
    set_by: float,
    at: float,
    lease: leases.Lease = ALONE,
) -> None:
    """Move all deadlines by `seconds`, of which `set_by` come from setting the clock."""
    postings.TABLES.put_off(tx, seconds, set_by, lease.shards)
    turn_calls.put_off(tx, seconds, lease.shards)
    tables.come_back(tx, int(seconds), at, lease.shards)
    if lease.shards.is_leading:
        # These apply to all shards, so one process does them.
        ledger.move_counted_days(tx, at - set_by, at)
        daily.note_away(tx, seconds - set_by, at)
        note_jump(tx, set_by, at)
    leases.note_alive(tx, at, lease.number)
