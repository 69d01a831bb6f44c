"""A process that serves shards until it is killed: `python -m tests.bot.shard_child ADDRESS SHARDS LIFE`.

Its people press at the tables of both servers, as they may in direct messages; its clocks ring for its own.
What it does is told as by `killed_child.py`, with a line for each ring, and one once it has its shards.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from random import Random
from typing import Any

from bot.process.shard_lease import ShardLease
from bot.settings import range_of
from bot.tavern.deadlines import Deadlines
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.core.errors import UserError
from storage.db.database import Database, open_database
from storage.errors import NotAccepted
from storage.play.postings import TABLES
from tests.bot.crowd import SERVER, Crowd, WallClock
from tests.bot.killed_child import PRESSES_A_LIFE, note
from tests.bot.steward import Steward

SERVERS = (SERVER, SERVER + (1 << 22))
"""One on each of two shards."""
REST_SECONDS = 0.02


class RunningClock(WallClock):
    """The time of day, which nobody moves on."""

    def __init__(self) -> None:
        super().__init__(time.time())

    def __call__(self) -> float:
        """Unix seconds."""
        return time.time()

    @property
    def at(self) -> float:
        """The same."""
        return time.time()

    @at.setter
    def at(self, at: float) -> None:
        """Make the mover wait instead."""


def tell(what: str, number: int, table: int, revision: int) -> None:
    """Tell the parent; what it was told outlasts the process."""
    os.write(sys.stdout.fileno(), f"{what} {number} 0 - {table} {revision}\n".encode())


class ShardClocks:
    """Rings at the tables of this process's shards, and hears of what others do there."""

    def __init__(self, database: Database, clock: WallClock, lease: ShardLease) -> None:
        self._deadlines: Deadlines[int] = Deadlines(clock, self._ring)
        self._clock = clock
        self.tavern = TableService(database, GAMES, now=clock, set_deadline=self._deadlines.set)
        self.tavern.serving = lease.serving
        self._heard: asyncio.Queue[int] = asyncio.Queue()

    async def listen(self) -> None:
        """Wake for what other processes change."""
        await asyncio.gather(self.tavern.database.listen(self._hear, lambda: None), self._wake())

    def _hear(self, told: str) -> None:
        _sender, rows, number, server = told.split(" ")
        if rows == TABLES.name and self.tavern.serving.has(int(server)):
            self._heard.put_nowait(int(number))

    async def _wake(self) -> None:
        while True:
            number = await self._heard.get()
            try:
                self.tavern.wake_for((await self.tavern.look(number)).stored)
            except (NotAccepted, UserError):
                continue

    async def _ring(self, number: int) -> None:
        try:
            state = await self.tavern.tick(number)
        except UserError:
            return
        except NotAccepted:
            self._deadlines.set(number, self._clock() + 1.0)
            return
        if state is not None:
            tell("rung", state.stored.server, number, state.stored.revision)


class Guests(Crowd):
    """People who wait where a player's turn is to run out: the clocks see to that."""

    async def _let_time_run_out(self, seen: TableState) -> None:  # noqa: ARG002 -- whose turn it is makes no difference
        await asyncio.sleep(REST_SECONDS)


async def live(address: str, shards: str, life: int) -> None:
    """Take shards, or stand by for some, and play until another process has them."""
    clock = RunningClock()
    async with open_database(address, alone=False) as database:
        wanted = None if shards == "standby" else range_of(shards)
        lease = ShardLease(database, wanted, clock)
        await lease.take()
        if not lease.is_held:
            tell("waits", 0, 0, 0)
            await lease.stand_by()
        clocks = ShardClocks(database, clock, lease)
        await clocks.tavern.resume()
        tell("holds", lease.serving.lease.shards.first, 0, 0)
        playing = [asyncio.create_task(clocks.listen())]
        for place, server in enumerate(SERVERS):
            first_id = life * PRESSES_A_LIFE + place * 100_000
            random = Random(f"{life}:{place}")
            playing += [
                asyncio.create_task(play(Guests(clocks.tavern, clock, random, first_id, server))),
                asyncio.create_task(
                    run_tournaments(Steward(clocks.tavern, clock, random, first_id + 50_000, server))
                ),
            ]
        ends: set[asyncio.Future[Any]] = {*playing, database.broken}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for each in playing:
            if each.done() and not database.broken.done():
                each.result()
        sys.stderr.write(f"stopping: {database.broken.result()}\n")
        # The bot does the same: this process cannot be trusted any more.
        os._exit(1)


async def play(crowd: Crowd) -> None:
    """Press one thing after the other."""
    while True:
        try:
            await crowd.press(note)
        except NotAccepted:
            await asyncio.sleep(1.0)
        await asyncio.sleep(REST_SECONDS)


async def run_tournaments(steward: Steward) -> None:
    """Run one tournament after the other."""
    while True:
        try:
            await steward.act()
        except NotAccepted:
            await asyncio.sleep(1.0)
        await asyncio.sleep(REST_SECONDS)


if __name__ == "__main__":
    asyncio.run(live(sys.argv[1], sys.argv[2], int(sys.argv[3])))
