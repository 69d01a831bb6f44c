"""The same actions on a disk whose commits take as long as an honest fsync on most disks.

The disk is simulated, for both sides alike: after every COMMIT its thread sleeps.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from time import sleep
from typing import Any
from unittest.mock import patch

from benchmarks.actions import ACTIONS, ACTIONS_A_TABLE, TABLES, hop, many, one_by_one, plain, rates
from benchmarks.measure import Figure, at_least, in_turn
from benchmarks.play import record

COMMIT_SECONDS = 0.004
REPEATS = 2
"""The number of repeats; sleeping time is hardly disturbed."""


async def measure() -> list[Figure]:
    """Measure one action after the other, and many tables at once."""
    rows = await record(ACTIONS)
    measured = (partial(hop, rows), one_by_one, many, partial(plain, rows))
    samples = await in_turn(*(partial(_slowly, each) for each in measured), repeats=REPEATS)
    alone, ours, at_once, bare = (each.least for each in samples)
    rate = ACTIONS / bare
    disk = f"simulated disk, {COMMIT_SECONDS * 1000:.0f} ms a commit"
    return [
        at_least(f"{disk}: one action's transaction", *rates(ACTIONS / alone, rate), 0.6),
        at_least(f"{disk}: one action, rules and all", *rates(ACTIONS / ours, rate), 0.6),
        at_least(f"{disk}: {TABLES} tables at once", *rates(TABLES * ACTIONS_A_TABLE / at_once, rate), 2.0),
    ]


class _SlowDisk(sqlite3.Connection):
    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        done = super().execute(sql, *parameters)
        if sql == "COMMIT":
            sleep(COMMIT_SECONDS)
        return done


async def _slowly(measured: Callable[[], Awaitable[float]]) -> float:
    with patch.object(sqlite3, "connect", partial(sqlite3.connect, factory=_SlowDisk)):
        return await measured()
