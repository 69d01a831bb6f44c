"""A bare discord.py bot that repeats the calls of a recorded run, byte by byte, and keeps nothing.

It is the least cost of answering a press: `python -m benchmarks.echo FILE`, at the Discord that the
environment names. At `SIGUSR1` it reads the file again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Any, TypeAlias

import discord
import yarl
from aiohttp import BytesPayload
from discord.http import Route

from tests.bot.wire import Call

Script: TypeAlias = dict[int, list[Call]]
"""The calls of each press, by its number."""


def write(script: Script, path: Path) -> None:
    """Write the calls of a run by press."""
    said = {
        number: [(each.method, each.path, each.kind, each.content.decode("latin-1")) for each in made]
        for number, made in script.items()
    }
    path.write_text(json.dumps(said))


def read(path: Path) -> Script:
    """Return the calls that were written."""
    return {
        int(number): [Call(method, at, kind, said.encode("latin-1")) for method, at, kind, said in made]
        for number, made in json.loads(path.read_text()).items()
    }


class Echo(discord.Client):
    """A client that answers by number."""

    def __init__(self, path: Path) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._path = path
        self._read()

    async def setup_hook(self) -> None:
        """Read the file again when told to."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._read)

    def _read(self) -> None:
        self._script = read(self._path)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Make the calls that the same press led to."""
        for call in self._script.pop(interaction.id, ()):
            content = BytesPayload(call.content, content_type=call.kind)
            await self.http.request(Route(call.method, call.path.removeprefix("/api")), data=content)


def main() -> None:
    """Run it as the bot itself would be run."""
    Route.BASE = os.environ["DISCORD_API_BASE"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    logging.basicConfig(level=logging.ERROR)
    Echo(Path(sys.argv[1])).run("x", log_handler=None)


if __name__ == "__main__":
    main()
