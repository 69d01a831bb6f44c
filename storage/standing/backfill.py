"""The records of hands played before records were kept, or before they had all of their parts.

They are computed once, by replaying the hands that are still stored.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from games.engine.core.errors import ReplayDiffers, ensure
from games.engine.core.game import AnyGame, Seat
from storage.db.retention import day_of
from storage.db.transaction import Transaction
from storage.play import hands
from storage.play.tables import StoredTable, Tables
from storage.standing import records

NAME = "records"
DUE, AGAIN = "due", "again"
"""The states in the note `NAME` until the records are computed: nothing is counted yet, or not all parts."""
KEPT_DAYS = 30
"""The number of days whose hands are still stored, with the default retention time."""

log = logging.getLogger(__name__)


def work_out(tx: Transaction, games: Mapping[str, AnyGame], at: float) -> None:
    """Compute the records of the hands that are still stored, once; the records of older days stay."""
    state = tx.get_note(NAME)
    if state not in (DUE, AGAIN):
        return
    # If the clock is behind, records of hands that are not stored any more must not be deleted (F-16).
    newest = max(day_of(at), tx.scalar_int("SELECT max(day) FROM records") or 0)
    since = 0 if state == DUE else newest - KEPT_DAYS + 1
    for kept in ("records", "deeds"):
        tx.execute(f"DELETE FROM {kept} WHERE day >= ?", (since,))  # noqa: S608  (our own words)
    # This instance has its own cache, since the stored tables are about to be repaired.
    tables = Tables(games)
    # Tables from before a server's reset are marked as long over, and count for nobody (TB-23).
    for table_id in tx.scalars("SELECT id FROM tables WHERE phase <> 'lobby' AND acted_at > 0 ORDER BY id"):
        tx.execute("SAVEPOINT table_counted")
        try:
            stored = tables.load(tx, table_id)
            if stored is not None:
                _count(tx, games[stored.table.game], stored, since)
        except tx.faults:
            raise
        except Exception:
            # A hand of older rules may not replay, which must not keep the bot from starting.
            log.exception("the hands of table %d could not be counted in anybody's record", table_id)
            tx.execute("ROLLBACK TO table_counted")
        tx.execute("RELEASE table_counted")
    records.add_up(tx)
    tx.set_note(NAME, "")


def _count(tx: Transaction, game: AnyGame, stored: StoredTable, since: int) -> None:
    """Count a table's hands that ended since a day, and the payments between hands at its close."""
    table = records.counting(stored.table, game)
    expected: dict[Seat, int] = {}  # each seat's stack without top-ups and payments between hands
    for number, beginning, moves, at in hands.finished(tx, game, stored.id):
        end = beginning
        for logged in moves:
            end = game.apply(end, logged.seat, logged.move).state
        ensure(not game.to_act(end), ReplayDiffers)
        before, after = game.stacks(beginning), game.result(end).stacks
        # In a tournament, the seat may have had another player in that hand.
        seats = [seat for seat in after if table.seated(seat).since < number]
        gains = {seat: after[seat] - before[seat] for seat in seats}
        for seat, gain in gains.items():
            expected[seat] = expected.get(seat, before[seat]) + gain
        each_one = records.counted(table, gains, game.hand_stats(end), number)
        if day_of(at) >= since:
            records.add(tx, stored.server, table, each_one, at)
    if table.phase == "closed" and day_of(stored.acted_at) >= since:
        inherited = {
            each.seat: gain
            for each in table.seats
            if each.seat in expected
            and (gain := each.stack + (each.home or 0) - each.topped_up - expected[each.seat])
        }
        records.add(tx, stored.server, table, records.counted(table, inherited, {}), stored.acted_at)
