"""Time that goes on evenly, whatever happens to the wall clock (F-16).

Within a process every deadline runs by a clock that nobody can set. It starts from the wall clock; what
the wall clock has moved away from it since is a jump: summer time set by hand, a correction over the
network, a wrong year. Time in which this process did not run, on a suspended or frozen machine, does not
count either (TB-8), so it looks the same: the wall clock is ahead. Both are taken out of every deadline
in one transaction, and from there on it is the wall's time again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial

from bot.tavern.serving import ALONE
from bot.tavern.tournament.tables import TournamentTables
from storage.books import limits
from storage.cluster import heartbeat
from storage.cluster.leases import Lease
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.play import daily
from storage.play.postings import TABLES

log = logging.getLogger(__name__)

JUMP_SECONDS = 2.0
"""Smaller differences are left alone."""
FROZEN_SECONDS = 30.0
"""Longer gaps between calls mean that the process was frozen or suspended."""


def since_start() -> float:
    """Seconds since this machine started, suspended time included where that is known."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class SteadyTime:
    """Callable giving unix seconds; `wall` can be set by anybody, `elapsed` by nobody."""

    def __init__(
        self, wall: Callable[[], float] = time.time, elapsed: Callable[[], float] = since_start
    ) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._asked_at = elapsed()
        self._began = wall() - self._asked_at
        """The wall clock's time at `elapsed` 0."""
        self._away = 0.0

    def __call__(self) -> float:
        """Unix seconds of a clock that stood still while this process was frozen."""
        at = self._elapsed()
        if at - self._asked_at > FROZEN_SECONDS:
            self._away += at - self._asked_at
        self._asked_at = at
        return self._began + at - self._away

    def jump(self) -> tuple[float, float]:
        """How far the wall clock is ahead, and how much of that it was set; the rest was downtime."""
        ahead = self._wall() - self()
        return ahead, ahead - self._away

    def go_by_wall(self) -> Callable[[], None]:
        """Follow the wall clock from now on; the returned function undoes that."""
        before = self._began, self._away
        self._began, self._away = self._wall() - self._elapsed(), 0.0
        return partial(self._return_to, *before)

    def _return_to(self, began: float, away: float) -> None:
        self._began, self._away = began, away


async def take_out_jump(
    database: Database, tables: TournamentTables, steady: SteadyTime, lease: Lease = ALONE
) -> bool:
    """If the wall clock has jumped, move all deadlines with it; returns whether it has."""
    ahead, set_by = steady.jump()
    if abs(ahead) < JUMP_SECONDS:
        return False
    # What was handed over until now uses the time before, and is moved; what is later is not.
    undo = steady.go_by_wall()
    at = steady()
    log.warning("the clock has jumped by %.1f s, %.1f s of them by being set", ahead, set_by)
    try:
        await database.write_between(lambda tx: put_off(tx, tables, ahead, set_by, at, lease))
    except BaseException:
        undo()
        raise
    return True


def put_off(
    tx: Transaction,
    tables: TournamentTables,
    seconds: float,
    set_by: float,
    at: float,
    lease: Lease = ALONE,
) -> None:
    """Move all deadlines, so that nobody gains or loses time; `set_by` of it is how far the clock was set."""
    TABLES.put_off(tx, seconds, set_by, lease.shards)
    tables.come_back(tx, int(seconds), at, lease.shards)
    if lease.shards.is_leading:
        # Once for all: a machine's clock is every process's.
        limits.set_clock(tx, at - set_by, at)
        daily.note_away(tx, seconds - set_by, at)
    heartbeat.touch(tx, at, lease.number)
