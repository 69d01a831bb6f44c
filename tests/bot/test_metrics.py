"""The three pages of a bot that runs in a process of its own, and what `taproom health` makes of them."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path

import aiohttp

from storage.db.database import open_database
from tests.bot.logs import BOT_TOKEN, LIVE_TOKEN, SHOW_HAND, dealt, running
from tests.bot.started import started
from tests.bot.wire import BOT, CHANNEL, PATIENCE_SECONDS, SERVER, Wire

PLAYER = 101


async def test_calls_to_discord_are_counted(bot_path: Path) -> None:
    """TB-11: an answer and how long it took, by kind; nothing of its address, with ids and a token in it."""
    await dealt(bot_path)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    wire, page = Wire(), f"http://127.0.0.1:{port}/metrics"
    given = {"METRICS_PORT": str(port), "LOG_FORMAT": "json"}
    async with wire.served() as settings, running(bot_path, **given, **settings):
        await asyncio.wait_for(wire.ready.wait(), PATIENCE_SECONDS)
        await wire.interaction(1001, PLAYER, LIVE_TOKEN, SHOW_HAND)
        wire.is_echoing = True
        await wire.interaction(1002, PLAYER, LIVE_TOKEN, SHOW_HAND)
        health = await asyncio.to_thread(started, bot_path.parent, "-m", "bot.cli", "health", **given)
        async with aiohttp.ClientSession() as session, session.get(page) as answer:
            told = await answer.text()
        taken = await asyncio.to_thread(started, bot_path.parent, **given)

    assert (health.returncode, health.stdout) == (0, "well\n")
    *_, said = taken.stderr.splitlines()
    words = f"METRICS_PORT: 127.0.0.1 has no port {port} for me: another program has it"
    assert (taken.returncode, json.loads(said)["message"]) == (1, words)
    assert 'taproom_discord_calls_total{kind="interaction",result="ok"} 1.0' in told
    assert 'taproom_discord_calls_total{kind="interaction",result="4xx"}' in told
    assert 'taproom_interactions_total{kind="command"} 2.0' in told
    assert "taproom_answer_seconds_count 1.0" in told
    for secret in (BOT_TOKEN, LIVE_TOKEN, f"/{BOT}", SERVER + '"', CHANNEL + '"', f'"{PLAYER}'):
        assert secret not in told


async def test_health_without_a_page(bot_path: Path) -> None:
    """Without a port, health reads a file: a bot that lives notes a commit every few seconds.

    Once it has closed the file it is not well, however little time has passed.
    """
    folder, given = bot_path.parent, {"DATABASE_PATH": str(bot_path)}
    never = await asyncio.to_thread(started, folder, "-m", "bot.cli", "health", **given)
    await dealt(bot_path)
    stopped = await asyncio.to_thread(started, folder, "-m", "bot.cli", "health", **given)
    async with open_database(bot_path):
        lives = await asyncio.to_thread(started, folder, "-m", "bot.cli", "health", **given)

    assert (never.returncode, never.stderr) == (1, "taproom: no sign of a running bot in this folder\n")
    assert (stopped.returncode, stopped.stderr) == (1, "taproom: the bot was stopped\n")
    assert (lives.returncode, lives.stdout) == (0, "well\n")
