"""One of two processes with shards of their own is killed or frozen at any moment, and a third takes over."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from storage.db.database import open_database
from storage.db.transaction import Transaction
from storage.leases import ShardRange
from tests.bot.books import check_laws
from tests.bot.crowd import fund_house
from tests.bot.killed import ROOT, Told, check_told
from tests.bot.recount import check_records
from tests.bot.shard_child import SERVERS
from tests.postgres import TEMPLATE, Cluster

TAKEOVER_SECONDS_MAX = 10.0
START_SECONDS_MAX = 60.0
FROZEN_CHANCE = 0.2


class ShardProcess:
    """A process that serves shards, or waits for some."""

    def __init__(self, address: str, shards: str, life: int, folder: Path) -> None:
        self.out, self.log = folder / f"{life}.out", folder / f"{life}.log"
        command = [sys.executable, "-m", "tests.bot.shard_child", address, shards, str(life)]
        with self.out.open("wb") as out, self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=log)  # noqa: S603 -- our own words

    @property
    def said(self) -> str:
        """All that it has told."""
        return self.out.read_text(encoding="utf-8")

    @property
    def first(self) -> int | None:
        """The first of the shards that it has, once it has some."""
        return next(
            (int(line.split()[1]) for line in self.said.splitlines() if line.startswith("holds")), None
        )

    async def says(self, what: str, seconds: float) -> None:
        """Wait until it has told something."""
        async with asyncio.timeout(seconds):
            while f"{what} " not in self.said:
                assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
                await asyncio.sleep(0.02)

    def rings(self) -> list[tuple[int, int, int]]:
        """The server, table and revision of each ring of its clocks."""
        lines = [line.split() for line in self.said.splitlines() if line.startswith("rung")]
        return [(int(server), int(table), int(revision)) for _, server, _, _, table, revision in lines]


@contextmanager
def ended(processes: list[ShardProcess]) -> Iterator[None]:
    """End all processes at the end of the block."""
    try:
        yield
    finally:
        for each in processes:
            each.process.kill()
            each.process.wait()


async def go(address: str, folder: Path, kills: int, random: Random) -> list[ShardProcess]:
    """End processes at random moments, one after the other; each is replaced by one that waited."""
    all_of_them: list[ShardProcess] = []

    def start(shards: str) -> ShardProcess:
        all_of_them.append(ShardProcess(address, shards, len(all_of_them) + 1, folder))
        return all_of_them[-1]

    with ended(all_of_them):
        serving, heir = [start("0-0/2"), start("1-1/2")], start("standby")
        for each in serving:
            await each.says("holds", START_SECONDS_MAX)
        for _ in range(kills):
            await heir.says("waits", START_SECONDS_MAX)
            await asyncio.sleep(random.uniform(0.0, 2.0))
            shard, is_frozen = random.randrange(2), random.random() < FROZEN_CHANCE
            gone = serving[shard]
            gone.process.send_signal(signal.SIGSTOP if is_frozen else signal.SIGKILL)
            await heir.says("holds", TAKEOVER_SECONDS_MAX)
            assert heir.first == shard
            if is_frozen:
                await wake(gone)
            serving[shard], heir = heir, start("standby")
    return all_of_them


async def wake(frozen: ShardProcess) -> None:
    """Resume a process after its shards were taken: it stops, and says why."""
    frozen.process.send_signal(signal.SIGCONT)
    assert await asyncio.to_thread(frozen.process.wait, START_SECONDS_MAX) == 1
    assert "are served by another process now" in frozen.log.read_text(encoding="utf-8")


def check(tx: Transaction, processes: list[ShardProcess]) -> int:
    """Check the laws of the processes' output; return the number of acknowledged presses."""
    check_laws(tx)
    check_records(tx)
    done, rung = 0, set[tuple[int, int]]()
    for each in processes:
        told = Told.read(each.said)
        check_told(tx, told)
        done += len(told.done)
        for server, table, revision in each.rings():
            assert each.first is not None
            assert ShardRange(each.first, each.first, 2).has(server)
            assert (table, revision) not in rung
            rung.add((table, revision))
    assert rung
    return done


@pytest.mark.soak
async def test_one_of_two_processes_goes_fifty_times(postgres_cluster: Cluster, tmp_path: Path) -> None:
    """F-1, F-22, F-62: another has its shards within ten seconds; nothing is lost, or done or rung twice."""
    address = postgres_cluster.make(TEMPLATE)
    async with open_database(address, alone=False) as database:
        for server in SERVERS:
            await fund_house(database, server)
    processes = await go(address, tmp_path, 50, Random(18))

    async with open_database(address, alone=False) as database:
        assert await database.read(lambda tx: check(tx, processes)) > 1000
