"""A process that plays until it is killed: `python -m tests.bot.killed_child PLACE LIFE STATEMENTS`.

Every press is told on stdout when it is sent, and once its commit is through. With a number
of statements the process kills itself when the database was given that many.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sqlite3
import sys
from random import Random
from typing import Any

from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction
from storage.postgres.driver import WRITERS
from tests.bot.crowd import Crowd, Delivery, WallClock
from tests.bot.steward import Steward

PRESSES_A_LIFE = 1_000_000
STARTED_AT = 1_800_000_000.0
LIFE_SECONDS = 2000.0
"""A life begins so long after the one before."""
AT_ONCE = 3


def note(what: str, delivery: Delivery, seen: TableState | None) -> None:
    """Tell the parent; what is in the pipe outlasts the process."""
    table, revision = (seen.table.id, seen.stored.revision) if seen else (0, 0)
    line = f"{what} {delivery.id} {delivery.player} {delivery.custom_id} {table} {revision}\n"
    os.write(sys.stdout.fileno(), line.encode())


async def die_at(database: Database, statements: int) -> None:
    """End as by `kill -9` before the statement of that number, counted from now."""
    numbers = itertools.count()

    def count(_statement: str) -> None:
        if next(numbers) == statements:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(tx: Transaction) -> None:
        connection: Any = tx._connection
        if isinstance(connection, sqlite3.Connection):
            connection.set_trace_callback(count)
            return
        pipeline, send = connection._pipeline, connection._pipeline.send

        def counted(sql: bytes, *parameters: Any) -> Any:
            count("")
            return send(sql, *parameters)

        pipeline.send = counted

    # Only the thread that has a connection may touch it.
    for about in range(WRITERS):
        await database.read(watch, about)


async def live(path: str, life: int, statements: int) -> None:
    """Come back up, and play several presses at a time."""
    clock = WallClock(STARTED_AT + life * LIFE_SECONDS)
    async with open_database(path, alone=False) as database:
        if statements:
            await die_at(database, statements)
        tavern = TableService(database, GAMES, now=clock)
        await tavern.resume()
        await tavern.outdated()
        crowds = [
            Crowd(tavern, clock, Random(f"{life}:{place}"), life * PRESSES_A_LIFE + place * 100_000)
            for place in range(AT_ONCE)
        ]
        steward = Steward(tavern, clock, Random(f"{life}:steward"), life * PRESSES_A_LIFE + 900_000)
        await asyncio.gather(*map(play, crowds), run_tournaments(steward))


async def play(crowd: Crowd) -> None:
    """Press one thing after the other."""
    while True:
        await crowd.press(note)


async def run_tournaments(steward: Steward) -> None:
    """Run one tournament after the other while all tables are played."""
    while True:
        await steward.act()


if __name__ == "__main__":
    asyncio.run(live(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
