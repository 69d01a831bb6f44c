"""An evening that is the same every time: `python -m benchmarks.evening FILE PRESSES PICTURES`.

It writes a line for each message that Discord was told to show: the press that it follows, its components
as JSON, and a checksum of its picture's pixels. Two versions of the bot that show the same write equal files.
Clock and chance stand still, players press one after the other, and each press waits for all that follows
from the one before. What follows from one press is sorted, since pictures are painted in their own thread.

For a cost that does not depend on the machine's load, run it by `valgrind --tool=none` or `--tool=cachegrind
--cache-sim=no`, with two numbers of presses, and divide the difference of the instructions.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import yarl
from discord import gateway
from discord.http import Route
from PIL import Image

from benchmarks.people import SEED, People, seated_tables
from benchmarks.play import AT, seeds
from benchmarks.sockets import Loopback
from bot.cogs import COGS
from bot.discord_bot import TaproomBot
from bot.discord_io.messages import live_messages, rendering
from bot.pictures import worker
from bot.settings import Settings
from storage.db.database import Database
from tests.bot.wire import Call

PNG_BEGIN, PNG_END = b"\x89PNG\r\n\x1a\n", b"IEND"
PATIENT_SECONDS = 60.0
"""The time that a picture is waited for, so that each message has its own."""


async def play(presses: int, pictures: str) -> list[tuple[int, Call]]:
    """Return the calls of an evening, each with the number of the press that it follows."""
    _hold_still()
    wire, chance = Loopback(), Random(SEED)  # noqa: S311 -- who presses what
    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        path = Path(folder) / "tavern.db"
        tables = await seated_tables(path, lambda: AT)
        async with _bot(wire, path, pictures) as bot:
            people = People(wire, tables, chance)
            await people.all_shown()
            await bot.table_messages.quiet()
            known = asyncio.all_tasks()
            await people.sit_down()
            await _rest(known)
            calls = []
            for number in range(presses):
                wire.all_calls.clear()
                await wire.press(await people.next(chance.choice([*tables])))
                await _rest(known)
                calls += [(number, call) for call in wire.all_calls]
    return calls


def lines(calls: list[tuple[int, Call]]) -> list[str]:
    """Return what Discord was told to show, a line each."""
    shown = []
    for number, call in calls:
        words = json.loads(call.words) if call.content else {}
        components = words.get("data", words).get("components")
        shown.append((number, json.dumps([number, components, _pixels(call.content)])))
    return [line for _number, line in sorted(shown)]


def _pixels(content: bytes) -> str:
    """Return a checksum of the pixels of the picture in a call; empty if it has none."""
    start = content.find(PNG_BEGIN)
    if start < 0:
        return ""
    image = Image.open(BytesIO(content[start:])).convert("RGBA")
    return hashlib.sha256(image.tobytes()).hexdigest()[:16]


def _hold_still() -> None:
    """Take chance from a list, edit without a pause, and wait for each picture."""
    chance = seeds()
    secrets.token_hex = lambda nbytes=None: next(chance)[: 2 * (nbytes or 32)]
    live_messages.EDIT_SECONDS = live_messages.FOLLOW_SECONDS = 0.0
    rendering.WAIT_SECONDS, worker.WAITING_MAX = PATIENT_SECONDS, 100


@asynccontextmanager
async def _bot(wire: Loopback, path: Path, pictures: str) -> AsyncIterator[TaproomBot]:
    """Run the bot in this process."""
    given = {"discord_token": "x", "database_path": path, "faces": "words", "pictures": pictures}
    async with wire.served() as where:
        Route.BASE = where["DISCORD_API_BASE"]
        gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(where["DISCORD_GATEWAY_URL"])
        settings = Settings.model_validate(given)
        bot = TaproomBot(settings, await Database.open(path), COGS, now=lambda: AT)
        running = asyncio.create_task(bot.start("x"))
        await wire.ready.wait()
        try:
            yield bot
        finally:
            await bot.close()
            running.cancel()


async def _rest(known: set[asyncio.Task[object]]) -> None:
    """Wait until all has been done that began since."""
    while tasks := [each for each in asyncio.all_tasks() - known if not _is_connection(each)]:
        await asyncio.wait(tasks)


def _is_connection(task: asyncio.Task[object]) -> bool:
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and "aiohttp" in code.co_filename


def main() -> None:
    """Write an evening."""
    path, presses, pictures = sys.argv[1:]
    calls = asyncio.run(play(int(presses), pictures))
    Path(path).write_text("\n".join(lines(calls)) + "\n")


if __name__ == "__main__":
    main()
