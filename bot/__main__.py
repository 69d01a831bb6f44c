"""`python -m bot`: run until SIGTERM or SIGINT, then finish what is being committed and leave."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import discord
import yarl
from discord import gateway, http

from bot.cogs import COGS
from bot.discord_bot import TaproomBot
from bot.front.decorators import DuplicateVerb
from bot.process import logs, memory
from bot.process.shard_lease import ANSWER_SECONDS, ShardLease
from bot.settings import Settings, load, unknown
from bot.tavern.deadlines import MonotonicClock
from storage import errors
from storage.db.database import Database

# Nothing made by an import is ever freed; not collecting meanwhile saves a tenth of the start.
# Collecting begins once the commands are loaded (`TaproomBot.setup_hook`).
gc.disable()

log = logging.getLogger("bot")

CLOSE_SECONDS = 4.5
"""Supervisors do not wait much longer after asking a process to stop."""
END_SECONDS = 0.3
"""The remaining seconds for whatever does not end by itself."""
FAILED = 1
Watch: TypeAlias = Callable[[TaproomBot], None]
CANNOT_BEGIN = (
    errors.AlreadyOpen,
    errors.OnlyOne,
    errors.DriverMissing,
    errors.SchemaTooNew,
    errors.NotADatabase,
    errors.NotAccepted,
    DuplicateVerb,
)


def main() -> int:
    """Run the bot; the process's exit status."""
    memory.give_back()
    settings = load(Settings)
    logs.set_up(settings.log_level, settings.log_format)
    _warn_of_unknown_names()
    # A proxy or a local server instead of Discord itself.
    if settings.discord_api_base:
        http.Route.BASE = settings.discord_api_base
    if settings.discord_gateway_url:
        gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
    try:
        return asyncio.run(run(settings))
    except (*CANNOT_BEGIN, OSError, aiohttp.ClientError) as refused:
        # The last two include an unreachable Discord: aiohttp's message names the address.
        # Only a timeout has no message.
        said = str(refused) or "Discord does not answer"
    except discord.LoginFailure:
        said = "Discord does not accept DISCORD_TOKEN"
    except discord.HTTPException as refused:
        # Not the error's own message: it may repeat the request, token included.
        said = f"Discord answers: {refused.status} {refused.response.reason} (error code: {refused.code})"
    sys.stderr.write(logs.last_words(said, settings.log_format))
    return FAILED


def _warn_of_unknown_names() -> None:
    for name, nearest in unknown():
        if nearest:
            log.warning("%s is no setting: did you mean %s?", logs.Loggable(name), logs.Loggable(nearest))
        else:
            log.warning("%s is no setting", logs.Loggable(name))


async def run(settings: Settings) -> int:
    """Run the bot until it is stopped; returns 0, or 1 if its database became unusable."""
    async with _watching(settings) as watch:
        return await _run(settings, watch)


class _Asked:
    """Whether we were asked to leave, and whether once more: then nobody is waited for."""

    def __init__(self) -> None:
        self.once = asyncio.Event()
        self.again = asyncio.Event()

    def ask(self) -> None:
        """Ask to leave."""
        (self.again if self.once.is_set() else self.once).set()


async def _run(settings: Settings, watch: Watch) -> int:
    asked = _Asked()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_notice)
    for each in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on the loop
            loop.add_signal_handler(each, asked.ask)
    leaving = asyncio.create_task(asked.once.wait())
    opening = asyncio.create_task(_open(settings))
    try:
        await asyncio.wait({opening, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return await _run_on(*opening.result(), settings, asked, watch) if opening.done() else 0
    finally:
        for task in (opening, leaving):
            task.cancel()


async def _open(settings: Settings) -> tuple[Database, ShardLease | None, MonotonicClock]:
    """The database; with the shards' lease where other processes may serve some, too."""
    now, is_shared = MonotonicClock(), isinstance(settings.books, str)
    if settings.is_one_of_many and not is_shared:
        raise errors.OnlyOne
    try:
        database = await Database.open(settings.books, alone=not is_shared)
    except OSError as refused:
        raise _unusable(settings, refused) from refused
    if not is_shared:
        return database, None, now
    lease = ShardLease(database, settings.shard_range, now)
    try:
        await lease.take()
    except BaseException:
        await database.close()
        raise
    return database, lease, now


def _unusable(settings: Settings, refused: OSError) -> OSError:
    """Return the error for a database that cannot be read or written, with the setting that names it."""
    if not isinstance(settings.books, Path):
        return refused
    setting = "DATABASE_PATH" if settings.database_url is None else "DATABASE_URL"
    why = f"{refused.filename or settings.books}: {refused.strerror or refused}"
    folder = settings.books.resolve().parent
    return OSError(
        f"{setting}: the bot has to be able to read {settings.books} and write in {folder} ({why})"
    )


async def _run_on(
    database: Database,
    lease: ShardLease | None,
    now: MonotonicClock,
    settings: Settings,
    asked: _Asked,
    watch: Watch,
) -> int:
    try:
        bot = TaproomBot(settings, database, COGS, now=now, lease=lease)
        watch(bot)
    except BaseException:
        await database.close()
        raise
    running = asyncio.create_task(_live(bot, settings))
    leaving, hurrying = (asyncio.create_task(each.wait()) for each in (asked.once, asked.again))
    left = CLOSE_SECONDS
    try:
        ends: set[asyncio.Future[Any]] = {running, leaving, database.broken}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if not running.done() and not database.broken.done():
            asked_at, handing = time.monotonic(), asyncio.create_task(bot.drain())
            ends = {running, handing, hurrying, database.broken}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            handing.cancel()
            if not bot.has_heir:
                left -= min(time.monotonic() - asked_at, ANSWER_SECONDS)
        if running.done():
            await running
        if database.broken.done():
            # The database cannot be trusted any more, or our shards are another's; never go on (F-8, F-19).
            log.critical("stopping: %s", database.broken.result())
    finally:
        log.info("leaving")
        closing = asyncio.create_task(bot.close())
        await asyncio.wait({closing}, timeout=left)
        if not closing.done():
            log.warning("stopping, although not everything could be closed")
        for task in (running, leaving, hurrying):
            task.cancel()
    # Not where something was raised: why we cannot go on has still to be said.
    status = 0 if closing.done() and not database.broken.done() else FAILED
    _end_soon(status)
    return status


def _notice(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what nobody waited for; but that the database is closed or broken is said once, where we stop."""
    if not isinstance(context.get("exception"), errors.Broken | errors.DatabaseClosed):
        loop.default_exception_handler(context)


def _end_soon(status: int) -> None:
    """End soon, even if a thread waits for a database that does not answer, or a task for Discord's limits.

    Python would wait for them. The next start does what it does after a kill.
    """
    ending = threading.Timer(END_SECONDS, os._exit, (status,))
    ending.daemon = True
    ending.start()


async def _live(bot: TaproomBot, settings: Settings) -> None:
    async with _page(bot, settings), _programs(bot, settings):
        await bot.login(settings.discord_token.get_secret_value())
        await bot.stand_by()
        await bot.connect()


@contextlib.asynccontextmanager
async def _watching(settings: Settings) -> AsyncIterator[Watch]:
    """Serve the pages of `bot/metrics.py`, if a port is set; they tell of the bot that is then named.

    `OSError` where the port is taken. Until a bot is named, the process is well, and not ready.
    """
    if settings.metrics_port is None:
        yield lambda _bot: None
        return
    # prometheus-client and a web server: who looks at nothing does not wait for them at the start.
    from bot.metrics import MetricsServer  # noqa: PLC0415

    async with MetricsServer().served(settings.metrics_host, settings.metrics_port) as lookout:
        yield lookout.watch


def _page(bot: TaproomBot, settings: Settings) -> contextlib.AbstractAsyncContextManager[None]:
    """The page, where it is set up."""
    if not settings.has_page:
        return contextlib.nullcontext()
    # A web server: who has no page does not wait for it at the start.
    from bot.hosted.server import hosting  # noqa: PLC0415

    return hosting(bot, settings)


def _programs(bot: TaproomBot, settings: Settings) -> contextlib.AbstractAsyncContextManager[object]:
    """The seats for programs, where they are set up."""
    if not settings.has_programs:
        return contextlib.nullcontext()
    from bot.program_seats import Programs  # noqa: PLC0415 -- as above

    programs = Programs(bot.app, settings.program_token.get_secret_value())
    return programs.served(settings.program_port or 0)


if __name__ == "__main__":
    sys.exit(main())
