"""The fixtures of tests of the Tavern and its tournaments."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.tavern import deadlines
from storage.db.database import Database, open_database
from tests.postgres import TEMPLATE


@pytest.fixture(autouse=True)
def undisguised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make decisions take no longer than they do: the time that they seem to take is one test's subject."""
    monkeypatch.setattr(deadlines, "DECIDE_SECONDS", 0.0)


@pytest_asyncio.fixture(params=["file", pytest.param("postgres", marks=pytest.mark.soak)])
async def database(request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """An empty tavern's books; the soak asks of PostgreSQL all that is asked of a file."""
    if request.param == "file":
        place: Path | str = request.getfixturevalue("bot_path")
    else:
        place = request.getfixturevalue("postgres_cluster").make(TEMPLATE)
    # The bot does the same: over PostgreSQL it may be one of several, and writes by several connections.
    async with open_database(place, alone=False) as opened:
        yield opened
