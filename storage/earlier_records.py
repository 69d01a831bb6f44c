"""The records of hands that were played before records were kept: worked out once, by playing them again."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping

from games.engine.core.errors import ReplayDiffers, ensure
from games.engine.core.game import AnyGame, Seat
from games.engine.table.table import AnyTable
from storage import hands, key_values, records
from storage.tables import Stored, Tables
from storage.transaction import Transaction

NAME = "records"
DUE = "due"
"""What stands under that name until it has been done."""

log = logging.getLogger(__name__)


def work_out(tx: Transaction, games: Mapping[str, AnyGame]) -> None:
    """Count the hands that are still stored, if that has not been done."""
    if key_values.get(tx, NAME) != DUE:
        return
    # Of our own: what is decoded here is about to be mended, and nobody shall find it in a cache.
    tables = Tables(games)
    for table_id in tx.column("SELECT id FROM tables WHERE phase <> 'lobby' ORDER BY id"):
        tx.execute("SAVEPOINT table_counted")
        try:
            stored = tables.load(tx, table_id)
            if stored is not None:
                _count(tx, games[stored.table.game], stored)
        except sqlite3.Error:
            raise
        except Exception:
            # Old rules may have led elsewhere; no record is worth a tavern that does not open.
            log.exception("the hands of table %d are in nobody's record", table_id)
            tx.execute("ROLLBACK TO table_counted")
        tx.execute("RELEASE table_counted")
    key_values.put(tx, NAME, "")


def _count(tx: Transaction, game: AnyGame, stored: Stored) -> None:
    """Count the finished hands of a table, and what came to people when it closed."""
    table = stored.table
    last: dict[Seat, int] = {}
    for number, beginning, moves, at in hands.finished(tx, game, stored.id):
        end = beginning
        for logged in moves:
            end = game.apply(end, logged.seat, logged.move).state
        ensure(not game.to_act(end), ReplayDiffers)
        before, after = game.stacks(beginning), game.result(end).stacks
        last.update(after)
        gains = {seat: after[seat] - before[seat] for seat in after if _had(table, seat, number)}
        each_one = records.counted(table, gains, game.deeds(end))
        records.add(tx, stored.server, table, each_one, at)
    if table.phase == "closed":
        inherited = {
            each.seat: gain
            for each in table.seats
            if each.seat in last and (gain := each.stack + (each.home or 0) - last[each.seat])
        }
        records.add(tx, stored.server, table, records.counted(table, inherited, {}), stored.acted_at)


def _had(table: AnyTable, seat: Seat, number: int) -> bool:
    """Whether whoever has the seat had it in that hand: at a tournament it may have been somebody else's."""
    return table.seated(seat).since < number
