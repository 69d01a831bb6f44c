"""Tables to measure with: the same players, the same seeds, the same answers every time."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.tavern.table import actions, table_state
from bot.tavern.table.actions import Actor
from bot.tavern.table.table_state import TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.core.offers import Answer
from games.engine.table.play import open_offers
from games.engine.table.table import Terms
from storage.db.database import open_database
from storage.db.transaction import Transaction

SERVER, CHANNEL = 1, 2
PLAYERS = range(101, 105)
AT = 1_800_000_000.0

# Here a few players open as many tables as many would.
table_state.HOSTED_MAX = table_state.OPEN_TABLES_MAX = 10_000


@dataclass(frozen=True, slots=True)
class RecordedRows:
    """The rows written by one answer: the table's, and those of the moves."""

    table: tuple[Any, ...]
    moves: tuple[tuple[Any, ...], ...]


@asynccontextmanager
async def tavern(address: str = "") -> AsyncIterator[TableService]:
    """Yield a Tavern at an address, or on a new file in the current folder, and so on the intended disk."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        async with open_database(address or Path(folder) / "tavern.db", alone=not address) as database:
            made = TableService(database, GAMES, now=lambda: AT, seeds=seeds())
            # The one-time work of a file's first start is not part of the measurement.
            await made.resume()
            yield made


async def begun(at: TableService, first_id: int = 1, turn_seconds: int = 600) -> TableState:
    """Return a table of four players at which a game is under way."""
    game = next(iter(GAMES.values()))
    host, *others = PLAYERS
    ids = itertools.count(first_id)
    terms = Terms(host, buy_in=100_000, turn_seconds=turn_seconds, money="practice")
    opened = await at.open_table(press(next(ids), host), CHANNEL, game, game.house_rules(), terms)
    for player in others:
        await at.act(press(next(ids), player), opened.table.id, actions.sit_down)
    return await at.act(press(next(ids), host), opened.table.id, actions.begin)


async def answer(at: TableService, seen: TableState, number: int) -> TableState:
    """Give the last of the offered answers; seats were taken in the players' order."""
    (seat, offers), *_ = open_offers(seen.table, seen.game).items()
    act = actions.answer(seat, Answer(offers[-1].key))
    return await at.act(press(number, PLAYERS[seat - 1]), seen.table.id, act)


def press(number: int, player: int) -> Actor:
    """Return a press by one of the players."""
    return Actor(number, AT, player, f"Player {player}", SERVER)


async def record(answers: int) -> list[RecordedRows]:
    """Play at one table, and return the written rows."""
    noted: list[RecordedRows] = []
    async with tavern() as at:
        seen = await begun(at)
        for number in range(answers):
            seen = await answer(at, seen, 1000 + number)
            noted.append(await at.database.read(partial(_written, seen.table.id, seen.stored.revision)))
    return noted


def seeds() -> Iterator[str]:
    """Yield seeds that are the same every time; several threads may take them."""
    return map(_seed, itertools.count())


def _seed(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def _written(table_id: int, revision: int, tx: Transaction) -> RecordedRows:
    table = tx.first("SELECT snapshot, format, deadline_at, acted_at FROM tables WHERE id = ?", (table_id,))
    moves = tx.all(
        "SELECT revision, number, hand, seat, move, at FROM moves WHERE table_id = ? AND revision = ?",
        (table_id, revision),
    )
    assert table is not None
    return RecordedRows(tuple(table), tuple(map(tuple, moves)))
