"""`python -m bot`: run the bot until SIGTERM or SIGINT, then finish the commits in progress and exit."""

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

# Objects created by imports are never freed, so disabling the collector meanwhile saves a tenth of the start.
# It is enabled once the commands are loaded (`TaproomBot.setup_hook`).
gc.disable()

log = logging.getLogger("bot")

CLOSE_SECONDS = 4.5
"""The seconds for closing everything: supervisors don't wait much longer after asking a process to stop."""
END_SECONDS = 0.3
"""The seconds after which the process exits even if threads or tasks still run."""
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
    """Run the bot; return the process's exit status."""
    memory.configure_allocator()
    memory.collect_seldom()
    settings = load(Settings)
    logs.set_up(settings.log_level, settings.log_format)
    _warn_of_unknown_names()
    # The settings may name a proxy or a local server instead of Discord.
    if settings.discord_api_base:
        http.Route.BASE = settings.discord_api_base
    if settings.discord_gateway_url:
        gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
    try:
        return asyncio.run(run(settings))
    except (*CANNOT_BEGIN, OSError, aiohttp.ClientError) as error:
        # An unreachable Discord is among these, with a message of aiohttp that names the address, or with a
        # timeout, which has no message.
        reason = str(error) or "Discord does not answer"
    except discord.LoginFailure:
        reason = "Discord does not accept DISCORD_TOKEN"
    except discord.HTTPException as error:
        # The error's own message may quote the request, which contains the token.
        reason = f"Discord answers: {error.status} {error.response.reason} (error code: {error.code})"
    sys.stderr.write(logs.last_words(reason, settings.log_format))
    return FAILED


def _warn_of_unknown_names() -> None:
    for name, nearest in unknown():
        if nearest:
            log.warning("%s is no setting: did you mean %s?", logs.Loggable(name), logs.Loggable(nearest))
        else:
            log.warning("%s is no setting", logs.Loggable(name))


async def run(settings: Settings) -> int:
    """Run the bot until it is stopped; return 0, or 1 if its database became unusable."""
    async with _watching(settings) as watch:
        return await _run(settings, watch)


class _StopRequests:
    """The requests to stop: a second one ends the wait for a standby."""

    def __init__(self) -> None:
        self.first = asyncio.Event()
        self.second = asyncio.Event()

    def add(self) -> None:
        """Record a request."""
        (self.second if self.first.is_set() else self.first).set()


async def _run(settings: Settings, watch: Watch) -> int:
    stop_requests = _StopRequests()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_handle_exception)
    for each in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on the loop
            loop.add_signal_handler(each, stop_requests.add)
    leaving = asyncio.create_task(stop_requests.first.wait())
    opening = asyncio.create_task(_open(settings))
    try:
        await asyncio.wait({opening, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return await _run_on(*opening.result(), settings, stop_requests, watch) if opening.done() else 0
    finally:
        for task in (opening, leaving):
            task.cancel()


async def _open(settings: Settings) -> tuple[Database, ShardLease | None, MonotonicClock]:
    """Open the database; with PostgreSQL, which other processes may use, too, also take the shards' lease."""
    now, is_shared = MonotonicClock(), isinstance(settings.books, str)
    if settings.is_one_of_many and not is_shared:
        raise errors.OnlyOne
    try:
        database = await Database.open(settings.books, alone=not is_shared)
    except OSError as error:
        raise _unusable(settings, error) from error
    if not is_shared:
        return database, None, now
    lease = ShardLease(database, settings.shard_range, now)
    try:
        await lease.take()
    except BaseException:
        await database.close()
        raise
    return database, lease, now


def _unusable(settings: Settings, error: OSError) -> OSError:
    """Return an error for a database that can't be read or written, which names the setting to change."""
    if not isinstance(settings.books, Path):
        return error
    setting = "DATABASE_PATH" if settings.database_url is None else "DATABASE_URL"
    reason = f"{error.filename or settings.books}: {error.strerror or error}"
    folder = settings.books.resolve().parent
    return OSError(
        f"{setting}: the bot has to be able to read {settings.books} and write in {folder} ({reason})"
    )


async def _run_on(
    database: Database,
    lease: ShardLease | None,
    now: MonotonicClock,
    settings: Settings,
    stop_requests: _StopRequests,
    watch: Watch,
) -> int:
    try:
        bot = TaproomBot(settings, database, COGS, now=now, lease=lease)
        watch(bot)
    except BaseException:
        await database.close()
        raise
    running = asyncio.create_task(_live(bot, settings))
    leaving, hurrying = (
        asyncio.create_task(each.wait()) for each in (stop_requests.first, stop_requests.second)
    )
    left = CLOSE_SECONDS
    try:
        ends: set[asyncio.Future[Any]] = {running, leaving, database.broken}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if not running.done() and not database.broken.done():
            stopped_at, draining = time.monotonic(), asyncio.create_task(bot.drain())
            ends = {running, draining, hurrying, database.broken}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            draining.cancel()
            if not bot.has_heir:
                left -= min(time.monotonic() - stopped_at, ANSWER_SECONDS)
        if running.done():
            await running
        if database.broken.done():
            # The database can't be trusted any more, or another process has the shards (F-8, F-19).
            log.critical("stopping: %s", database.broken.result())
    finally:
        log.info("leaving")
        closing = asyncio.create_task(bot.close())
        await asyncio.wait({closing}, timeout=left)
        if not closing.done():
            log.warning("stopping, although not everything could be closed")
        for task in (running, leaving, hurrying):
            task.cancel()
    # Not after an exception, whose message has still to be printed.
    status = 0 if closing.done() and not database.broken.done() else FAILED
    _end_soon(status)
    return status


def _handle_exception(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an unawaited task's exception, except for a closed or broken database, which is logged once."""
    if not isinstance(context.get("exception"), errors.Broken | errors.DatabaseClosed):
        loop.default_exception_handler(context)


def _end_soon(status: int) -> None:
    """Exit soon, even if a thread waits for an unresponsive database, or a task for Discord's rate limits.

    Python would wait for them. The next start recovers as after a crash.
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
    """Serve the pages of `bot/metrics.py`, if a port is set; yield the function that sets the bot to watch.

    Until then the process is healthy, but not ready. Raises `OSError` if the port is taken.
    """
    if settings.metrics_port is None:
        yield lambda _bot: None
        return
    # Imported only if needed, because prometheus-client and the web server make the start slower.
    from bot.metrics import MetricsServer  # noqa: PLC0415

    async with MetricsServer().served(settings.metrics_host, settings.metrics_port) as metrics:
        yield metrics.watch


def _page(bot: TaproomBot, settings: Settings) -> contextlib.AbstractAsyncContextManager[None]:
    """Return a context that serves the page, if it is configured."""
    if not settings.has_page:
        return contextlib.nullcontext()
    # Imported only if needed, because the web server makes the start slower.
    from bot.hosted.server import hosting  # noqa: PLC0415

    return hosting(bot, settings)


def _programs(bot: TaproomBot, settings: Settings) -> contextlib.AbstractAsyncContextManager[object]:
    """Return a context that serves seats for programs, if they are configured."""
    if not settings.has_programs:
        return contextlib.nullcontext()
    from bot.program_seats import Programs  # noqa: PLC0415 -- as above

    programs = Programs(bot.app, settings.program_token.get_secret_value())
    return programs.served(settings.program_port or 0)


if __name__ == "__main__":
    sys.exit(main())
