"""The bot in many servers, with boards and idle tables: its cost, and the players' waits.

It runs as in `people.py`, at tables of all four games among the others. Its calls are counted in a separate
run, since counting takes time.
"""

from __future__ import annotations

import json
import signal
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.many import copied
from benchmarks.measure import Figure, at_most, told
from benchmarks.people import (
    PEOPLE_SECONDS,
    PRESSES,
    SEED,
    People,
    Run,
    cpu_of,
    memory_of,
    pressed,
    running,
    seated_tables,
)
from benchmarks.sockets import Loopback
from bot.front.render import read_board
from bot.screens.server.board import ALL_GAMES, BoardQuery, posted_board
from storage.db.database import open_database
from storage.db.transaction import Transaction
from storage.standing import boards
from storage.standing.boards import BoardPost
from tests.bot.wire import SERVER

SERVERS, ROOMS, IDLE_TABLES = 2500, 20, 10_000
"""The servers, the channels and roles of each, which has a board, and the tables among them."""
PEOPLE_OF_A_SERVER = 30
FIRST_SERVER, FIRST_IDLE = 10**17, 1001
P95_SECONDS, MEGABYTES, CALLS = 0.025, 130.0, 5500
SHARES = 8
ASKED = BoardQuery("net", ALL_GAMES, "all")


@dataclass(frozen=True, slots=True)
class Evening:
    """The figures of one run, and of the start before it."""

    ready: float
    """CPU seconds until it was ready."""
    began_with: float
    """Memory when it was ready, in megabytes."""
    run: Run
    calls: Counter[str]


async def measure() -> list[Figure]:
    """Measure READY with all of it, presses, and their calls."""
    plain, counted = await _evening(is_counted=False), await _evening(is_counted=True)
    run = plain.run
    p50, p95, p99 = (run.within(part) for part in (0.5, 0.95, 0.99))
    calls = {whose: count / len(counted.run.waits) for whose, count in counted.calls.most_common()}
    shares = ", ".join(f"{whose} {count:,.0f}" for whose, count in list(calls.items())[:SHARES])
    called = sum(calls.values())
    many = f"{SERVERS:,} servers and boards, {IDLE_TABLES:,} idle tables"
    return [
        told(f"CPU until READY with {many}", f"{plain.ready:.1f} s"),
        told("CPU of a look at all these boards, each ten minutes", f"{await _looks():.2f} s"),
        told("CPU of a press among them, pictures on", f"{run.warm * 1e3:.2f} ms"),
        told("p50 of an answer", f"{p50 * 1e3:.0f} ms"),
        at_most("p95 of an answer", f"{p95 * 1e3:.0f} ms", "on a quiet machine", p95 / P95_SECONDS, 1.0),
        told("p99 of an answer", f"{p99 * 1e3:.0f} ms"),
        at_most(
            f"memory after {PRESSES:,} presses",
            f"{run.megabytes:.0f} MB",
            f"{plain.began_with:.0f} MB when ready",
            run.megabytes / MEGABYTES,
            1.0,
        ),
        at_most("functions called by a press", f"{called:,.0f}", shares, called / CALLS, 1.0),
    ]


async def _evening(*, is_counted: bool) -> Evening:
    async with _filled() as (path, tables):
        wire = Loopback(servers=(SERVER, *(str(FIRST_SERVER + each) for each in range(SERVERS))), rooms=ROOMS)
        count = path.with_name("calls.json")
        words = ("-m", "benchmarks.counted", str(count)) if is_counted else ("-m", "bot")
        settings = {"DATABASE_PATH": str(path), "PICTURES": "always"}
        async with running(wire, words, settings) as process:
            ready, began_with = cpu_of(process), memory_of(process)
            people = People(wire, tables, Random(SEED))  # noqa: S311 -- who presses what
            await people.sit_down()
            _turn(process, is_counted=is_counted)
            run = await pressed(process, wire, tables, people.next, PEOPLE_SECONDS)
            _turn(process, is_counted=is_counted)
        calls = Counter[str](json.loads(count.read_text()) if is_counted else {})
    return Evening(ready, began_with, run, calls)


def _turn(process: Process, *, is_counted: bool) -> None:
    """Start counting calls, or stop it."""
    if is_counted:
        process.send_signal(signal.SIGUSR1)


@asynccontextmanager
async def _filled() -> AsyncIterator[tuple[Path, dict[int, Sequence[int]]]]:
    """Yield the database of a bot in all these servers, and the players at tables under way."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = Path(folder) / "tavern.db"
        tables = await seated_tables(path)
        async with open_database(path) as database:
            await database.write(_fill)
        yield path, tables


def _fill(tx: Transaction) -> None:
    copied(tx, IDLE_TABLES, FIRST_IDLE)
    tx.execute(
        "UPDATE tables SET server = ? + id % ?, message = id, shown_revision = revision, deadline_at = NULL"
        " WHERE id >= ?",
        (FIRST_SERVER, SERVERS, FIRST_IDLE),
    )
    servers = range(FIRST_SERVER, FIRST_SERVER + SERVERS)
    for each in servers:
        boards.add_post(tx, BoardPost(0, each, each, each, ASKED.by, ASKED.game, ASKED.period, ""))
    tx.execute_each(
        "INSERT INTO record_totals (server, player, game, money, hands, won, net, best)"
        " VALUES (?, ?, 'destiny', 'coins', 9, 4, ?, '')",
        [(each, 1 + player, 1 + player) for each in servers for player in range(PEOPLE_OF_A_SERVER)],
    )


async def _looks() -> float:
    """Return the CPU seconds for reading and drawing every board, as when it is checked for a change."""
    async with _filled() as (path, _tables), open_database(path) as database:
        posts = await database.read(boards.standing_posts)
        began = process_time()
        for each in posts:
            placed, season = await database.read_long(
                partial(read_board, server=each.server, query=ASKED, today=0)
            )
            posted_board(ASKED, placed, "coins", season)
        return process_time() - began
