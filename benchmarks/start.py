"""The start: `python -m bot` until its commands are loaded, beside a bare client. A process each.

Both log in at a Discord on this machine that knows only a bot's name. A client that requests the gateway is
ready: it has logged in and run its `setup_hook`.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from aiohttp import web

from benchmarks.measure import Figure, Sample, in_turn, told

PATIENCE_SECONDS = 10.0
GATEWAY = "/gateway"
OURS = ("-m", "bot")
CLIENT = """
import discord, os, yarl
discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
discord.Client(intents=discord.Intents(guilds=True)).run("x", log_level=50)
"""
BARE = ("-c", CLIENT)
WITH_SETTINGS = ("-c", f"from bot.settings import Settings, load; load(Settings){CLIENT}")
USER: dict[str, Any] = {"id": "1", "username": "Bench", "discriminator": "0", "avatar": None}
APPLICATION: dict[str, Any] = {
    "id": "1",
    "name": "Bench",
    "description": "",
    "icon": None,
    "owner": USER,
    "verify_key": "",
}
APPLICATION |= {"bot_public": True, "bot_require_code_grant": False}
KNOWN = {"/users/@me": USER, "/oauth2/applications/@me": APPLICATION}


async def measure() -> list[Figure]:
    """Measure from nothing to ready for the gateway, with the database of the last run."""
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = str(Path(folder) / "tavern.db")
        ours, bare, settings = await in_turn(
            *(partial(_run, words, path) for words in (OURS, BARE, WITH_SETTINGS))
        )
    return [
        _line("start-up, beside a bare client", ours, bare),
        _line("start-up of a bare client that reads the settings, beside it", settings, bare),
    ]


def _line(what: str, ours: Sample, bare: Sample) -> Figure:
    seconds = f"{ours.least:.2f} s", f"{bare.least:.2f} s"
    return told(what, *seconds, ours.least / bare.least)


async def _run(words: tuple[str, ...], path: str) -> float:
    ready = asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        if request.path.startswith(GATEWAY):
            ready.set()
        # discord.py recognises JSON by exactly this type.
        headers = {"Content-Type": "application/json"}
        return web.Response(body=json.dumps(KNOWN.get(request.path, [])).encode(), headers=headers)

    server = web.Server(answer)  # type: ignore[arg-type]
    listening = await asyncio.get_running_loop().create_server(server, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    # The first run leaves compiled files behind for the others, as in any installation.
    environment = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {
        "DISCORD_API_BASE": f"http://127.0.0.1:{port}",
        "DISCORD_GATEWAY_URL": f"ws://127.0.0.1:{port}{GATEWAY}",
    }
    environment |= {"DISCORD_TOKEN": "x", "DATABASE_PATH": path, "LOG_LEVEL": "CRITICAL"}
    started = perf_counter()
    process = await asyncio.create_subprocess_exec(sys.executable, *words, env=environment)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await ready.wait()
        return perf_counter() - started
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await server.shutdown()
        listening.close()
