"""What tests of the Tavern and its tournaments begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.tavern import tempo
from storage.database import Database, open_database


@pytest.fixture(autouse=True)
def undisguised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a decision longer than it takes: how long it seems to take is one test's subject."""
    monkeypatch.setattr(tempo, "DECIDE_SECONDS", 0.0)


@pytest_asyncio.fixture
async def database(bot_path: Path) -> AsyncIterator[Database]:
    """An empty tavern's books."""
    async with open_database(bot_path) as opened:
        yield opened
