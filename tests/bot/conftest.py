"""What tests of the Tavern and its tournaments begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from storage.database import Database, open_database


@pytest_asyncio.fixture
async def database(bot_path: Path) -> AsyncIterator[Database]:
    """An empty tavern's books."""
    async with open_database(bot_path) as opened:
        yield opened
