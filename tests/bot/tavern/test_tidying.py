"""The hourly clean-up: everything that is over goes, a little at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from bot.tavern.table_service import TableService
from games.catalog import GAMES
from storage.db.database import Database, open_database
from storage.db.retention import PIECE
from storage.db.transaction import Transaction
from storage.play import hands, postings
from tests.bot.crowd import SERVER

T = TypeVar("T")

LATER = 400 * 86_400.0
TABLES, HANDS, MOVES = 45, 30, 20
KEPT = (1, 2)
"""A table and its hand that somebody keeps."""


def closed_long_ago(tx: Transaction) -> None:
    """Tables of an evening, two of them long ones, and what their presses left behind."""
    tx.execute_each(
        "INSERT INTO tables (id, server, channel, game, phase, settled, revision, shown_revision, format,"
        " opened_at, acted_at, snapshot) VALUES (?, ?, 1, '', 'closed', 1, 1, 1, 1, 0.0, ?, '')",
        [(table, SERVER, float(table)) for table in range(1, TABLES + 1)],
    )
    played = [
        (table, hand) for table in range(1, TABLES + 1) for hand in range(1, HANDS + 1 if table < 3 else 2)
    ]
    tx.execute_each("INSERT INTO hands (table_id, number, beginning) VALUES (?, ?, '')", played)
    tx.execute_each(
        "INSERT INTO moves (table_id, revision, number, hand, seat, move, at)"
        " VALUES (?, ?, ?, ?, 1, '', 0.0)",
        [(table, hand, move, hand) for table, hand in played for move in range(MOVES)],
    )
    hands.keep_for_good(tx, 101, *KEPT, 0.0)
    for press in range(2 * PIECE + 1):
        postings.remember_press(tx, press, 0.0)


async def test_no_press_waits_for_all_that_is_deleted(
    bot_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-13: old data is deleted but for kept hands, and no transaction deletes more than a piece."""
    async with open_database(bot_path) as database:
        await database.write(closed_long_ago)
        deleted: list[int] = []

        async def counted(_self: Database, function: Callable[[Transaction], T], about: int = 0) -> T:
            def counting(tx: Transaction) -> T:
                before = tx.scalar_int("SELECT total_changes()") or 0
                value = function(tx)
                deleted.append((tx.scalar_int("SELECT total_changes()") or 0) - before)
                return value

            return await write(database, counting, about)

        write = Database.write
        monkeypatch.setattr(Database, "write", counted)
        await TableService(database, GAMES, now=lambda: LATER).purge_expired()
        rows = ("interactions", "tables", "hands", "moves")
        left = await database.read(lambda tx: [tx.all(f"SELECT * FROM {each}") for each in rows])  # noqa: S608

    assert [len(each) for each in left] == [0, 1, 1, MOVES]
    assert {(each["table_id"], each["hand"]) for each in left[3]} == {KEPT}
    assert sum(deleted) == 2 * PIECE + 1 + TABLES - 1 + (1 + MOVES) * (2 * HANDS + TABLES - 2 - 1)
    assert max(deleted) == PIECE
