"""The bot on a simulated Discord, with a database of its own, a server and a channel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord

from tests.discord.tavern import Player, Room, make_bot

SETTLE_SECONDS = 1.0
"""What sleeps longer than this is left to `Room.wait`."""


@pytest.fixture
def bot_path(tmp_path: Path) -> Path:
    """Where the tavern's books lie."""
    return tmp_path / "taproom.db"


@pytest_asyncio.fixture
async def simcord_env(bot_path: Path) -> AsyncIterator[simcord.Env]:
    """The bot, running; whatever it let slip fails the test."""
    env = simcord.Env(make_bot(bot_path), settle_timeout=SETTLE_SECONDS)
    await env.start()
    try:
        yield env
    finally:
        await env.bot.close()
        await env.shutdown()
        env.raise_errors()


@pytest.fixture
def room(simcord_env: simcord.Env, bot_path: Path) -> Room:
    """An empty channel."""
    guild = simcord_env.create_guild("The Inn")
    return Room(simcord_env, bot_path, guild, guild.create_text_channel("tavern"))


@pytest.fixture
def ann(room: Room) -> Player:
    """Somebody who opens tables."""
    return room.person("ann")


@pytest.fixture
def ben(room: Room) -> Player:
    """Somebody who joins them."""
    return room.person("ben")
