"""Repair of the books after a start, before anybody can press."""

from __future__ import annotations

from contextlib import suppress

from bot.tavern import deadlines
from bot.tavern.downtime import postpone
from bot.tavern.posting_service import ALONE
from bot.tavern.tournament.tournament_tables import TournamentTables
from games.engine.table.play import start_over
from storage import leases
from storage.books import refunds
from storage.books.refunds import Voided
from storage.db.retention import note_away
from storage.db.transaction import Transaction
from storage.errors import Unreadable
from storage.files import restored_copy
from storage.leases import Lease, ShardRange
from storage.play import turn_calls
from storage.play.postings import TABLES, is_server
from storage.play.tables import Tables
from storage.standing import backfill, titles

WITHOUT_GAME = "tables_without_game"
"""The note of the open tables whose game was not installed at the last start."""
TURNS_ASKED = "turns_asked"
"""The note that all open questions are stored (`storage/play/turn_calls.py`)."""


def recover(tx: Transaction, kept: TournamentTables, at: float, lease: Lease = ALONE) -> list[Voided]:
    """Close what cannot go on, postpone deadlines by the downtime, start over if this is a copy."""
    shards = lease.shards
    if shards.is_leading:
        backfill.work_out(tx, kept.tables.games, at)
        titles.work_out(tx, kept.tables.games)
    tournaments = [refunds.void_tournament(tx, each, at) for each in kept.tournaments.lost(tx, shards)]
    voided = [refunds.void(tx, each, at) for each in kept.tables.lost(tx, shards)]
    _note_missing_games(tx, kept.tables, at, shards)
    kept.call_off(tx, [each.id for each in voided], at)
    refunds.pay_strays_back(tx, at, shards)
    # Players lose no time while no process serves these shards (TB-8, F-17).
    away = at - (leases.last_alive(tx, lease.number) or at)
    # A clock behind the last pulse was set back meanwhile (F-16).
    postpone(tx, kept, away, min(away, 0.0), at, lease)
    if shards.is_leading:
        note_away(tx, away, at)
    if shards.is_leading:
        _note_turns_asked(tx, kept.tables, at)
    if restored_copy.is_copy(tx):
        _start_over(tx, kept, at)
    restored_copy.settle_in(tx)
    return [*tournaments, *voided]


def _note_turns_asked(tx: Transaction, kept: Tables, at: float) -> None:
    """Store once the questions that were asked by a version which did not store them."""
    if tx.get_note(TURNS_ASKED) is not None:
        return
    for number in TABLES.under_way(tx):
        with suppress(Unreadable):
            stored = kept.known(tx, number)
            if is_server(stored.server):
                game = kept.games[stored.table.game]
                turn_calls.ask(tx, stored.server, turn_calls.asked_people(stored.table, game), at)
    tx.set_note(TURNS_ASKED, "")


def _note_missing_games(tx: Transaction, kept: Tables, at: float, shards: ShardRange) -> None:
    """Restart the clocks of tables whose game is installed again; those without a game lose no time."""
    noted = {int(each) for each in (tx.get_note(WITHOUT_GAME) or "").split()}
    missing = {*kept.without_game(tx, shards)}
    for number in noted - missing:
        with suppress(Unreadable):
            stored = kept.load(tx, number)
            if stored is not None and not stored.is_over and stored.deadline_at is not None:
                due = deadlines.restarted(stored.table, kept.games[stored.table.game], at)
                TABLES.set_deadline(tx, number, due)
    if noted != missing:
        tx.set_note(WITHOUT_GAME, " ".join(map(str, sorted(missing))))


def _start_over(tx: Transaction, kept: TournamentTables, at: float) -> None:
    """Call off the hands that were in progress in the copy: their cards may have been seen since (F-59)."""
    restored_copy.adopt(tx)
    tables = kept.tables
    numbers = [each.id for server in sorted(TABLES.servers(tx)) for each in tables.open_tables(tx, server)]
    for number in numbers:
        # The table is loaded again: an earlier tournament table may have changed it.
        stored = tables.load(tx, number)
        if stored is None or stored.is_over:
            continue
        game = tables.games[stored.table.game]
        change = start_over(stored.table, game, kept.seeds)
        due = deadlines.deadline(stored.table, change.table, game, at, None)
        saved = tables.save(tx, stored, change, due, at)
        if saved.table.terms.tournament is not None and change.ended:
            kept.report_hand(tx, saved, change.ended[-1], at)
