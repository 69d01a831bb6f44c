"""A tavern, where it is moved to, and what is there then."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage.db.database import Database, open_database
from storage.db.schema import shapes
from storage.db.transaction import Transaction
from storage.errors import NotAccepted
from storage.files.database_files import MOVING, sibling
from tests.bot.books import check_laws
from tests.bot.crowd import Crowd, WallClock, fund_house
from tests.bot.recount import check_records
from tests.bot.steward import Steward
from tests.postgres import Cluster

ROOT = Path(__file__).parents[3]
PRESSES = 60
STARTED_AT = 1_800_000_000.0
ODD = "’“\\N\\.\t\n\r\"';--%s ?1 :x \\x00 \x01 ﷽ 🂡 e\u0301 \u202e"
"""A text with all that one of the two databases, or the way between them, might take for its own."""

Contents = dict[str, set[tuple[Any, ...]]]


async def play(place: Path | str, first_id: int, presses: int) -> None:
    """Some presses at tables and tournaments of every game, after which all laws hold."""
    clock = WallClock(STARTED_AT + first_id)
    async with open_database(place) as database:
        if not first_id:
            await fund_house(database)
        tavern = TableService(database, GAMES, now=clock)
        assert await tavern.resume() == []
        crowd = Crowd(tavern, clock, Random(first_id), first_id)
        steward = Steward(tavern, clock, Random(first_id), first_id + 500_000)
        for _ in range(presses):
            await crowd.press(lambda *_: None)
            await steward.act()
        await database.read(check_laws)
        await database.read(check_records)


def quiet(_line: str) -> None:
    """Discard a line of output."""


def contents(place: Path | str) -> Contents:
    """All rows of all tables, and the last id that each has given; numbers that may be texts as texts."""

    def read(tx: Transaction) -> Contents:
        found: Contents = {"last ids": set()}
        for shape in shapes():
            rows = (tuple(row) for row in tx.all(shape.select))
            found[shape.name] = {
                tuple(str(each) if place in shape.loose else each for place, each in enumerate(row))
                for row in rows
            }
            if shape.is_numbered:
                found["last ids"].add((shape.name, tx.last_id(shape.name)))
        return found

    async def opened() -> Contents:
        async with open_database(place) as database:
            return await database.read(read)

    return asyncio.run(opened())


def refusal(place: Path | str) -> str:
    """Return the bot's message when it does not start there."""

    async def opened() -> None:
        await (await Database.open(place)).close()

    with pytest.raises(NotAccepted) as refused:
        asyncio.run(opened())
    return str(refused.value)


@dataclass(frozen=True)
class Way:
    """A way to move: where a tavern is, where to, and how to see what is there."""

    source: Path | str
    target: Path | str
    cluster: Cluster

    def state(self) -> str:
        """Return the target's state: empty, half carried over, or a whole tavern."""
        if isinstance(self.target, Path):
            is_begun, is_there = sibling(self.target, MOVING).exists(), self.target.exists()
        else:
            with psycopg.connect(self.target) as connection:
                rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
                names = {name for (name,) in rows}
            is_begun, is_there = "taproom_moving" in names, len(names) > 1
        return "half" if is_begun else "whole" if is_there else "empty"
