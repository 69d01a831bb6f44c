"""Helpers that several tests about logs share."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from bot.tavern.table import actions
from bot.tavern.table.actions import Actor
from bot.tavern.table_service import TableService
from games.dividha.game import DIVIDHA
from games.engine.table.table import AnyTable, Terms
from storage.db.database import open_database
from tests.bot.crowd import CHANNEL, SERVER, WallClock
from tests.bot.started import begun, end, written

BOT_TOKEN, LIVE_TOKEN, CARD = "planted.bot.token", "planted-live-token", "planted card of clubs"


SHOW_HAND = {"id": "1", "name": "hand", "type": 1, "options": [{"name": "show", "type": 1, "options": []}]}


FAULTY = f"""import sys
from bot import __main__ as entry
from games.engine.table import play

def fails(offer, numbers):
    raise AssertionError({CARD!r}, offer)

play.take = fails
sys.exit(entry.main())
"""


"""The bot, with a rule that fails and says so in words that are a secret."""


async def dealt(path: Path) -> AnyTable:
    """A hand of Dividha under way between persons 101 and 102; 101's turn."""
    async with open_database(path) as database:
        tavern = TableService(database, {DIVIDHA.key: DIVIDHA}, now=WallClock(1_800_000_000.0))
        ann, *others = (Actor(each, 1_800_000_000.0, each, f"P{each}", SERVER) for each in (101, 102, 103))
        terms = Terms(101, 20, turn_seconds=3600, money="practice")
        await tavern.open_table(ann, CHANNEL, DIVIDHA, DIVIDHA.house_rules(), terms)
        for each in others:
            await tavern.act(each, 1, actions.sit_down)
        return (await tavern.act(replace(ann, id=1), 1, actions.begin)).table


@asynccontextmanager
async def running(path: Path, **settings: str) -> AsyncIterator[list[str]]:
    """The faulty bot in a process of its own for the length of a block; afterwards, all that it said."""
    said: list[str] = []
    settings |= {"DISCORD_TOKEN": BOT_TOKEN, "DATABASE_PATH": str(path)}
    with tempfile.TemporaryFile() as out:
        process = begun(path.parent, "-c", FAULTY, out=out, err=out, **settings)
        try:
            yield said
        finally:
            await asyncio.to_thread(end, process)
        said.append(written(out))
