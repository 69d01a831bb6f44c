"""Repair of the database at a start, before interactions are admitted."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

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
from storage.play.postings import TABLES, TOURNAMENTS, Rows, is_server
from storage.play.tables import Tables
from storage.standing import backfill, titles

WITHOUT_GAME, TOURNAMENTS_AT_REST = "tables_without_game", "tournaments_without_game"
"""The keys of the open postings whose game was not installed at the last start."""
TURNS_ASKED = "turns_asked"
"""The key that is set once all open questions are stored (`storage/play/turn_calls.py`)."""


@dataclass(frozen=True, slots=True)
class _Resting:
    """The open tables and tournaments of these shards whose game is not installed."""

    tables: tuple[int, ...]
    tournaments: tuple[int, ...]
    shards: ShardRange


def recover(tx: Transaction, kept: TournamentTables, at: float, lease: Lease = ALONE) -> list[Voided]:
    """Void unreadable tables and tournaments, postpone deadlines by the downtime, adopt a restored copy."""
    shards = lease.shards
    if shards.is_leading:
        backfill.work_out(tx, kept.tables.games, at)
        titles.give_for_earlier_records(tx, kept.tables.games)
    checked = kept.tournaments.check(tx, shards)
    tournaments = [refunds.void_tournament(tx, each, at) for each in checked.lost]
    checked_tables = kept.tables.check(tx, shards)
    voided = [refunds.void(tx, each, at) for each in checked_tables.lost]
    # Players lose no time while no process serves these shards (TB-8, F-17).
    alive = leases.last_alive(tx, lease.number) or at
    away = at - alive
    resting = _Resting(checked_tables.at_rest, checked.at_rest, shards)
    _note_missing_games(tx, kept, resting, at, alive)
    kept.call_off(tx, [each.id for each in voided], at)
    refunds.pay_strays_back(tx, at, shards)
    # A negative downtime means that the clock was set back (F-16).
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
    """Store, once, the open questions of an earlier version, which did not store them."""
    if tx.get_note(TURNS_ASKED) is not None:
        return
    for number in TABLES.under_way(tx):
        with suppress(Unreadable):
            stored = kept.known(tx, number)
            if is_server(stored.server):
                game = kept.games[stored.table.game]
                asked, turn = turn_calls.asked_people(stored.table, game), stored.table.terms.turn_seconds
                turn_calls.ask(tx, stored.server, asked, at, turn_seconds=turn)
    tx.set_note(TURNS_ASKED, "")


def _note_missing_games(
    tx: Transaction, kept: TournamentTables, resting: _Resting, at: float, alive: float
) -> None:
    """Restart the clocks of postings whose game is installed again, and store the postings without a game."""
    for number in _games_back(tx, WITHOUT_GAME, TABLES, resting.tables, resting.shards, alive):
        stored = kept.tables.known(tx, number)
        if stored.deadline_at is not None:
            # `postpone` adds the downtime.
            due = deadlines.restarted_deadline(stored.table, kept.tables.games[stored.table.game], alive)
            kept.tables.restart_clock(tx, stored, due)
    # Downtime is added by `come_back`.
    back = _games_back(tx, TOURNAMENTS_AT_REST, TOURNAMENTS, resting.tournaments, resting.shards, alive)
    for number, since in back.items():
        kept.put_off(tx, number, int(alive - since), at)


def _games_back(
    tx: Transaction, key: str, rows: Rows, missing: tuple[int, ...], shards: ShardRange, alive: float
) -> Mapping[int, float]:
    """Return these shards' postings whose game is installed again, by the time since which it was missing."""
    entries = [each.partition(":") for each in (tx.get_note(key) or "").split()]
    noted = {int(number): float(since or alive) for number, _colon, since in entries}
    if not (noted or missing):
        return {}
    served = {*rows.under_way(tx, shards)}
    elsewhere = {*rows.under_way(tx)} - served
    now = {each: noted.get(each, alive) for each in (*missing, *(elsewhere & noted.keys()))}
    if now != noted:
        tx.set_note(key, " ".join(f"{number}:{since}" for number, since in sorted(now.items())))
    return {each: since for each, since in noted.items() if each in served.difference(missing)}


def _start_over(tx: Transaction, kept: TournamentTables, at: float) -> None:
    """Call off the hands that were in progress in the copy: their cards may have been seen since (F-59)."""
    restored_copy.adopt(tx)
    tables = kept.tables
    numbers = [each.id for server in sorted(TABLES.servers(tx)) for each in tables.open_tables(tx, server)]
    for number in numbers:
        # Loaded again, because a hand reported to a tournament before may have changed this table.
        stored = tables.load(tx, number)
        if stored is None or stored.is_over:
            continue
        game = tables.games[stored.table.game]
        change = start_over(stored.table, game, kept.seeds)
        due = deadlines.deadline(stored.table, change.table, game, at, None)
        saved = tables.save(tx, stored, change, due, at)
        if saved.table.terms.tournament is not None and change.ended:
            kept.report_hand(tx, saved, change.ended[-1], at)
