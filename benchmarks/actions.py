"""Table actions per second, through Tavern and storage on a file, beside bare commits of their rows.

An action is an answer at a table of four: the interaction is recorded, the snapshot is written and the moves
are appended. The same rows are then written without our code: by sqlite3 alone, and by aiosqlite awaited per
statement. synchronous is FULL everywhere.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import aiosqlite

from benchmarks.measure import Figure, at_least, in_turn
from benchmarks.play import AT, RecordedRows, answer, begun, record, tavern
from bot.tavern.table.table_state import TableState
from storage.db import schema
from storage.db.database import Database, open_database
from storage.db.transaction import Transaction

ACTIONS = 200
TABLES = 32
ACTIONS_A_TABLE = 25

INTERACTION = "INSERT OR IGNORE INTO interactions (id, at) VALUES (?, ?)"
TABLE = (
    "UPDATE tables SET revision = revision + 1, snapshot = ?, format = ?, deadline_at = ?, acted_at = ?"
    " WHERE id = 1"
)
MOVE = "INSERT INTO moves (table_id, revision, number, hand, seat, move, at) VALUES (1, ?, ?, ?, ?, ?, ?)"
EMPTY_TABLE = (
    "INSERT INTO tables (server, channel, game, phase, revision, shown_revision, format, opened_at,"
    " acted_at, snapshot) VALUES (1, 2, 'bench', 'playing', 1, 0, 1, 0, 0, '')"
)


async def measure() -> list[Figure]:
    """Measure one action after the other, and many tables at once."""
    rows = await record(ACTIONS)
    alone, together, ours, at_once, bare, awaited = await in_turn(
        partial(hop, rows),
        partial(hop, rows, at_once=TABLES),
        one_by_one,
        many,
        partial(plain, rows),
        partial(_awaited, rows),
    )
    hop_rate, together_rate = ACTIONS / alone.least, ACTIONS / together.least
    rate, plain_rate, awaited_rate = (ACTIONS / each.least for each in (ours, bare, awaited))
    many_rate = TABLES * ACTIONS_A_TABLE / at_once.least
    return [
        at_least("one action's transaction, beside sqlite3", *rates(hop_rate, plain_rate), 0.6),
        at_least(f"{TABLES} transactions at once", *rates(together_rate, plain_rate), 2.0),
        at_least("one action, rules and all, beside sqlite3", *rates(rate, plain_rate), 0.6),
        at_least("one action, beside aiosqlite", *rates(rate, awaited_rate), 1.0),
        at_least(
            f"{TABLES} tables at once, rules and all, beside sqlite3", *rates(many_rate, plain_rate), 2.0
        ),
    ]


async def hop(rows: list[RecordedRows], at_once: int = 1) -> float:
    """Write the same rows through `Database.write` without the rules, with this many callers at once."""

    async def write_some(first: int) -> None:
        for number in range(first, len(rows), at_once):
            await database.write(partial(write, number, rows[number]))

    async with an_empty_table() as database:
        started = perf_counter()
        await asyncio.gather(*(write_some(first) for first in range(at_once)))
        return perf_counter() - started


@asynccontextmanager
async def an_empty_table() -> AsyncIterator[Database]:
    """Yield a database in which rows of a table can be written without playing there."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        async with open_database(Path(folder) / "tavern.db") as database:
            await database.write(lambda tx: tx.execute(EMPTY_TABLE).rowcount)
            yield database


def write(number: int, rows: RecordedRows, tx: Transaction) -> None:
    """Write the rows of a press: all of its transaction but the rules."""
    tx.execute(INTERACTION, (number, AT))
    tx.execute(TABLE, rows.table)
    tx.execute_each(MOVE, rows.moves)


async def one_by_one(address: str = "") -> float:
    """Return the rate of actions at one table, through Tavern and storage; an address is PostgreSQL's."""
    async with tavern(address) as at:
        seen = await begun(at)
        started = perf_counter()
        for number in range(ACTIONS):
            seen = await answer(at, seen, 1000 + number)
        return perf_counter() - started


async def many(address: str = "") -> float:
    """Return the rate of actions at many tables that are played at once."""

    async def play(seen: TableState, first_id: int) -> None:
        for number in range(first_id, first_id + ACTIONS_A_TABLE):
            seen = await answer(at, seen, number)

    async with tavern(address) as at:
        tables = [await begun(at, 1000 * place) for place in range(TABLES)]
        started = perf_counter()
        await asyncio.gather(*(play(seen, 1000 * place + 500) for place, seen in enumerate(tables)))
        return perf_counter() - started


async def plain(rows: list[RecordedRows]) -> float:
    """Return the rate of the same rows by sqlite3 alone."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = _prepared(folder)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(EMPTY_TABLE)
            started = perf_counter()
            for number, each in enumerate(rows):
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(INTERACTION, (number, AT))
                connection.execute(TABLE, each.table)
                connection.executemany(MOVE, each.moves)
                connection.execute("COMMIT")
            return perf_counter() - started


async def _awaited(rows: list[RecordedRows]) -> float:
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = _prepared(folder)
        async with aiosqlite.connect(path, isolation_level=None) as connection:
            await connection.execute("PRAGMA synchronous = FULL")
            await connection.execute(EMPTY_TABLE)
            started = perf_counter()
            for number, each in enumerate(rows):
                await connection.execute("BEGIN IMMEDIATE")
                await connection.execute(INTERACTION, (number, AT))
                await connection.execute(TABLE, each.table)
                await connection.executemany(MOVE, each.moves)
                await connection.execute("COMMIT")
            return perf_counter() - started


def _prepared(folder: str) -> Path:
    path = Path(folder) / "plain.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.prepare(connection, path, 1000)
    return path


def rates(ours: float, beside: float) -> tuple[str, str, float]:
    """Return two rates, and their ratio, as a line shows them."""
    return f"{ours:.0f}/s", f"{beside:.0f}/s", ours / beside
