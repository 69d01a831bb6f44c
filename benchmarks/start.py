"""Starting up: the bot until its commands are loaded, beside a bare discord.py client. A process each."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from functools import partial
from time import perf_counter

from benchmarks.measure import Line, at_most, in_turn

RATIO_MAX = 1.3
BARE = """
import asyncio, discord
async def main():
    client = discord.Client(intents=discord.Intents(guilds=True))
    await client._async_setup_hook()
    await client.setup_hook()
asyncio.run(main())
"""
OURS = """
import asyncio, pathlib, tempfile
from types import SimpleNamespace
from bot.taproom import Taproom
async def none(*_, **__):
    return []
async def main(folder):
    bot = Taproom(SimpleNamespace(database_path=pathlib.Path(folder) / "tavern.db", dev_server_id=None))
    bot.http.request = none
    bot._connection.application_id = 1
    await bot._async_setup_hook()
    await bot.setup_hook()
    await bot.close()
with tempfile.TemporaryDirectory(prefix=".bench-", dir=".") as folder:
    asyncio.run(main(folder))
"""


async def measure() -> list[Line]:
    """From nothing to ready to log in."""
    ours, bare = await in_turn(partial(_run, OURS), partial(_run, BARE))
    return [
        at_most(
            "start-up, beside a bare client",
            f"{ours.least:.2f} s",
            f"{bare.least:.2f} s",
            ours.least / bare.least,
            RATIO_MAX,
        )
    ]


async def _run(program: str) -> float:
    # The first run leaves compiled files behind for the others, as it does wherever the bot is installed.
    environment = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", program]
    started = perf_counter()
    await asyncio.to_thread(subprocess.run, command, check=True, env=environment)
    return perf_counter() - started
