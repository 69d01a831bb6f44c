"""The three pages: `/healthz`, `/readyz` and `/metrics`.

The process is well while its event loop runs, which an answer proves, and its database can be trusted. It is
ready once the tables are back and Discord is connected, every shard of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import math
from collections.abc import AsyncIterator
from typing import Self

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.app import Taproom
from bot.metrics.discord_calls import tracing
from bot.metrics.meters import Meters
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.errors import StorageError
from storage.play.postings import TABLES, TOURNAMENTS

LAG_EVERY_SECONDS = 0.5
COUNT_SECONDS_MAX = 1.0
"""A database that does not answer must not keep the page from telling so."""
THE_BOT = -1
"""Stands among lost shards for a bot that has only one."""


class Lookout:
    """Counts what the bot does, and serves the pages that say so."""

    def __init__(self) -> None:
        self.meters = Meters()
        self._bot: Taproom | None = None
        self._lost_shards: set[int] = set()

    def watch(self, bot: Taproom) -> None:
        """Tell of this bot, which has not begun yet."""
        self._bot = bot
        bot.house.database.observer = self.meters.worked
        bot.answers.observer = self.meters
        bot.studio.observer = self.meters.painted
        bot.http.http_trace = tracing(self.meters, bot.answers)
        for name in ("on_disconnect", "on_shard_disconnect"):
            bot.add_listener(self._lose, name)
        for name in ("on_connect", "on_resumed", "on_shard_connect", "on_shard_resumed"):
            bot.add_listener(self._find, name)

    @contextlib.asynccontextmanager
    async def served(self, host: str, port: int) -> AsyncIterator[Self]:
        """Serve the pages until the end of the block; `OSError` where the port is taken."""
        pages = web.Application()
        pages.router.add_get("/healthz", self._healthz)
        pages.router.add_get("/readyz", self._readyz)
        pages.router.add_get("/metrics", self._metrics)
        runner = web.AppRunner(pages, access_log=None, handle_signals=False)
        await runner.setup()
        lag = asyncio.create_task(self._watch_lag())
        try:
            await self._listen(web.TCPSite(runner, host, port), host, port)
            yield self
        finally:
            lag.cancel()
            await runner.cleanup()

    @staticmethod
    async def _listen(site: web.TCPSite, host: str, port: int) -> None:
        try:
            await site.start()
        except OSError as refused:
            is_taken = refused.errno == errno.EADDRINUSE
            why = "another program has it" if is_taken else refused.strerror
            raise OSError(f"METRICS_PORT: {host} has no port {port} for me: {why}") from refused

    @property
    def is_ready(self) -> bool:
        """Whether a press would be answered."""
        bot = self._bot
        return bot is not None and bot.is_ready() and not bot.is_closed() and not self._lost_shards

    # A bot of one shard does not name it; one of many says first that one was lost or found, and then which.
    async def _lose(self, shard: int = THE_BOT) -> None:
        self._lost_shards.add(shard)

    async def _find(self, shard: int = THE_BOT) -> None:
        self._lost_shards -= {shard, THE_BOT}

    async def _watch_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due_at = loop.time() + LAG_EVERY_SECONDS
            await asyncio.sleep(LAG_EVERY_SECONDS)
            self.meters.lagged(max(0.0, loop.time() - due_at))

    async def _healthz(self, _: web.Request) -> web.Response:
        if self._bot is not None and self._bot.house.database.broken.done():
            return web.Response(status=503, text="the database cannot be used any more\n")
        return web.Response(text="well\n")

    async def _readyz(self, _: web.Request) -> web.Response:
        return web.Response(text="ready\n") if self.is_ready else web.Response(status=503, text="not ready\n")

    async def _metrics(self, _: web.Request) -> web.Response:
        meters, bot = self.meters, self._bot
        meters.ready.set(self.is_ready)
        meters.latency.set(math.nan if bot is None else bot.latency)
        tables, tournaments = math.nan, math.nan
        if bot is not None:
            tables, tournaments = await _open_postings(bot.house.database)
        meters.tables.set(tables)
        meters.tournaments.set(tournaments)
        return web.Response(
            body=generate_latest(meters.registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )


async def _open_postings(database: Database) -> tuple[float, float]:
    """How many tables and tournaments are open; not a number where nobody can say."""

    def count(tx: Transaction) -> tuple[float, float]:
        return TABLES.count_open(tx), TOURNAMENTS.count_open(tx)

    try:
        return await asyncio.wait_for(database.read(count), COUNT_SECONDS_MAX)
    except (StorageError, TimeoutError):
        return math.nan, math.nan
