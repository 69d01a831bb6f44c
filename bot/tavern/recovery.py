"""Repairs the books: everything at the start, one table when a manager ends it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.steady_time import put_off
from bot.tavern import actions
from bot.tavern.actions import Request
from bot.tavern.table_state import Repeated
from bot.tavern.tournament_tables import TournamentTables
from games.engine.core.errors import NotHost, TableClosed
from games.engine.table.play import start_over
from storage import copies, heartbeat, interactions, tables, voiding
from storage.postings import TABLES
from storage.tables import Tables
from storage.tournaments import Tournaments
from storage.transaction import Transaction
from storage.voiding import Voided


def end(tx: Transaction, tournament_tables: TournamentTables, press: Request, table_id: int) -> Voided:
    """Let a manager end a table that cannot be closed because it is unreadable or faulty (TB-10)."""
    if not press.is_manager:
        raise NotHost
    if not interactions.remember(tx, press.id, press.at):
        raise Repeated
    if press.server is None or not tables.is_open(tx, press.server, table_id):
        raise TableClosed
    voided = voiding.void(tx, table_id, press.at, press.player)
    tournament_tables.call_off(tx, [table_id], press.at)
    return voided


class Recovery:
    """Repairs made at the start, before anybody can press."""

    def __init__(
        self,
        kept: Tables,
        tournaments: Tournaments,
        tournament_tables: TournamentTables,
        seeds: Iterator[str],
        at: float,
    ) -> None:
        self._tables = kept
        self._tournaments = tournaments
        self._tournament_tables = tournament_tables
        self._seeds = seeds
        self._at = at

    def __call__(self, tx: Transaction) -> list[Voided]:
        """Close what cannot go on, postpone deadlines by the downtime, start over if this is a copy."""
        tournaments = [voiding.void_tournament(tx, each, self._at) for each in self._tournaments.lost(tx)]
        voided = [voiding.void(tx, each, self._at) for each in self._tables.lost(tx)]
        self._tournament_tables.call_off(tx, [each.id for each in voided], self._at)
        voiding.pay_strays_back(tx, self._at)
        self._put_off(tx)
        if copies.is_copy(tx):
            self._start_over(tx)
        return [*tournaments, *voided]

    def _put_off(self, tx: Transaction) -> None:
        """Postpone deadlines by the downtime (TB-8, F-17).

        A clock behind the last pulse was set back meanwhile (F-16).
        """
        away = self._at - (heartbeat.last(tx) or self._at)
        put_off(tx, self._tournament_tables, away, min(away, 0.0), self._at)

    def _start_over(self, tx: Transaction) -> None:
        """Call off hands that were under way in the copy: their cards may have been seen since (F-59)."""
        copies.adopt(tx)
        servers = sorted(TABLES.servers(tx))
        numbers = [each.id for server in servers for each in self._tables.open_tables(tx, server)]
        for number in numbers:
            # Read again: a tournament's table before it may have changed this one.
            stored = self._tables.load(tx, number)
            if stored is None or stored.table.phase == "closed":
                continue
            game = self._tables.games[stored.table.game]
            change = start_over(stored.table, game, self._seeds)
            due = actions.deadline(stored.table, change.table, game, self._at, None)
            saved = self._tables.save(tx, stored, change, due, self._at)
            if saved.table.terms.tournament is not None and change.ended:
                self._tournament_tables.hand_over(tx, saved, change.ended[-1], self._at)
