"""Lobbies that everybody has walked away from."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tavern.deadlines import LONELY_SECONDS
from bot.tavern.table.actions import Actor
from bot.tavern.table_service import TableService
from games.engine.table.table import Terms
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from storage.db.database import open_database
from storage.play import tables
from tests.bot.books import check_laws
from tests.bot.crowd import WallClock

TABLES, KEPT = 20, 12
"""The number of lobbies, and the limit of those kept in memory."""


async def test_f21_abandoned_lobbies_expire(bot_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F-21: many abandoned lobbies: they expire, and memory stays bounded."""
    monkeypatch.setattr(tables, "LASTING_MAX", KEPT)
    clock, deadlines = WallClock(1_800_000_000.0), dict[int, float | None]()
    async with open_database(bot_path) as database:
        tavern = TableService(
            database, {STONE_HAND.key: STONE_HAND}, now=clock, set_deadline=deadlines.__setitem__
        )
        for number in range(TABLES):
            press = Actor(number + 1, clock(), 101 + number, "ann", 11)
            await tavern.open_table(press, 12, STONE_HAND, StoneHandRules(), Terms(press.player, 20))
        assert len(deadlines) == TABLES
        clock.at += LONELY_SECONDS + 1
        phases = {seen.table.phase for each in deadlines.copy() if (seen := await tavern.tick(each))}

        assert phases == {"closed"}
        assert set(deadlines.values()) == {None}
        await tavern.note_pulse()
        assert len(tavern.tables._decoded) == KEPT
        await database.read(check_laws)
