"""A bot that plays at several tables is killed at any moment, and started again (What must hold 4)."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage import leases
from storage.db.database import open_database
from storage.db.transaction import Transaction
from storage.play.postings import TABLES, TOURNAMENTS
from storage.tournaments.tournaments import Tournaments
from tests.bot.books import check_laws
from tests.bot.crowd import Crowd, WallClock, fund_house
from tests.bot.killed import ROOT, Told, check_told
from tests.bot.killed_child import LIFE_SECONDS, PRESSES_A_LIFE, STARTED_AT
from tests.bot.recount import check_records
from tests.bot.steward import Steward
from tests.postgres import TEMPLATE, Cluster

LIFE_SECONDS_MAX = 30.0
AWAY_SECONDS = 700.0
"""The seconds from its last sign of life after which a killed bot comes back."""
AFTERWARDS_STEWARD = 12
"""The number of acts on tournaments then."""
AFTERWARDS = 5
"""The number of presses in this process after every kill: play goes on."""


def run_and_kill(place: Path | str, life: int, random: Random) -> Told:
    """Run a process, kill it at a random moment or before a random statement, and return its output."""
    by_itself = random.random() < 0.5
    # Small numbers fall into coming back up: the process dies while it recovers (F-3).
    statements = int(2 ** random.uniform(0, 11)) if by_itself else 0
    command = [sys.executable, "-m", "tests.bot.killed_child", str(place), str(life), str(statements)]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)  # noqa: S603 -- our own words only
    assert child.stdout is not None
    with child, child.stdout:
        until = time.monotonic() + LIFE_SECONDS_MAX
        said = b""
        while (left := until - time.monotonic()) > 0 and select.select([child.stdout], [], [], left)[0]:
            chunk = os.read(child.stdout.fileno(), 65536)
            if not chunk:
                break
            if not said and not by_itself:
                until = time.monotonic() + random.uniform(0.0, 0.3)
            said += chunk
        child.kill()
        said += child.stdout.read()
    assert child.returncode == -signal.SIGKILL
    return Told.read(said.decode())


async def come_back(place: Path | str, life: int, told: Told) -> Counter[str]:
    """Open it again in this process: all laws hold, a repeat changes nothing, play goes on."""
    clock = WallClock(STARTED_AT + life * LIFE_SECONDS + AWAY_SECONDS)
    async with open_database(place) as database:
        tavern = TableService(database, GAMES, now=clock)
        alive_at = await database.read(leases.last_alive)
        due = await database.read(deadlines)
        await tavern.resume()
        away = 0.0 if alive_at is None else clock.at - alive_at
        assert await database.read(deadlines) == {what: at + away for what, at in due.items()}
        await database.read(check_laws)
        await database.read(check_records)
        await database.read(lambda tx: check_told(tx, told))
        crowd = Crowd(tavern, clock, Random(life), life * PRESSES_A_LIFE + PRESSES_A_LIFE // 2)
        steward = Steward(tavern, clock, Random(-life), life * PRESSES_A_LIFE + 950_000)
        before = await database.read(state_of_play)
        for delivery in list(told.done)[-20:]:
            await crowd.deliver(delivery)
        assert await database.read(state_of_play) == before
        counted: Counter[str] = Counter()
        while counted["done"] < AFTERWARDS:
            await crowd.press(lambda what, delivery, seen: counted.update([what]))  # noqa: ARG005
        for _ in range(AFTERWARDS_STEWARD):
            await steward.act()
        await database.read(check_laws)
        await database.read(check_records)
    return counted


def deadlines(tx: Transaction) -> dict[object, float]:
    """Whatever is to happen by itself at tables and in tournaments, and when; in a pause no clock runs."""
    due: dict[object, float] = {number: at for number, _revision, at in TABLES.deadlines(tx)}
    tournaments = Tournaments()
    for number in TOURNAMENTS.under_way(tx):
        stored = tournaments.load(tx, number)
        assert stored is not None
        tournament = stored.tournament
        moments = {"start": stored.plan.starts_at}
        if tournament.paused_at is None:
            moments |= {"level": tournament.level_ends_at, "end": tournament.ends_at}
        due |= {(number, name): at for name, at in moments.items() if at is not None}
    return due


def state_of_play(tx: Transaction) -> list[object]:
    """All that a press can change."""
    return [
        [*map(tuple, tx.all(f"SELECT * FROM {name} ORDER BY 1, 2, 3"))]  # noqa: S608 -- our own words only
        for name in ("tables", "moves", "accounts", "transfers", "interactions", "tournaments", "records")
    ]


async def kill_again_and_again(place: Path | str, lives: int, seed: int) -> None:
    """Run that many lives, one after the other, in one place."""
    async with open_database(place) as database:
        await fund_house(database)
    random = Random(seed)
    done = 0
    for life in range(1, lives + 1):
        told = run_and_kill(place, life, random)
        done += len(told.done)
        await come_back(place, life, told)

    # Otherwise nothing was tried.
    assert done >= lives
    async with open_database(place) as database:
        played = await database.read(lambda tx: tx.scalar("SELECT sum(revision) FROM tournaments"))
    assert played > 4 * lives


async def test_killed_twice(tmp_path: Path) -> None:
    """F-1, F-2, F-3: kill -9 at any point, in coming back up too: done once or not at all, play goes on."""
    await kill_again_and_again(tmp_path / "tavern.db", lives=2, seed=1)


@pytest.mark.soak
async def test_killed_two_hundred_times(tmp_path: Path) -> None:
    """F-1, F-2, F-3: the same, two hundred times over."""
    await kill_again_and_again(tmp_path / "tavern.db", lives=200, seed=2)


@pytest.mark.soak
async def test_killed_over_postgresql(postgres_cluster: Cluster) -> None:
    """F-1, F-2, F-3: the same with the books in PostgreSQL, which has to notice that the process is gone."""
    await kill_again_and_again(postgres_cluster.make(TEMPLATE), lives=2, seed=24)


@pytest.mark.soak
async def test_killed_a_hundred_times_over_postgresql(postgres_cluster: Cluster) -> None:
    """F-1, F-2, F-3: the same, a hundred times over."""
    await kill_again_and_again(postgres_cluster.make(TEMPLATE), lives=100, seed=4)
