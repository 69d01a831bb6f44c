"""The power fails, and the write-ahead log ends anywhere (F-4)."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage.db.database import open_database
from storage.db.schema import migrations
from storage.db.transaction import Transaction
from tests.bot.books import check_laws, is_whole
from tests.bot.crowd import Crowd, Delivery, WallClock, fund_house

PRESSES = 16
HEADER, FRAME_HEADER = 32, 24
TORN = 100
"""A frame of which only so many bytes reached the disk."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A copy of a file and its log; how long the log was once each press had been acknowledged."""

    file: Path
    acknowledged: tuple[tuple[Delivery, int], ...]
    frame: int

    @property
    def log(self) -> bytes:
        """The whole log."""
        return self.file.with_name(f"{self.file.name}-wal").read_bytes()


@pytest.fixture
async def evening(bot_path: Path) -> Evening:
    """Some presses, one after the other, copied while the file is open, so that nothing tidies the log up."""
    path, copy = bot_path, bot_path.with_name("copy.db")
    clock = WallClock(1_800_000_000.0)
    acknowledged: list[tuple[Delivery, int]] = []

    def note(what: str, delivery: Delivery, _seen: object) -> None:
        if what == "done":
            acknowledged.append((delivery, path.with_name(f"{path.name}-wal").stat().st_size))

    async with open_database(path) as database:
        assert await database.read(lambda tx: tx.scalar("PRAGMA synchronous")) == 2
        page = await database.read(lambda tx: tx.scalar("PRAGMA page_size"))
        await fund_house(database)
        crowd = Crowd(TableService(database, GAMES, now=clock), clock, Random(4), 0)
        while len(acknowledged) < PRESSES:
            await crowd.press(note)
        for tail in ("", "-wal"):
            shutil.copy(f"{path}{tail}", f"{copy}{tail}")
    return Evening(copy, tuple(acknowledged), FRAME_HEADER + page)


def remembered(tx: Transaction, evening: Evening) -> list[bool]:
    """Return for each acknowledged press if the file holds it; it holds all of it or none."""
    return [is_whole(tx, delivery) for delivery, _ in evening.acknowledged]


@pytest.mark.parametrize("apart", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_no_acknowledged_press_is_lost_however_the_log_is_cut(evening: Evening, apart: int) -> None:
    """F-4: a press acknowledged before the cut is there, the rest is not, and all laws hold."""
    log = evening.log
    frames = (len(log) - HEADER) // evening.frame
    assert frames > PRESSES
    cut = evening.file.with_name("cut.db")
    for frame in range(0, frames + 1, apart):
        for torn in (0, TORN):
            length = HEADER + frame * evening.frame + torn
            shutil.copy(evening.file, cut)
            cut.with_name("cut.db-wal").write_bytes(log[:length])
            with closing(sqlite3.connect(cut)) as connection:
                tx = Transaction(connection)
                if tx.scalar("PRAGMA user_version") < len(migrations()):
                    # Cut off while the file was being made: it would be brought up to date first.
                    continue
                kept = remembered(tx, evening)
                due = [at <= length for _, at in evening.acknowledged]

                # Presses came one after the other, so what is kept is a beginning of what was done.
                assert due == kept
                check_laws(tx)
            for tail in ("-wal", "-shm"):
                cut.with_name(f"cut.db{tail}").unlink(missing_ok=True)


async def test_with_the_whole_log_everything_is_there(evening: Evening) -> None:
    """F-4: each commit is on the disk before it is acknowledged, so the log as it lies there has all."""
    async with open_database(evening.file) as database:
        await database.read(check_laws)

        assert all(await database.read(lambda tx: remembered(tx, evening)))
