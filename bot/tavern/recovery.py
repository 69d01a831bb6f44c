"""Repairs the books at the start, before anybody can press."""

from __future__ import annotations

from bot.process.clocks import put_off
from bot.tavern.posting_keeper import ALONE
from bot.tavern.table import turn_timing
from bot.tavern.tournament.tables import TournamentTables
from games.engine.table.play import start_over
from storage.books import refunds
from storage.books.refunds import Voided
from storage.cluster import leases
from storage.cluster.leases import Lease
from storage.db.transaction import Transaction
from storage.files import restored_copy
from storage.play.postings import TABLES
from storage.standing import earlier_records, titles


def recover(tx: Transaction, kept: TournamentTables, at: float, lease: Lease = ALONE) -> list[Voided]:
    """Close what cannot go on, postpone deadlines by the downtime, start over if this is a copy."""
    shards = lease.shards
    if shards.is_leading:
        earlier_records.work_out(tx, kept.tables.games, at)
        titles.work_out(tx, kept.tables.games)
    tournaments = [refunds.void_tournament(tx, each, at) for each in kept.tournaments.lost(tx, shards)]
    voided = [refunds.void(tx, each, at) for each in kept.tables.lost(tx, shards)]
    kept.call_off(tx, [each.id for each in voided], at)
    refunds.pay_strays_back(tx, at, shards)
    # Nobody loses time while nobody serves these shards (TB-8, F-17).
    away = at - (leases.last_alive(tx, lease.number) or at)
    # A clock behind the last pulse was set back meanwhile (F-16).
    put_off(tx, kept, away, min(away, 0.0), at, lease)
    if restored_copy.is_copy(tx):
        _start_over(tx, kept, at)
    restored_copy.settle_in(tx)
    return [*tournaments, *voided]


def _start_over(tx: Transaction, kept: TournamentTables, at: float) -> None:
    """Call off hands that were under way in the copy: their cards may have been seen since (F-59)."""
    restored_copy.adopt(tx)
    tables = kept.tables
    numbers = [each.id for server in sorted(TABLES.servers(tx)) for each in tables.open_tables(tx, server)]
    for number in numbers:
        # Read again: a tournament's table before it may have changed this one.
        stored = tables.load(tx, number)
        if stored is None or stored.is_over:
            continue
        game = tables.games[stored.table.game]
        change = start_over(stored.table, game, kept.seeds)
        due = turn_timing.deadline(stored.table, change.table, game, at, None)
        saved = tables.save(tx, stored, change, due, at)
        if saved.table.terms.tournament is not None and change.ended:
            kept.hand_over(tx, saved, change.ended[-1], at)
